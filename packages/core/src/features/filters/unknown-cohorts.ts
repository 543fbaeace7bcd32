import type { ReadTransaction } from '../../data/store.ts'
import { parseId } from '../../evaluation/definition/flag-references.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

/** A violation for each of these ids, as clients write them, that names no live cohort of the project. */
export async function unknownCohorts(
  tx: ReadTransaction,
  projectId: number,
  ids: readonly string[],
): Promise<Violation[]> {
  const found = await Promise.all(
    ids.map(async (text) => {
      const id = parseId(text)
      return id === undefined ? undefined : tx.cohorts.find(projectId, id)
    }),
  )
  const unknown = ids.filter((_, place) => found[place]?.deleted ?? true)
  return unknown.map((text) =>
    violation('filters', 'cohort_does_not_exist', `Cohort with id ${clip(text)} does not exist`),
  )
}
