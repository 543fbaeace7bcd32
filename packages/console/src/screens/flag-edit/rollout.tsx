import { clampPercentage, percent } from '../../parts/number.ts'
import { PercentBox } from '../../parts/percent-box.tsx'
import { edit } from '../../text/flag-edit.ts'

interface Props {
  /** The number in the box, which may be invalid. */
  readonly value: number
  /** The value before the edit, which has a mark. */
  readonly before: number
  readonly position: number
  readonly onChange: (value: number) => void
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
}

/** Edits a rollout with a slider and a number. The steps are always the same: 1 for arrow keys, 10 for page keys. */
export function Rollout({ value, before, position, onChange }: Props) {
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    onChange(clampPercentage(value + step))
  }
  return (
    <div class="rollout">
      <span
        class="slider"
        style={{ '--at': `${clampPercentage(value)}%`, '--before-part': before / 100 }}
        data-changed={before !== value}
      >
        <input
          type="range"
          min={0}
          max={100}
          step="any"
          aria-label={edit.rollout(position)}
          aria-valuetext={percent(clampPercentage(value))}
          value={clampPercentage(value)}
          onInput={({ currentTarget }) => onChange(Math.round(Number(currentTarget.value)))}
          onKeyDown={press}
        />
      </span>
      <PercentBox
        label={edit.rolloutNumber(position)}
        value={value}
        onChange={onChange}
        onKeyDown={(event) => event.key !== 'ArrowLeft' && event.key !== 'ArrowRight' && press(event)}
      />
    </div>
  )
}
