import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface FieldAttributes {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

interface Props {
  readonly label: string
  readonly hint?: ComponentChildren
  /** The error, in one sentence. */
  readonly wrong?: string | undefined
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

/** Shows a label, a control, and its hint or error, and links them for assistive technology. */
export function Field({ label, hint, wrong, children }: Props) {
  const id = useId()
  const about = `${id}-about`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-invalid': wrong !== undefined, 'aria-describedby': about })}
      <div id={about}>{wrong ? <span class="wrong">{wrong}</span> : hint && <span class="hint">{hint}</span>}</div>
    </div>
  )
}
