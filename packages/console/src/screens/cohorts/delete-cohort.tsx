import { Confirm } from '../../parts/confirm.tsx'
import { cohorts as text } from '../../text/cohorts.ts'
import type { Cohort } from './cohort.ts'
import { deleteCohort } from './cohort-actions.ts'
import { UsedBy } from './used-by.tsx'

interface Props {
  readonly cohort: Cohort
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** Asks before a cohort goes, and shows what looks at it. */
export function DeleteCohort({ cohort, onDone, onClose }: Props) {
  const run = async () => {
    await deleteCohort(cohort)
    onDone?.()
  }
  return (
    <Confirm title={text.deleteTitle(cohort.name)} action={text.delete} onConfirm={run} onClose={onClose}>
      <p>{text.usedBy}</p>
      <UsedBy id={cohort.id} />
    </Confirm>
  )
}
