import type { Transaction } from '../../data/store.ts'
import { utf8Bytes } from '../../foundation/json/json-bytes.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'
import type { Refusal } from './known-properties.ts'
import { type Draft, layOverStored } from './lay-over-stored.ts'
import type { PersonChange } from './person-change.ts'
import { countRoom, roomIn, type WrittenChunk } from './project-room.ts'
import { MAX_BROUGHT_BYTES, type StorageRoom } from './storage-room.ts'
import { type Refusals, writeInChunks } from './write-in-chunks.ts'

/** Stores the effects of events on persons, in order (CAPTURE-20 to CAPTURE-26). */
export async function writePersonChanges(
  ctx: Context,
  projectId: number,
  changes: readonly PersonChange[],
): Promise<Refusals> {
  let bringableBytes = MAX_BROUGHT_BYTES
  return writeInChunks(changes, {
    idsOf: ({ distinctId, otherId }) => [distinctId, otherId],
    async write(chunk) {
      const written = await ctx.store.write((tx) => writeChunk(tx, ctx, { projectId, changes: chunk, bringableBytes }))
      if (!written) return undefined
      bringableBytes -= written.broughtBytes
      ctx.storedSizes.note(written.size, written.dropped)
      return written.refusals
    },
  })
}

interface Chunk {
  readonly projectId: number
  readonly changes: readonly PersonChange[]
  readonly bringableBytes: number
}

async function writeChunk(
  tx: Transaction,
  ctx: Context,
  { projectId, changes, bringableBytes }: Chunk,
): Promise<WrittenChunk | undefined> {
  const nowMs = ctx.clock()
  const laidOver = await layOverStored<PersonChange, string>(
    {
      changes,
      placesOf: ({ distinctId, otherId }) => [distinctId, otherId].filter(isKept).map((id) => [id, id]),
      keyOf: (distinctId) => distinctId,
      room: () => roomIn(tx, ctx, projectId, bringableBytes),
      lock: (distinctId) => tx.persons.lock(projectId, distinctId),
      layOver,
      save: (distinctId, person) => tx.persons.save({ projectId, distinctId, ...person }),
    },
    nowMs,
  )
  if (!laidOver) return undefined
  await bringOverrides(tx, projectId, changes, laidOver.room)
  return countRoom(tx, projectId, laidOver, nowMs)
}

function isKept(distinctId: string | null): distinctId is string {
  return distinctIdProblem(distinctId) === undefined
}

function layOver(drafts: ReadonlyMap<string, Draft>, change: PersonChange, room: StorageRoom): Refusal | null {
  const draft = drafts.get(change.distinctId)
  if (!draft) {
    const details = distinctIdProblem(change.distinctId)?.detail
    return details === undefined ? null : { details, isPartial: false }
  }
  const other = change.otherId === null ? undefined : drafts.get(change.otherId)
  bringProperties(draft, other, room)
  const refusal = draft.properties.apply(change, room, change.makesPerson && !draft.isMade ? draft.rowBytes : 0)
  draft.isMade ||= refusal === null && change.makesPerson
  if (other && (other.isMade || change.makesOther)) bringProperties(other, draft, room)
  return refusal
}

/** Copies properties from another id. Those that exceed a limit are not copied. */
function bringProperties(draft: Draft, other: Draft | undefined, room: StorageRoom): void {
  if (!other?.isMade) return
  draft.properties.bring(other.properties, room, draft.isMade ? 0 : draft.rowBytes)
  draft.isMade ||= draft.properties.isChanged
}

/**
 * Copies hash key overrides between the ids of a person, so that results do not change; existing overrides win
 * (PERSON-12).
 */
async function bringOverrides(
  tx: Transaction,
  projectId: number,
  changes: readonly PersonChange[],
  room: StorageRoom,
): Promise<void> {
  const bring = async (from: string, to: string) => {
    const overrides = await tx.hashKeyOverrides.list(projectId, from)
    const bytes = overrides.reduce((sum, each) => sum + utf8Bytes(to + each.flagKey + each.hashKey), 0)
    if (overrides.length > 0 && room.bring(bytes)) await tx.hashKeyOverrides.add(projectId, to, overrides)
  }
  for (const { distinctId, otherId, makesOther } of changes) {
    if (!isKept(otherId) || !isKept(distinctId)) continue
    await bring(otherId, distinctId)
    if (makesOther) await bring(distinctId, otherId)
  }
}
