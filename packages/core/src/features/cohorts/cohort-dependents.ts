import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { referencedCohortIds } from '../../evaluation/definition/flag-references.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import { compareText } from '../../foundation/lists/compare-text.ts'
import { listed } from '../../foundation/validation/listed.ts'

/** What looks at a cohort directly: the live flags, by key, and the live cohorts, by name. */
export interface CohortDependents {
  readonly flags: readonly Pick<Flag, 'id' | 'key' | 'name'>[]
  readonly cohorts: readonly Pick<Cohort, 'id' | 'name'>[]
}

/** What keeps a cohort from being deleted (COHORT-10). */
export async function cohortDependents(
  tx: ReadTransaction,
  { projectId, id }: Pick<Cohort, 'projectId' | 'id'>,
): Promise<CohortDependents> {
  // Nothing is kept of which cohort uses which: it is rarely asked, and this reads each of the project once.
  const flags = await liveFlagsOn(tx, projectId, new Set([id]))
  const cohorts = (await tx.cohorts.listLive(projectId)).filter(({ properties }) =>
    nestedCohortIds(properties).includes(id),
  )
  return {
    flags: flags.toSorted((a, b) => compareText(a.key, b.key)).map(({ id, key, name }) => ({ id, key, name })),
    cohorts: cohorts
      .toSorted((a, b) => compareText(a.name, b.name) || a.id - b.id)
      .map(({ id, name }) => ({ id, name })),
  }
}

/** Says which they are; undefined when there are none. */
export function toldDependents({ flags, cohorts }: CohortDependents): string | undefined {
  const named = flags.map(({ id, key }) => ({ id, name: key }))
  const users = [...listed('feature flags', named), ...listed('cohorts', cohorts)]
  return users.length === 0 ? undefined : users.join(' and by ')
}

/** The live flags that look at one of these cohorts, directly or through others, of which some may be deleted. */
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
  const flags = await tx.flags.listOnCohorts(projectId)
  return flags.filter(({ filters }) => referencedCohortIds(filters).some((id) => cohortIds.has(id)))
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
