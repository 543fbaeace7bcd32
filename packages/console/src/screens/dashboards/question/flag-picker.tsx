import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { Combobox } from '../../../parts/combobox.tsx'
import { openProject } from '../../../session.ts'
import { conditions } from '../../../text/conditions.ts'
import { question as text } from '../../../text/question.ts'

interface Props {
  readonly keys: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

/** As many as are suggested; any other key can be typed. */
const LISTED = 200

/** Chooses flags by key, also flags that were deleted. */
export function FlagPicker({ keys, onChange }: Props) {
  const [turn, setTurn] = useState(0)
  const params = { project_id: openProject().id }
  const { data } = useQuery('listFlags', { params, query: { limit: String(LISTED) } })
  const known = (data?.results ?? []).filter(({ key }) => !keys.includes(key))
  const add = (key: string) => {
    setTurn(turn + 1)
    if (key !== '' && !keys.includes(key)) onChange([...keys, key])
  }
  return (
    <div class="field">
      <span class="label">{text.flags}</span>
      {keys.length > 0 && (
        <ul class="row wrap picked">
          {keys.map((key) => (
            <li key={key} class="pill mono">
              <bdi>{key}</bdi>
              <button
                type="button"
                aria-label={conditions.removeValue(key)}
                onClick={() => onChange(keys.filter((other) => other !== key))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        key={turn}
        label={keys.length === 0 ? text.flags : text.addFlag}
        text=""
        options={known.map(({ key, name }) => ({ value: key, label: key, ...(name && { hint: name }) }))}
        placeholder={keys.length === 0 ? text.allFlags : text.addFlag}
        free
        onChoose={add}
      />
    </div>
  )
}
