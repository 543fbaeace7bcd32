import type { JsonObject } from '../../foundation/json/json-value.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { bytesOfRow } from '../../runtime/stored-bytes.ts'
import { KnownProperties, type Refusal } from './known-properties.ts'
import type { StorageRoom } from './storage-room.ts'
import { type Refusals, TransactionLoad } from './write-in-chunks.ts'

/** A person or group while changes are merged into it. */
export interface Draft {
  readonly properties: KnownProperties
  /** The size of its key and row in bytes. */
  readonly rowBytes: number
  /** Whether it exists, or a change has created it. */
  isMade: boolean
}

/** The stored data of a person or group. */
interface Stored {
  readonly properties: JsonObject
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** The changes of one transaction, and access to the rows that they affect. */
export interface StoredChanges<Change, Place> {
  readonly changes: readonly Change[]
  /** Returns the places of the rows that a change affects, each with a unique name. */
  placesOf(change: Change): readonly (readonly [name: string, place: Place])[]
  /** Returns the key of the row at a place. */
  keyOf(place: Place): string
  /** Returns the remaining capacity of the project. It is read together with the rows. */
  room(): Promise<StorageRoom>
  lock(place: Place): Promise<Stored | undefined>
  /** Applies a change to the drafts of its rows, by name. Returns the reason if it was not applied completely. */
  layOver(drafts: ReadonlyMap<string, Draft>, change: Change, room: StorageRoom): Refusal | null
  save(place: Place, stored: Stored): Promise<void>
}

/** The result of the changes of one transaction. */
export interface LaidOver {
  readonly refusals: Refusals
  readonly room: StorageRoom
}

/** Applies changes to stored rows in order; returns undefined and writes nothing if the rows are too large. */
export async function layOverStored<Change, Place>(
  stored: StoredChanges<Change, Place>,
  nowMs: number,
): Promise<LaidOver | undefined> {
  const load = new TransactionLoad(stored.changes.length)
  const [room, drafts] = await allInOrder([stored.room(), lockDrafts(stored, load)])
  if (load.isTooLarge) return undefined
  const refusals: (Refusal | null)[] = []
  for (const change of stored.changes) {
    refusals.push(stored.layOver(drafts, change, room))
    const bytes = stored.placesOf(change).map(([name]) => drafts.get(name)?.properties.bytes ?? 0)
    await load.handled(bytes.reduce((sum, each) => sum + each, 0))
  }
  await saveDrafts(stored, drafts, { now: timestampOf(nowMs), load })
  return { refusals, room }
}

interface PlacedDraft<Place> extends Draft {
  readonly place: Place
  readonly stored: Stored | undefined
}

/** Locks the rows in a fixed order, which is the same on all instances, so that there are no deadlocks. */
async function lockDrafts<Place>(
  { changes, placesOf, keyOf, lock }: StoredChanges<unknown, Place>,
  load: TransactionLoad,
): Promise<ReadonlyMap<string, PlacedDraft<Place>>> {
  const places = new Map(changes.flatMap(placesOf))
  const drafts = new Map<string, PlacedDraft<Place>>()
  for (const [name, place] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = await lock(place)
    const properties = new KnownProperties(stored?.properties ?? {})
    drafts.set(name, { place, stored, properties, rowBytes: bytesOfRow(keyOf(place)), isMade: stored !== undefined })
    await load.read(properties.bytes)
    if (load.isTooLarge) break
  }
  return drafts
}

async function saveDrafts<Place>(
  { save }: Pick<StoredChanges<unknown, Place>, 'save'>,
  drafts: ReadonlyMap<string, PlacedDraft<Place>>,
  { now, load }: { readonly now: Timestamp; readonly load: TransactionLoad },
): Promise<void> {
  for (const { place, stored, properties, isMade } of drafts.values()) {
    if (!isMade || (stored && !properties.isChanged)) continue
    const createdAt = stored?.createdAt ?? now
    await save(place, { properties: properties.toObject(), createdAt, updatedAt: now })
    await load.handled(properties.bytes)
  }
}
