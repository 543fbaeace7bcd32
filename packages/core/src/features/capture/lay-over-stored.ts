import type { JsonObject } from '../../foundation/json/json-value.ts'
import { type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { KnownProperties } from './known-properties.ts'
import { type Refusals, TransactionLoad } from './write-in-chunks.ts'

/** A person or group while changes are laid over it. */
export interface Draft {
  readonly properties: KnownProperties
  /** Whether there is such a one by now. */
  isMade: boolean
}

/** What is stored of a person or group. */
interface Stored {
  readonly properties: JsonObject
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** The changes of one transaction, and where what they are about is stored. */
export interface StoredChanges<Change, Place> {
  readonly changes: readonly Change[]
  /** Where those are stored whom a change is about, each under a name that no other place has. */
  placesOf(change: Change): readonly (readonly [name: string, place: Place])[]
  lock(place: Place): Promise<Stored | undefined>
  /** Lays a change over the drafts of those it is about, by name. Answers why not; null when it was. */
  layOver(drafts: ReadonlyMap<string, Draft>, change: Change): string | null
  save(place: Place, stored: Stored): Promise<void>
}

/** Lays changes over what is stored, in their order; undefined, with nothing written, where that is too large. */
export async function layOverStored<Change, Place>(
  stored: StoredChanges<Change, Place>,
  nowMs: number,
): Promise<Refusals | undefined> {
  const load = new TransactionLoad(stored.changes.length)
  const drafts = await lockDrafts(stored, load)
  if (load.isTooLarge) return undefined
  const refusals: (string | null)[] = []
  for (const change of stored.changes) {
    refusals.push(stored.layOver(drafts, change))
    const bytes = stored.placesOf(change).map(([name]) => drafts.get(name)?.properties.bytes ?? 0)
    await load.handled(bytes.reduce((sum, each) => sum + each, 0))
  }
  await saveDrafts(stored, drafts, { now: timestampOf(nowMs), load })
  return refusals
}

interface PlacedDraft<Place> extends Draft {
  readonly place: Place
  readonly stored: Stored | undefined
}

/** All instances lock in the same order, so that none waits for one that waits for it. */
async function lockDrafts<Place>(
  { changes, placesOf, lock }: StoredChanges<unknown, Place>,
  load: TransactionLoad,
): Promise<ReadonlyMap<string, PlacedDraft<Place>>> {
  const places = new Map(changes.flatMap(placesOf))
  const drafts = new Map<string, PlacedDraft<Place>>()
  for (const [name, place] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = await lock(place)
    const properties = new KnownProperties(stored?.properties ?? {})
    drafts.set(name, { place, stored, properties, isMade: stored !== undefined })
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
