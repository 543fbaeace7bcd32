import { useComputed } from '@preact/signals'
import { draftNames } from '../drafts.ts'
import { sentences } from '../text/frame.ts'

interface Props {
  /** The name of the draft. */
  readonly name: string
  /** The address of its form. */
  readonly href: string
}

/** Marks unsaved changes and links to them. It is rendered again only when this draft is stored or removed. */
export function Unsaved({ name, href }: Props) {
  const isUnsaved = useComputed(() => draftNames.value.has(name))
  if (!isUnsaved.value) return null
  return (
    <a class="status unsaved" href={href}>
      {sentences.unsaved}
    </a>
  )
}
