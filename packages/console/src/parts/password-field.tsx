import { Field } from './field.tsx'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly wrong?: string | undefined
  /** The name in the form. */
  readonly name?: string
  /** A password manager suggests a new password, or fills in the stored one. */
  readonly autocomplete: 'new-password' | 'current-password'
  readonly autofocus?: boolean
  readonly required?: boolean
}

/** The minimum length of a new password (SESS-6). */
const MIN_LENGTH = 10

export function PasswordField({
  label,
  hint,
  wrong,
  name = 'password',
  autocomplete,
  autofocus,
  required = true,
}: Props) {
  return (
    <Field label={label} hint={hint} wrong={wrong}>
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          name={name}
          type="password"
          autocomplete={autocomplete}
          autofocus={autofocus}
          minLength={autocomplete === 'new-password' ? MIN_LENGTH : undefined}
          required={required}
        />
      )}
    </Field>
  )
}
