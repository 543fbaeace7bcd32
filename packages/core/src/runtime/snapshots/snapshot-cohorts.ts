import type { Cohort } from '../../data/records/cohort.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { sdkCriteria } from './sdk-criteria.ts'

/** The live cohorts of a project at one version. */
export interface SnapshotCohorts {
  readonly byId: ReadonlyMap<number, Cohort>
  /** The criteria of each dynamic cohort in SDK form, by its id as text. */
  readonly definitions: { readonly [id: string]: JsonObject }
  readonly staticIds: readonly number[]
}

/** Returns the cohorts after a change; the same object when there is none. */
export function withCohorts(before: SnapshotCohorts | undefined, changed: readonly Cohort[]): SnapshotCohorts {
  if (before && changed.length === 0) return before
  const byId = new Map(before?.byId)
  for (const cohort of changed) {
    if (cohort.deleted) byId.delete(cohort.id)
    else byId.set(cohort.id, cohort)
  }
  const live = [...byId.values()]
  const dynamic = live.filter(({ isStatic }) => !isStatic)
  return {
    byId,
    definitions: Object.fromEntries(dynamic.map(({ id, properties }) => [String(id), sdkCriteria(properties)])),
    staticIds: live.flatMap(({ id, isStatic }) => (isStatic ? [id] : [])),
  }
}

/** Returns the live ones of these cohorts, and those that they reference, by id. */
export function cohortsReachedFrom(ids: readonly number[], { byId }: SnapshotCohorts): readonly Cohort[] {
  const used = new Map<number, Cohort>()
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const cohort = used.has(id) ? undefined : byId.get(id)
    if (!cohort) continue
    used.set(id, cohort)
    open.push(...nestedCohortIds(cohort.properties))
  }
  return [...used.values()].sort((a, b) => a.id - b.id)
}
