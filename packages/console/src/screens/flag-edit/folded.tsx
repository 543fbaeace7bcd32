import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { edit as text } from '../../text/flag-edit.ts'

interface Props {
  readonly title: string
  /** Whether a field in it has a value. */
  readonly isOpen?: boolean
  /** The number of invalid fields in it. */
  readonly wrong: number
  readonly children: ComponentChildren
}

/** A collapsible section for fields that few flags need. Its heading shows the number of invalid fields. */
export function Folded({ title, isOpen = false, wrong, children }: Props) {
  // An open section stays open when its last text is removed, because the user is still typing.
  const wasOpen = useRef(isOpen)
  wasOpen.current ||= isOpen
  return (
    <details open={wasOpen.current}>
      <summary>
        {title} {wrong > 0 && <span class="wrong">{text.attention(wrong)}</span>}
      </summary>
      {children}
    </details>
  )
}
