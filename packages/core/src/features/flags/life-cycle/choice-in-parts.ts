import type { FlagQuery } from '../../../data/records/flag-query.ts'
import { flagGrowth } from '../../../data/records/live-totals.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { inTopologicalOrder } from '../../../foundation/graph/directed-graph.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { chosenFlags } from './flag-choice.ts'

/** The most that one transaction changes: about 50 ms of work. */
const PART_FLAGS = 100
const PART_BYTES = 1024 * 1024

/**
 * Ids of the flags of a choice, in parts that are short enough for one transaction each. A flag comes after the chosen flags
 * that depend on it, so those are deleted before it (FLAG-103).
 */
export async function choiceInParts(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
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
  { project }: Pick<ProjectContext, 'project'>,
  ids: readonly number[],
): Promise<Iterable<number>> {
  const chosen = new Set(ids)
  const dependencies = (await tx.flagDependencies.list(project.id)).filter(({ flagId }) => chosen.has(flagId))
  const dependents = Map.groupBy(dependencies, ({ dependsOnFlagId }) => dependsOnFlagId)
  const inOrder = new Set<number>()
  inTopologicalOrder(
    // The last one is visited first.
    ids.toReversed(),
    (id) => (dependents.get(id) ?? []).map(({ flagId }) => flagId),
    (id) => inOrder.has(id),
    (id) => inOrder.add(id),
  )
  return inOrder
}
