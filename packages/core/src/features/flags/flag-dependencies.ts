import type { Flag } from '../../data/records/flag.ts'
import type { FlagQuery } from '../../data/records/flag-query.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { parseId, referencedFlagIds, referencedFlagKeys } from '../../evaluation/definition/flag-references.ts'
import { cycleThrough, longestPath } from '../../foundation/graph/directed-graph.ts'
import { firstOf } from '../../foundation/lists/first-of.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { wholeViolation } from '../../foundation/validation/refuse.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { type FlagGraph, flagGraph, type GraphContext } from '../../runtime/flag-graph.ts'
import { flagsOfIdsInParts } from './flags-in-parts.ts'

/** The flag that will be stored; `id` is undefined while it is being created. */
type Dependent = Pick<Flag, 'key' | 'filters' | 'projectId'> & { readonly id?: number }

/** Checks which other flags the filters of a flag reference (FLAG-60, FLAG-61, FLAG-64). */
export async function dependencyViolations(
  tx: ReadTransaction,
  ctx: GraphContext,
  flag: Dependent,
): Promise<Violation[]> {
  const [found, chain] = await Promise.all([
    Promise.all([...referencedFlagKeys(flag.filters)].map((key) => referenceViolation(tx, flag, key))),
    chainViolations(tx, ctx, flag),
  ])
  const violations = found.filter((each) => each !== undefined).map(filtersViolation)
  return violations.length > 0 ? violations : chain
}

/** Returns the reasons against enabling a flag that depends on missing flags, or on itself. */
export async function goneDependencyViolations(
  tx: ReadTransaction,
  ctx: GraphContext,
  flag: Dependent,
): Promise<Violation[]> {
  const ids = [...referencedFlagIds(flag.filters)]
  const targets = await Promise.all(ids.map((id) => tx.flags.find(flag.projectId, id)))
  const gone = ids.filter((_, index) => targets[index]?.deleted ?? true)
  return gone.length > 0 ? gone.map((id) => filtersViolation(nonExistent(id))) : chainViolations(tx, ctx, flag)
}

/**
 * Returns violations by filters with which a flag would depend on itself, or dependencies would nest too deeply. The
 * dependencies of a deleted flag count again once it is restored.
 */
export async function chainViolations(tx: ReadTransaction, ctx: GraphContext, flag: Dependent): Promise<Violation[]> {
  const dependsOn = referencedFlagIds(flag.filters)
  if (dependsOn.length === 0) return []
  const { id = NEW_ID } = flag
  const graph = await flagGraph(tx, ctx)
  const dependenciesAfter = (from: number) => (from === id ? dependsOn : graph.dependenciesOf(from))
  const cycle = cycleThrough(dependenciesAfter, id)
  if (cycle) return [filtersViolation(`Circular dependency detected: ${await keysAlong(tx, flag, cycle)}`)]
  const depth = depthOf(graph, id, dependenciesAfter)
  if (depth <= MAX_DEPTH || depth <= depthOf(graph, id)) return []
  return [
    filtersViolation(
      `Dependencies of feature flags can be at most ${MAX_DEPTH} levels deep. ` +
        `With this change, those of '${flag.key}' would be ${depth} levels deep.`,
    ),
  ]
}

/** The maximum number of flags in a chain of dependencies. */
const MAX_DEPTH = 100
/** An id that no stored flag has. */
const NEW_ID = 0

async function referenceViolation(tx: ReadTransaction, flag: Dependent, key: string): Promise<string | undefined> {
  const id = parseId(key)
  if (id === undefined) {
    return `Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: '${clip(key)}'`
  }
  if (id === flag.id) return `Feature flag '${flag.key}' cannot depend on itself`
  const target = await tx.flags.find(flag.projectId, id)
  if (!target || target.deleted) return nonExistent(id)
  if (target.active) return undefined
  return (
    `Cannot create dependency on disabled flag '${target.key}' (ID: ${id}). ` +
    'Flag dependencies must reference active flags only.'
  )
}

function nonExistent(id: number): string {
  return `Flag dependency references non-existent flag with ID ${id}`
}

/** Returns the keys of the flags on a cycle. */
async function keysAlong(tx: ReadTransaction, { key, projectId }: Dependent, way: readonly number[]): Promise<string> {
  const between = way.slice(1, -1).map(async (id) => (await tx.flags.find(projectId, id))?.key ?? String(id))
  return [key, ...(await Promise.all(between)), key].join(' → ')
}

/**
 * Returns the number of flags on the longest path through a flag. `dependenciesOf` can differ from the graph;
 * dependents are those of the graph.
 */
function depthOf(graph: FlagGraph, id: number, dependenciesOf = graph.dependenciesOf.bind(graph)): number {
  const below = longestPath(dependenciesOf, id)
  const above = longestPath(graph.dependentsOf.bind(graph), id)
  return below + above - 1
}

/** Returns the reasons against deleting or disabling a flag on which enabled flags depend. */
export async function dependentViolations(
  tx: ReadTransaction,
  ctx: GraphContext,
  flag: Pick<Flag, 'id'>,
  action: 'delete' | 'disable',
): Promise<Violation[]> {
  const dependents = (await dependentsByFlag(tx, ctx, [flag]))(flag)
  return dependents.length === 0 ? [] : [dependentViolation(dependents, action)]
}

/** Returns the violation that names the flags that depend on a flag. */
export function dependentViolation(dependents: readonly DependentFlag[], action: 'delete' | 'disable'): Violation {
  return wholeViolation(
    `Cannot ${action} this feature flag because other flags depend on it: ${listed(dependents)}. ` +
      'Please update or disable the dependent flags first.',
  )
}

/** Returns the reasons against enabling a flag while one of its dependencies is disabled. */
export async function disabledDependencyViolations(
  tx: ReadTransaction,
  flag: Pick<Flag, 'projectId' | 'filters'>,
): Promise<Violation[]> {
  const targets = await flagsById(tx, flag.projectId, referencedFlagIds(flag.filters))
  const disabled = targets.filter((target) => !target.deleted && !target.active)
  if (disabled.length === 0) return []
  return [
    wholeViolation(
      `Cannot enable this feature flag because it depends on disabled flags: ${listed(disabled)}. ` +
        'Please enable the dependency flags first.',
    ),
  ]
}

/** A flag that depends on another. */
export type DependentFlag = Pick<Flag, 'id' | 'key' | 'name' | 'active'>

/** Returns the enabled flags that depend on one, by key. */
export type DependentsOf = (flag: Pick<Flag, 'id'>) => readonly DependentFlag[]

/**
 * Returns enabled flags that depend on these, by key, with one lookup for all; with an empty query, disabled flags too.
 */
export async function dependentsByFlag(
  tx: ReadTransaction,
  ctx: GraphContext,
  flags: readonly Pick<Flag, 'id'>[],
  query: Pick<FlagQuery, 'active'> = { active: true },
): Promise<DependentsOf> {
  const graph = await flagGraph(tx, ctx)
  // Bound: dies with the returned function
  const dependents = new Map<number, DependentFlag[]>(flags.map(({ id }) => [id, []]))
  const ids = new Set(flags.flatMap(({ id }) => [...graph.dependentsOf(id)]))
  for (const flag of await liveFlags(tx, ctx.project.id, query, [...ids])) {
    for (const id of graph.dependenciesOf(flag.id)) dependents.get(id)?.push(flag)
  }
  return ({ id }) => dependents.get(id) ?? []
}

/** Returns the flags with these ids that are live and match, by key. */
async function liveFlags(
  tx: ReadTransaction,
  projectId: number,
  query: Pick<FlagQuery, 'active'>,
  ids: readonly number[],
): Promise<readonly DependentFlag[]> {
  const named = ({ id, key, name, active }: Flag): DependentFlag => ({ id, key, name, active })
  const flags = await flagsOfIdsInParts(tx, projectId, query, ids, named)
  return flags.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

async function flagsById(tx: ReadTransaction, projectId: number, ids: readonly number[]): Promise<Flag[]> {
  const flags = await Promise.all(ids.map((id) => tx.flags.find(projectId, id)))
  return flags.filter((flag) => flag !== undefined)
}

function listed(flags: readonly Pick<Flag, 'key' | 'id'>[]): string {
  return firstOf(flags, ', ', ({ key, id }) => `${key} (ID: ${id})`)
}

function filtersViolation(detail: string): Violation {
  return violation('filters', 'invalid_input', detail)
}
