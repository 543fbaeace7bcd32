import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { edit as text } from '../../text/flag-edit.ts'

interface Props {
  readonly title: string
  /** Whether there is something in it. */
  readonly isOpen?: boolean
  /** How many of its fields are wrong. */
  readonly wrong: number
  readonly children: ComponentChildren
}

/** A part of the form that few flags need, which says of itself when something in it is wrong. */
export function Folded({ title, isOpen = false, wrong, children }: Props) {
  // What was open stays so when its last text is taken out: somebody is typing there.
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
