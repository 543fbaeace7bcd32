import type { Cohort, NewCohort } from '../../data/records/cohort.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { cycleThrough, longestPath } from '../../foundation/graph/directed-graph.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { unknownCohorts } from '../filters/unknown-cohorts.ts'
import type { CohortUsers } from './cohort-users.ts'

/** A cohort before it is stored; `id` is undefined for a new cohort. */
export type CohortDraft = NewCohort & { readonly id?: number }

/** The maximum number of cohorts in a chain in which each contains the next. */
const MAX_DEPTH = 100
/** No stored cohort has this id. */
const NEW_ID = 0

/** Returns violations of the rules for nested cohorts. `before` is undefined for a new cohort. */
export async function nestingViolations(
  tx: ReadTransaction,
  next: CohortDraft,
  before: Cohort | undefined,
  users: CohortUsers,
): Promise<Violation[]> {
  const ids = nestedCohortIds(next.properties)
  const unknown = await unknownCohorts(tx, next.projectId, ids.map(String))
  if (unknown.length > 0 || ids.length === 0) return unknown
  const { id = NEW_ID } = next
  const nesting = await nestingOf(tx, next.projectId, id, ids)
  const cycle = cycleThrough((from) => nesting.get(from) ?? [], id)
  if (cycle) return [nestingViolation(`A cohort cannot contain itself: ${cycle.join(' → ')}`)]
  const depth = await newDepth(tx, nesting, { id, before, users })
  if (depth <= MAX_DEPTH) return []
  const detail = `Cohorts can be nested at most ${MAX_DEPTH} levels deep. With this change there would be ${depth} levels.`
  return [nestingViolation(detail)]
}

function nestingViolation(detail: string): Violation {
  return violation('filters', 'invalid_input', detail)
}

type Nesting = ReadonlyMap<number, readonly number[]>

/**
 * Returns the contents of all cohorts that `start` contains, directly or indirectly; `ids` are the contents of `start`.
 */
async function nestingOf(
  tx: ReadTransaction,
  projectId: number,
  start: number,
  ids: readonly number[],
): Promise<Nesting> {
  const nesting = new Map([[start, ids]])
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (nesting.has(id)) continue
    const nested = nestedCohortIds((await tx.cohorts.find(projectId, id))?.properties)
    nesting.set(id, nested)
    open.push(...nested)
  }
  return nesting
}

/** Returns the length of the longest chain that starts with this cohort. */
function depthBelow(nesting: Nesting, id: number): number {
  return longestPath((from) => nesting.get(from) ?? [], id)
}

interface Stored {
  readonly id: number
  readonly before: Cohort | undefined
  readonly users: CohortUsers
}

/**
 * Returns the length of the longest chain with the cohort that is to be stored; 0 if the change makes no chain longer.
 */
async function newDepth(tx: ReadTransaction, nesting: Nesting, { id, before, users }: Stored): Promise<number> {
  const below = depthBelow(nesting, id)
  // No cohort contains a new or deleted one.
  if (!before || before.deleted) return below
  const stored = await nestingOf(tx, before.projectId, id, nestedCohortIds(before.properties))
  return below > depthBelow(stored, id) ? below + (await depthAbove(users, id)) : 0
}

/** Returns the maximum number of cohorts in a chain that contain this one. */
async function depthAbove(users: CohortUsers, start: number): Promise<number> {
  return longestPath(await users.liveContainers(), start) - 1
}
