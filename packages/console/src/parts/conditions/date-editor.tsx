import { useState } from 'preact/hooks'
import { conditions } from '../../text/conditions.ts'

interface Props {
  readonly text: string
  readonly onChange: (text: string) => void
}

const RELATIVE = /^-?(\d+)([hdwmy])$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

type Form = 'ago' | 'day' | 'typed'

const START: Readonly<Record<Form, string>> = { ago: '-7d', day: '', typed: '' }

/** Edits a date: a duration ago, a day, or the typed text with its time. */
export function DateEditor({ text, onChange }: Props) {
  const [form, setForm] = useState<Form>(formOf(text))
  const [, amount = '7', unit = 'd'] = RELATIVE.exec(text) ?? []
  const turn = (chosen: Form) => {
    setForm(chosen)
    onChange(START[chosen] || (chosen === 'day' ? new Date().toISOString().slice(0, 10) : text))
  }
  const attributes = {
    class: 'input',
    'aria-label': conditions.date,
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  }
  return (
    <div class="date-editor">
      <select
        class="input"
        aria-label={conditions.dateForm}
        value={form}
        onChange={({ currentTarget }) => turn(currentTarget.value as Form)} // one of the options below
      >
        <option value="ago">{conditions.ago}</option>
        <option value="day">{conditions.onDay}</option>
        <option value="typed">{conditions.typed}</option>
      </select>
      {form === 'ago' && (
        <>
          <input
            class="input"
            type="number"
            min={0}
            max={9999}
            aria-label={conditions.amount}
            value={amount}
            onInput={({ currentTarget }) => onChange(`-${Math.trunc(Number(currentTarget.value))}${unit}`)}
          />
          <select
            class="input"
            aria-label={conditions.unit}
            value={unit}
            onChange={({ currentTarget }) => onChange(`-${amount}${currentTarget.value}`)}
          >
            {Object.entries(conditions.units).map(([letter, name]) => (
              <option key={letter} value={letter}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      {form === 'day' && <input {...attributes} type="date" />}
      {form === 'typed' && <input {...attributes} type="text" placeholder="2026-01-31T12:00:00Z" />}
    </div>
  )
}

function formOf(text: string): Form {
  if (text === '' || RELATIVE.test(text)) return 'ago'
  return DAY.test(text) ? 'day' : 'typed'
}
