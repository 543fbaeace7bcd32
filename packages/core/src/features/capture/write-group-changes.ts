import type { Project } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'
import type { GroupChange } from './group-change.ts'
import { groupTypesFor } from './group-types-for.ts'
import { type Draft, layOverStored } from './lay-over-stored.ts'
import { type Refusals, writeInChunks } from './write-in-chunks.ts'

/** Stores what events say about groups, in their order (CAPTURE-23 to CAPTURE-26). */
export async function writeGroupChanges(
  ctx: Context,
  project: Project,
  changes: readonly GroupChange[],
): Promise<Refusals> {
  if (changes.length === 0) return []
  const names = new Set(changes.map(({ groupType }) => groupType))
  const groupTypes = await groupTypesFor(ctx, project, names)
  return writeInChunks(changes, {
    idsOf: ({ groupType, groupKey }) => [`${groupType.trim()}/${groupKey}`, null],
    async write(chunk) {
      const expected = chunk.map((change) => placedChange(change, groupTypes).refusal)
      const isIdle = expected.every((refusal) => refusal !== null)
      return isIdle ? expected : ctx.store.write((tx) => writeChunk(tx, project.id, chunk, ctx.clock()))
    },
  })
}

/** A change with the place that its group's type has, or with what keeps it from being one. */
type PlacedChange =
  | { readonly refusal: string }
  | { readonly refusal: null; readonly index: number; readonly key: string; readonly change: GroupChange }

function placedChange(change: GroupChange, groupTypes: Project['groupTypes']): PlacedChange {
  const index = groupTypes.indexOf(change.groupType.trim())
  if (index < 0) return { refusal: NO_SUCH_TYPE }
  const refusal = distinctIdProblem(change.groupKey)?.detail
  return refusal === undefined ? { refusal: null, index, key: change.groupKey, change } : { refusal }
}

const NO_SUCH_TYPE =
  'There is no such group type. Somebody can add it, or let events add types (events_add_group_types) while there is room.'

async function writeChunk(
  tx: Transaction,
  projectId: number,
  changes: readonly GroupChange[],
  nowMs: number,
): Promise<Refusals | undefined> {
  // A type may just have been removed, and its place have been given to another.
  const groupTypes = (await tx.projects.find(projectId))?.groupTypes ?? []
  return layOverStored<PlacedChange, GroupPlace>(
    {
      changes: changes.map((change) => placedChange(change, groupTypes)),
      placesOf: (placed) => (placed.refusal === null ? [[nameOf(placed), placed]] : []),
      lock: ({ index, key }) => tx.groups.lock(projectId, index, key),
      layOver,
      save: ({ index, key }, group) => tx.groups.save({ projectId, groupTypeIndex: index, key, ...group }),
    },
    nowMs,
  )
}

interface GroupPlace {
  readonly index: number
  readonly key: string
}

function nameOf({ index, key }: GroupPlace): string {
  return `${index}/${key}`
}

function layOver(drafts: ReadonlyMap<string, Draft>, placed: PlacedChange): string | null {
  if (placed.refusal !== null) return placed.refusal
  const draft = drafts.get(nameOf(placed))
  if (!draft) return null
  // Whoever names a group makes it, whatever becomes of its properties.
  draft.isMade = true
  return draft.properties.apply(placed.change)
}
