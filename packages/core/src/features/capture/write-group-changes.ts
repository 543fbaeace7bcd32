import type { Project } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'
import type { GroupChange } from './group-change.ts'
import { groupTypesFor } from './group-types-for.ts'
import type { Refusal } from './known-properties.ts'
import { type Draft, layOverStored } from './lay-over-stored.ts'
import { countRoom, roomIn, type WrittenChunk } from './project-room.ts'
import type { StorageRoom } from './storage-room.ts'
import { type Refusals, writeInChunks } from './write-in-chunks.ts'

/** Stores the effects of events on groups, in order (CAPTURE-23 to CAPTURE-26). */
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
      if (isIdle) return expected
      const written = await ctx.store.write((tx) => writeChunk(tx, ctx, project.id, chunk))
      if (written) ctx.storedSizes.note(written.size, written.dropped)
      return written?.refusals
    },
  })
}

/** A change with the index of its group type, or the reason why it cannot be stored. */
type PlacedChange =
  | { readonly refusal: Refusal }
  | { readonly refusal: null; readonly index: number; readonly key: string; readonly change: GroupChange }

function placedChange(change: GroupChange, groupTypes: Project['groupTypes']): PlacedChange {
  const index = groupTypes.indexOf(change.groupType.trim())
  if (index < 0) return { refusal: NO_SUCH_TYPE }
  const details = distinctIdProblem(change.groupKey)?.detail
  if (details !== undefined) return { refusal: { details, isPartial: false } }
  return { refusal: null, index, key: change.groupKey, change }
}

const NO_SUCH_TYPE: Refusal = {
  details: 'This group type does not exist. Add it, or allow events to add group types (events_add_group_types).',
  isPartial: false,
}

async function writeChunk(
  tx: Transaction,
  ctx: Context,
  projectId: number,
  changes: readonly GroupChange[],
): Promise<WrittenChunk | undefined> {
  const nowMs = ctx.clock()
  // A type may just have been deleted, and its index been given to another.
  const groupTypes = (await tx.projects.find(projectId))?.groupTypes ?? []
  const laidOver = await layOverStored<PlacedChange, GroupPlace>(
    {
      changes: changes.map((change) => placedChange(change, groupTypes)),
      placesOf: (placed) => (placed.refusal === null ? [[nameOf(placed), placed]] : []),
      keyOf: ({ key }) => key,
      room: () => roomIn(tx, ctx, projectId),
      lock: ({ index, key }) => tx.groups.lock(projectId, index, key),
      layOver,
      save: ({ index, key }, group) => tx.groups.save({ projectId, groupTypeIndex: index, key, ...group }),
    },
    nowMs,
  )
  return laidOver && countRoom(tx, projectId, laidOver, nowMs)
}

interface GroupPlace {
  readonly index: number
  readonly key: string
}

function nameOf({ index, key }: GroupPlace): string {
  return `${index}/${key}`
}

function layOver(drafts: ReadonlyMap<string, Draft>, placed: PlacedChange, room: StorageRoom): Refusal | null {
  if (placed.refusal !== null) return placed.refusal
  const draft = drafts.get(nameOf(placed))
  if (!draft) return null
  if (!draft.isMade) {
    // An event creates its group even if its properties are rejected, while the project has capacity for it.
    const refusal = draft.properties.apply({ set: {} }, room, draft.rowBytes)
    if (refusal) return refusal
    draft.isMade = true
  }
  return draft.properties.apply(placed.change, room)
}
