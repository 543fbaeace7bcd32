import type { LoggedActivity } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { ActivityItem, ItemStep } from '../../data/tables/activity-table.ts'
import { DomainError, notFound } from '../../foundation/errors/domain-error.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import { type StateAt, stateBack } from './states-back.ts'
import type { Versioned, VersionedKind } from './versioned-kind.ts'

/** A record as it was at a version, with the author and the time of the version. */
export interface RecordVersion extends StateAt {
  /** null: the system; undefined: before the history starts. */
  readonly madeBy: LoggedActivity['user'] | undefined
  /** null: before the history starts. */
  readonly madeAt: Timestamp | null
}

/**
 * Returns a version of a record, in one round trip.
 * @throws DomainError `not_found` for a version that never existed, `history_incomplete` for one that is not stored
 * (HIST-5)
 */
export async function readVersion<Row extends Versioned>(
  tx: ReadTransaction,
  projectId: number,
  kind: VersionedKind<Row>,
  record: Row,
  version: number,
): Promise<RecordVersion> {
  refuseUnlessWas(record, version)
  const item = itemOf(kind, record)
  const [steps, entry, isCut] = await Promise.all([
    tx.activity.stepsAfter(projectId, kind.scope, [{ itemId: item.itemId, version }]),
    tx.activity.findVersion(projectId, item, version),
    hasGapAfter(tx, projectId, kind, record, version),
  ])
  if (isCut) throw historyIncomplete(version)
  const state = await stateAt(kind, record, version, steps, entry !== undefined)
  const made = entry?.step?.version === version ? entry : undefined
  return { version, state, madeBy: made?.user, madeAt: made?.createdAt ?? null }
}

/**
 * Returns the state of a record at a version, from the steps back to it. For kinds without an entry for every version,
 * `hasEntry` is whether an entry made this version or an earlier one.
 * @throws DomainError as {@link readVersion} does
 */
export async function stateAt<Row extends Versioned>(
  kind: VersionedKind<Row>,
  record: Row,
  version: number,
  steps: readonly ItemStep[],
  hasEntry: boolean,
): Promise<JsonObject> {
  refuseUnlessWas(record, version)
  const state = await stateBack(kind, newestOf(kind, record), steps)
  const isUntold = !kind.tellsEveryVersion && hasEntry
  if (!state || (state.version !== version && !isUntold)) throw historyIncomplete(version)
  return state.state
}

function refuseUnlessWas(record: Versioned, version: number): void {
  if (!wasVersionOf(record, version)) throw notFound('Version not found.')
}

/**
 * Returns the state of a record at a version, with one query; undefined when the history does not contain it (HIST-5).
 */
export async function findState<Row extends Versioned>(
  tx: ReadTransaction,
  projectId: number,
  kind: VersionedKind<Row>,
  record: Row,
  version: number,
): Promise<JsonObject | undefined> {
  if (!wasVersionOf(record, version)) return undefined
  const { itemId } = itemOf(kind, record)
  const steps = await tx.activity.stepsAfter(projectId, kind.scope, [{ itemId, version }])
  const at = await stateBack(kind, newestOf(kind, record), steps)
  return at?.version === version ? at.state : undefined
}

/**
 * Whether an older release, which stores no steps, changed a record after that version. The newest version is always
 * available.
 */
async function hasGapAfter<Row extends Versioned>(
  tx: ReadTransaction,
  projectId: number,
  kind: VersionedKind<Row>,
  record: Row,
  version: number,
): Promise<boolean> {
  if (kind.unversionedField === undefined || version === record.version) return false
  return tx.activity.hasGapAfter(projectId, itemOf(kind, record), version, kind.unversionedField)
}

/** Returns the scope and id under which the activity logs a record. */
export function itemOf({ scope }: Pick<VersionedKind, 'scope'>, { id }: Pick<Versioned, 'id'>): ActivityItem {
  return { scope, itemId: String(id) }
}

function newestOf<Row extends Versioned>(kind: VersionedKind<Row>, record: Row): StateAt {
  return { version: record.version, state: kind.stateOf(record) }
}

function wasVersionOf(record: Versioned, version: number): boolean {
  return Number.isSafeInteger(version) && version >= 1 && version <= record.version
}

function historyIncomplete(version: number): DomainError {
  const detail = `Version ${version} cannot be reconstructed, because its history is incomplete. Choose a later version.`
  return new DomainError('history_incomplete', detail)
}
