import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { cohorts as text } from '../../text/cohorts.ts'
import { sentences } from '../../text/frame.ts'
import { type Cohort, inputOf } from './cohort.ts'
import { deleteCohort } from './cohort-actions.ts'
import { Dependents, isUsed } from './used-by.tsx'

interface Props {
  readonly cohort: Cohort
  readonly onDone?: () => void
  readonly onClose: () => void
}

/**
 * Confirms the deletion of an unused cohort. A cohort in use cannot be deleted, so the dialog links to its dependents.
 */
export function DeleteCohort({ cohort, onDone, onClose }: Props) {
  const query = useQuery('listCohortDependents', inputOf(cohort.id))
  const { data, problem } = query
  if (data && isUsed(data)) {
    return (
      <Dialog title={text.deleteTitle(cohort.name)} onClose={onClose}>
        <p>{text.inUse}</p>
        <Dependents dependents={data} />
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {sentences.close}
          </button>
        </div>
      </Dialog>
    )
  }
  const run = async () => {
    await deleteCohort(cohort)
    onDone?.()
  }
  return (
    <Confirm
      title={text.deleteTitle(cohort.name)}
      action={text.delete}
      // If the request fails, the server still checks the use.
      blocked={!data && !problem}
      onConfirm={run}
      onClose={onClose}
    >
      <Answered query={query} rows={1}>
        {() => <p>{text.deleteEffect}</p>}
      </Answered>
    </Confirm>
  )
}
