import type { Person } from '../../data/records/person.ts'
import type { Transaction } from '../../data/store.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'
import { KnownProperties } from './known-properties.ts'
import type { PersonChange } from './person-change.ts'
import { type Refusals, TransactionLoad, writeInSlices } from './write-in-slices.ts'

/** Stores what events say about persons, in their order (CAPTURE-20 to CAPTURE-26). */
export async function writePersonChanges(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  projectId: number,
  changes: readonly PersonChange[],
): Promise<Refusals> {
  return writeInSlices(changes, {
    idsOf: ({ distinctId, otherId }) => [distinctId, otherId],
    write: (slice) => store.write((tx) => writeSlice(tx, projectId, slice, clock())),
  })
}

/** A person while changes are laid over it. */
interface Draft {
  readonly stored: Person | undefined
  readonly properties: KnownProperties
  isMade: boolean
}

async function writeSlice(
  tx: Transaction,
  projectId: number,
  changes: readonly PersonChange[],
  nowMs: number,
): Promise<Refusals | undefined> {
  const load = new TransactionLoad(changes.length)
  const drafts = await lockDrafts(tx, projectId, changes, load)
  if (load.isTooLarge) return undefined
  const refusals = await layAllOver(drafts, changes, load)
  await saveDrafts(tx, projectId, drafts, { nowMs, load })
  await bringOverrides(tx, projectId, changes)
  return refusals
}

/** Everybody whom the changes name. All instances lock in the same order, so that none waits for one that waits for it. */
async function lockDrafts(
  tx: Transaction,
  projectId: number,
  changes: readonly PersonChange[],
  load: TransactionLoad,
): Promise<ReadonlyMap<string, Draft>> {
  const named = new Set(changes.flatMap(({ distinctId, otherId }) => [distinctId, otherId]).filter(isKept))
  const drafts = new Map<string, Draft>()
  for (const distinctId of [...named].sort()) {
    const stored = await tx.persons.lock(projectId, distinctId)
    const properties = new KnownProperties(stored?.properties ?? {})
    drafts.set(distinctId, { stored, properties, isMade: stored !== undefined })
    await load.read(properties.bytes)
    if (load.isTooLarge) break
  }
  return drafts
}

function isKept(distinctId: string | null): distinctId is string {
  return distinctIdProblem(distinctId) === undefined
}

async function layAllOver(
  drafts: ReadonlyMap<string, Draft>,
  changes: readonly PersonChange[],
  load: TransactionLoad,
): Promise<Refusals> {
  const refusals: (string | null)[] = []
  for (const change of changes) {
    refusals.push(layOver(drafts, change))
    await load.handled(bytesOf(drafts, change.distinctId) + bytesOf(drafts, change.otherId))
  }
  return refusals
}

function bytesOf(drafts: ReadonlyMap<string, Draft>, id: string | null): number {
  return (id === null ? undefined : drafts.get(id))?.properties.bytes ?? 0
}

function layOver(drafts: ReadonlyMap<string, Draft>, change: PersonChange): string | null {
  const draft = drafts.get(change.distinctId)
  if (!draft) return distinctIdProblem(change.distinctId)?.detail ?? null
  bringProperties(draft, change.otherId === null ? undefined : drafts.get(change.otherId))
  const refusal = draft.properties.apply(change)
  draft.isMade ||= refusal === null && change.makesPerson
  return refusal
}

/** What is too much for the person stays where it is. */
function bringProperties(draft: Draft, other: Draft | undefined): void {
  if (!other?.isMade) return
  draft.properties.bring(other.properties)
  draft.isMade ||= draft.properties.isChanged
}

async function saveDrafts(
  tx: Transaction,
  projectId: number,
  drafts: ReadonlyMap<string, Draft>,
  { nowMs, load }: { readonly nowMs: number; readonly load: TransactionLoad },
): Promise<void> {
  const now = timestampOf(nowMs)
  for (const [distinctId, { stored, properties, isMade }] of drafts) {
    if (!isMade || (stored && !properties.isChanged)) continue
    const createdAt = stored?.createdAt ?? now
    await tx.persons.save({ projectId, distinctId, properties: properties.toObject(), createdAt, updatedAt: now })
    await load.handled(properties.bytes)
  }
}

/** Keeps persons on the ids that their other ids are kept on; what they are kept on already stays (PERSON-12). */
async function bringOverrides(tx: Transaction, projectId: number, changes: readonly PersonChange[]): Promise<void> {
  for (const { distinctId, otherId } of changes) {
    if (!isKept(otherId) || !isKept(distinctId)) continue
    const overrides = await tx.hashKeyOverrides.list(projectId, otherId)
    if (overrides.length > 0) await tx.hashKeyOverrides.add(projectId, distinctId, overrides)
  }
}
