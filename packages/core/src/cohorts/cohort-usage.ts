import { referencedCohortIds } from '../flags/filters/flag-references.ts'
import type { ReadTransaction } from '../storage/store.ts'
import { shown } from '../validation/shown.ts'
import type { Cohort } from './cohort.ts'
import { nestedCohortIds } from './cohort-criteria.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Says which live flags and cohorts look at a cohort; undefined when none does. */
export async function cohortUsers(
  tx: ReadTransaction,
  { projectId, id }: Pick<Cohort, 'projectId' | 'id'>,
): Promise<string | undefined> {
  // Nothing is kept of who uses whom: deleting a cohort is rare, and this reads each row of the project once.
  const flags = (await tx.flags.changedSince(projectId, 0))
    .filter((flag) => !flag.deleted && referencedCohortIds(flag.filters).includes(id))
    .map((flag) => ({ id: flag.id, name: flag.key }))
  const cohorts = (await tx.cohorts.changedSince(projectId, 0)).filter(
    (cohort) => !cohort.deleted && nestedCohortIds(cohort.properties).includes(id),
  )
  const users = [...listed('feature flags', flags), ...listed('cohorts', cohorts)]
  return users.length === 0 ? undefined : users.join(' and by ')
}

const SHOWN = 5

function listed(kind: string, users: readonly Named[]): readonly string[] {
  if (users.length === 0) return []
  const names = users.slice(0, SHOWN).map(({ name, id }) => `${shown(name)} (ID: ${id})`)
  const more = users.length - names.length
  return [`${kind}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}
