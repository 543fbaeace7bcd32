import type { ReadTransaction } from '../../data/store.ts'
import { parseId } from '../../evaluation/definition/flag-references.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

/** Returns a violation for each id, in the form that clients send, that is not a live cohort of the project. */
export async function unknownCohorts(
  tx: ReadTransaction,
  projectId: number,
  ids: readonly string[],
): Promise<Violation[]> {
  if (ids.length === 0) return []
  const parsed = ids.map((text) => parseId(text))
  const cohorts = await tx.cohorts.listNames(
    projectId,
    parsed.filter((id) => id !== undefined),
  )
  const live = new Set<number | undefined>(cohorts.filter(({ deleted }) => !deleted).map(({ id }) => id))
  const unknown = ids.filter((_, place) => !live.has(parsed[place]))
  return unknown.map((text) =>
    violation('filters', 'cohort_does_not_exist', `Cohort with id ${clip(text)} does not exist`),
  )
}
