import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import { listed } from '../../foundation/validation/listed.ts'

/** Says which live flags and cohorts look at a cohort; undefined when none does. */
export async function cohortUsers(
  tx: ReadTransaction,
  { projectId, id }: Pick<Cohort, 'projectId' | 'id'>,
): Promise<string | undefined> {
  // Nothing is kept of who uses whom: deleting a cohort is rare, and this reads each row of the project once.
  const flags = (await liveFlagsOn(tx, projectId, new Set([id]))).map((flag) => ({ id: flag.id, name: flag.key }))
  const cohorts = (await tx.cohorts.changedSince(projectId, 0)).filter(
    (cohort) => !cohort.deleted && nestedCohortIds(cohort.properties).includes(id),
  )
  const users = [...listed('feature flags', flags), ...listed('cohorts', cohorts)]
  return users.length === 0 ? undefined : users.join(' and by ')
}

/** The live flags that look at one of these cohorts, directly or through others, deleted ones too. */
export async function flagsOn(
  tx: ReadTransaction,
  projectId: number,
  cohortIds: readonly number[],
): Promise<readonly Flag[]> {
  // As above: only who may not edit every flag waits for it.
  const containers = containersOf(await tx.cohorts.changedSince(projectId, 0))
  const touched = reachable((id) => containers.get(id) ?? [], cohortIds)
  return liveFlagsOn(tx, projectId, new Set([...cohortIds, ...touched]))
}

async function liveFlagsOn(
  tx: ReadTransaction,
  projectId: number,
  cohortIds: ReadonlySet<number>,
): Promise<readonly Flag[]> {
  const flags = await tx.flags.changedSince(projectId, 0)
  return flags.filter(
    ({ deleted, filters }) => !deleted && referencedCohortIds(filters).some((id) => cohortIds.has(id)),
  )
}

/** Which of these cohorts each cohort is directly part of. */
export function containersOf(cohorts: readonly Cohort[]): ReadonlyMap<number, readonly number[]> {
  const containers = new Map<number, number[]>()
  for (const { id, properties } of cohorts) {
    for (const nested of nestedCohortIds(properties)) {
      const list = containers.get(nested)
      if (list) list.push(id)
      else containers.set(nested, [id])
    }
  }
  return containers
}
