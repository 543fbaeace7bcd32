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
  /** What is wrong with it, in one sentence. */
  readonly wrong?: string | undefined
  readonly children: (attributes: FieldAttributes) => ComponentChildren
}

/** A label, a control, and what is to be known or mended about it, tied together. */
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
