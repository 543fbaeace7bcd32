import type { Cohort, NewCohort } from '../../data/records/cohort.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { cycleThrough, longestPath } from '../../foundation/graph/directed-graph.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { unknownCohorts } from '../filters/unknown-cohorts.ts'
import type { CohortUsers } from './cohort-users.ts'

/** The cohort that is about to be stored; `id` is undefined while it is being created. */
export type CohortDraft = NewCohort & { readonly id?: number }

/** How many cohorts may be in a row of which each is made of the next. */
const MAX_DEPTH = 100
/** No stored cohort has it. */
const NEW_ID = 0

/** The rules about the cohorts that a cohort is made of. `before` is undefined while it is being created. */
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

/** What every cohort on the way is made of, with `ids` for the one that is about to be stored. */
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

/** How many cohorts are in the longest row that begins at one. */
function depthBelow(nesting: Nesting, id: number): number {
  return longestPath((from) => nesting.get(from) ?? [], id)
}

interface Stored {
  readonly id: number
  readonly before: Cohort | undefined
  readonly users: CohortUsers
}

/** How many cohorts are in the longest row with the one that is about to be stored; 0 when it makes no row longer. */
async function newDepth(tx: ReadTransaction, nesting: Nesting, { id, before, users }: Stored): Promise<number> {
  const below = depthBelow(nesting, id)
  // Nothing contains what is new, or is not live yet.
  if (!before || before.deleted) return below
  const stored = await nestingOf(tx, before.projectId, id, nestedCohortIds(before.properties))
  return below > depthBelow(stored, id) ? below + (await depthAbove(users, id)) : 0
}

/** How many cohorts contain one, each the other, at most. */
async function depthAbove(users: CohortUsers, start: number): Promise<number> {
  return longestPath(await users.liveContainers(), start) - 1
}
