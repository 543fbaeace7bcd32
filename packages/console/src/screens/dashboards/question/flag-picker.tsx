import { useState } from 'preact/hooks'
import { Combobox } from '../../../parts/combobox.tsx'
import { useFlagOptions } from '../../../parts/conditions/searched-options.ts'
import { conditions } from '../../../text/conditions.ts'
import { question as text } from '../../../text/question.ts'
import './flag-picker.css'
import { useFlagWithKey } from '../../../parts/conditions/use-flag-with-key.ts'

interface Props {
  readonly keys: readonly string[]
  readonly onChange: (keys: readonly string[]) => void
}

/**
 * Chooses flags by key. A key that no flag has, such as the key of a deleted flag, has a separate option (CONSOLE-373).
 */
export function FlagPicker({ keys, onChange }: Props) {
  const [typed, setTyped] = useState<string>()
  const { options, isSearching } = useFlagOptions(typed, undefined)
  const add = (key: string) => {
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
              <UnknownMark flagKey={key} />
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
        label={keys.length === 0 ? text.flags : text.addFlag}
        text=""
        options={options
          .map(({ label, hint }) => ({ value: label, label, ...(hint && { hint }) }))
          .filter(({ value }) => !keys.includes(value))}
        placeholder={keys.length === 0 ? text.allFlags : text.addFlag}
        free
        unlisted={text.noSuchFlag}
        onType={setTyped}
        isSearching={isSearching}
        onChoose={add}
      />
    </div>
  )
}

function UnknownMark({ flagKey }: { readonly flagKey: string }) {
  return useFlagWithKey(flagKey) === null ? <span class="quiet small unknown-mark">{text.unknownFlag}</span> : null
}
