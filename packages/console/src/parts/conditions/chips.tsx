import { useState } from 'preact/hooks'
import { conditions } from '../../text/conditions.ts'

interface Props {
  readonly label: string
  readonly values: readonly string[]
  readonly placeholder?: string
  readonly wrong?: boolean
  readonly onChange: (values: string[]) => void
}

/** Several texts: Enter or a comma adds one, Backspace in the empty field takes the last away. */
export function Chips({ label, values, placeholder = conditions.addValue, wrong = false, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const added = text
      .split(/[,\n\t]/)
      .map((each) => each.trim())
      .filter((each) => each !== '' && !values.includes(each))
    setTyped('')
    if (added.length > 0) onChange([...values, ...new Set(added)])
  }
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Enter' && typed !== '') add(typed)
    else if (event.key === 'Backspace' && typed === '') onChange(values.slice(0, -1))
    else return
    event.preventDefault()
  }
  return (
    <div class="value-chips input">
      {values.map((value) => (
        <span key={value} class="pill">
          <bdi>{value}</bdi>
          <button
            type="button"
            aria-label={conditions.removeValue(value)}
            onClick={() => onChange(values.filter((other) => other !== value))}
          >
            ×
          </button>
        </span>
      ))}
      <input
        aria-label={label}
        aria-invalid={wrong}
        value={typed}
        placeholder={placeholder}
        onInput={({ currentTarget: { value } }) => (/[,\n\t]/.test(value) ? add(value) : setTyped(value))}
        onKeyDown={press}
        onBlur={() => add(typed)}
      />
    </div>
  )
}
