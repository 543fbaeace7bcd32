import { Field } from './field.tsx'

interface Props<Name extends string> {
  readonly label: string
  readonly value: Name
  readonly options: Readonly<Record<Name, string>>
  readonly wrong?: string | undefined
  readonly onChoose: (value: Name) => void
}

/** Shows a select field with named options. */
export function Choice<Name extends string>({ label, value, options, wrong, onChoose }: Props<Name>) {
  return (
    <Field label={label} wrong={wrong}>
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={value}
          onChange={({ currentTarget }) => onChoose(currentTarget.value as Name)} // one of the options
        >
          {Object.entries<string>(options).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
