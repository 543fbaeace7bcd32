import type { ProjectSize } from '../../data/records/project-size.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../../runtime/context.ts'
import type { DroppedProperties } from '../../runtime/stored-sizes.ts'
import type { LaidOver } from './lay-over-stored.ts'
import { StorageRoom } from './storage-room.ts'
import type { Refusals } from './write-in-chunks.ts'

/** The rows that one transaction stored, and how the size of its project changed. */
export interface WrittenChunk {
  readonly refusals: Refusals
  readonly size: ProjectSize
  readonly dropped: DroppedProperties
  readonly broughtBytes: number
}

/**
 * Returns the bytes that a project can still store. Concurrent transactions read the same number, so together they can
 * exceed it.
 */
export async function roomIn(
  tx: ReadTransaction,
  { limits }: Pick<Context, 'limits'>,
  projectId: number,
  bringableBytes?: number,
): Promise<StorageRoom> {
  const size = await tx.projectSizes.find(projectId)
  return new StorageRoom(size, limits.maxProjectPersonsBytes, bringableBytes)
}

/** Adds the stored bytes of a transaction to the size of its project. Call it last, because it locks the size. */
export async function countRoom(
  tx: Transaction,
  projectId: number,
  { refusals, room }: LaidOver,
  nowMs: number,
): Promise<WrittenChunk> {
  const { addedBytes, size, dropped, broughtBytes } = room
  const now = timestampOf(nowMs)
  if (addedBytes !== 0) await tx.projectSizes.add(projectId, addedBytes, now)
  const bytes = (size?.bytes ?? 0) + addedBytes
  return { refusals, dropped, broughtBytes, size: { projectId, bytes, measuredAt: size ? size.measuredAt : now } }
}
