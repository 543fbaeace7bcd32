import { draftNames } from '../../drafts.ts'
import { href } from '../../route.ts'
import { cohorts as text } from '../../text/cohorts.ts'
import { editName } from './edit/draft.ts'

/** Whether this browser tab has changes of a cohort that are not saved. */
export function hasDraft(id: number): boolean {
  return draftNames.value.has(editName(id))
}

/** A mark of unsaved changes that leads to them. */
export function Unsaved({ id }: { readonly id: number }) {
  if (!hasDraft(id)) return null
  return (
    <a class="status unsaved" href={href('cohorts', id, 'edit')}>
      {text.unsaved}
    </a>
  )
}
