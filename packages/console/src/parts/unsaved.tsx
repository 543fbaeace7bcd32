import { useComputed } from '@preact/signals'
import { draftNames } from '../drafts.ts'
import { sentences } from '../text/frame.ts'

interface Props {
  /** The name of the draft. */
  readonly name: string
  /** The address of its form. */
  readonly href: string
}

/** A mark of unsaved changes that leads to them. It is drawn again when this draft is stored or removed, not for others. */
export function Unsaved({ name, href }: Props) {
  const isUnsaved = useComputed(() => draftNames.value.has(name))
  if (!isUnsaved.value) return null
  return (
    <a class="status unsaved" href={href}>
      {sentences.unsaved}
    </a>
  )
}
