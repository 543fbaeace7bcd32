import type { FlagQuery } from '../../../data/records/flag-query.ts'
import { flagGrowth } from '../../../data/records/live-totals.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { inTopologicalOrder } from '../../../foundation/graph/directed-graph.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { flagGraph } from '../../../runtime/flag-graph.ts'
import { chosenFlags } from './flag-choice.ts'

/** The maximum number of flags and bytes in one part: a transaction takes about 50 ms for them. */
const PART_FLAGS = 100
const PART_BYTES = 1024 * 1024

/**
 * Returns the ids of the chosen flags in parts, each of which is small enough for one transaction. A flag comes after
 * the chosen flags that depend on it, so that those are deleted first (FLAG-103).
 */
export async function choiceInParts(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project' | 'dependencies'>,
  query: FlagQuery,
): Promise<readonly (readonly number[])[]> {
  const chosen = await chosenFlags(tx, ctx, query, (flag) => [flag.id, flagGrowth(undefined, flag).bytes] as const)
  const bytes = new Map(chosen)
  const parts: number[][] = []
  let [flagsLeft, bytesLeft] = [0, 0]
  for (const id of await dependentsFirst(tx, ctx, [...bytes.keys()])) {
    const size = bytes.get(id) ?? 0
    if (flagsLeft === 0 || size > bytesLeft) {
      parts.push([])
      flagsLeft = PART_FLAGS
      bytesLeft = PART_BYTES
    }
    parts.at(-1)?.push(id)
    flagsLeft -= 1
    bytesLeft -= size
  }
  return parts
}

async function dependentsFirst(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project' | 'dependencies'>,
  ids: readonly number[],
): Promise<Iterable<number>> {
  const chosen = new Set(ids)
  const graph = await flagGraph(tx, ctx)
  const inOrder = new Set<number>()
  inTopologicalOrder(
    // The sort visits the last id first.
    ids.toReversed(),
    (id) => [...graph.dependentsOf(id)].filter((dependent) => chosen.has(dependent)),
    (id) => inOrder.has(id),
    (id) => inOrder.add(id),
  )
  return inOrder
}
