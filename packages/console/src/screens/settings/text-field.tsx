import { Field } from '../../parts/field.tsx'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly wrong?: string | undefined
  readonly value: string
  readonly onInput: (value: string) => void
  readonly type?: 'text' | 'number' | 'datetime-local'
  readonly required?: boolean
  readonly maxLength?: number
  /** The smallest number. */
  readonly min?: number
  /** The id of the list of suggestions. */
  readonly list?: string
}

/** A labelled input whose value is a field of a draft. */
export function TextField({ label, hint, wrong, onInput, type = 'text', ...input }: Props) {
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          type={type}
          class={type === 'number' ? 'input days' : 'input'}
          dir="auto"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </Field>
  )
}
