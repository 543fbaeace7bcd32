import { useState } from 'preact/hooks'
import { isPercentage } from './number.ts'

interface Props {
  readonly label: string
  /** From 0 to 100, another typed number, or NO_NUMBER. */
  readonly value: number
  readonly wrong?: boolean
  readonly onChange: (value: number) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** Stands for text that is not a number. Unlike NaN, JSON can store it. */
const NO_NUMBER = -1e6

/**
 * A field for a percentage. The typed text stays unchanged until the field loses the focus: "33." may become 33.5. A
 * value outside of 0 to 100 is passed on: the form has to mark it as invalid (CONSOLE-390).
 */
export function PercentBox({ label, value, wrong = false, onChange, onKeyDown }: Props) {
  const [typed, setTyped] = useState<string>()
  const shown = typed !== undefined && numberIn(typed) === value ? typed : value === NO_NUMBER ? '' : String(value)
  return (
    <span class="percent">
      <input
        class="input"
        inputMode="decimal"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={isPercentage(value) ? value : undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-invalid={wrong || !isPercentage(value)}
        autocomplete="off"
        value={shown}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(numberIn(currentTarget.value))
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => isPercentage(value) && setTyped(undefined)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

/** Accepts a comma as decimal point, and a percent sign. */
function numberIn(text: string): number {
  const number = Number.parseFloat(text.replace(',', '.'))
  return /^\s*-?\d*[.,]?\d*\s*%?\s*$/.test(text) && Number.isFinite(number) ? number : NO_NUMBER
}
