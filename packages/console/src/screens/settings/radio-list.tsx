import { type ComponentChildren, Fragment } from 'preact'

export interface RadioOption<Value> {
  readonly value: Value
  readonly label: string
  /** The effect of the choice, in a sentence. */
  readonly means?: string | undefined
  /** Shown while the option is chosen. */
  readonly details?: ComponentChildren
}

interface Props<Value> {
  readonly legend: string
  readonly name: string
  readonly value: Value
  readonly options: readonly RadioOption<Value>[]
  readonly onChoose: (value: Value) => void
}

/** Chooses one of a few options, each with its effect. */
export function RadioList<Value>({ legend, name, value, options, onChoose }: Props<Value>) {
  return (
    <fieldset class="stack tight">
      <legend class="label">{legend}</legend>
      {options.map((option) => (
        <Fragment key={option.label}>
          <label class="check">
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
            <span>
              {option.label}
              {option.means && <span class="quiet small">{option.means}</span>}
            </span>
          </label>
          {option.value === value && option.details && <div class="details">{option.details}</div>}
        </Fragment>
      ))}
    </fieldset>
  )
}
