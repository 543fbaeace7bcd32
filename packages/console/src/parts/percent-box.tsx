import { useState } from 'preact/hooks'

interface Props {
  readonly label: string
  /** 0 to 100. */
  readonly value: number
  readonly wrong?: boolean
  readonly onChange: (value: number) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** A percentage in a box. What is being typed stays as it is until the box is left: "33." is on its way to 33.5. */
export function PercentBox({ label, value, wrong = false, onChange, onKeyDown }: Props) {
  const [typed, setTyped] = useState<string>()
  const shown = typed !== undefined && numberIn(typed) === value ? typed : String(value)
  return (
    <span class="percent">
      <input
        class="input"
        inputMode="decimal"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-invalid={wrong}
        autocomplete="off"
        value={shown}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(numberIn(currentTarget.value))
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** What is no number is 0; a comma is a point. */
function numberIn(text: string): number {
  const number = Number(text.replace(',', '.').replaceAll(/[^\d.]/g, ''))
  return Number.isNaN(number) ? 0 : Math.min(100, number)
}
