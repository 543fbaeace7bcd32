import type { FieldChange } from '../../data/records/activity.ts'
import type { User } from '../../data/records/user.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import { authorize, authorizeAny } from '../access/authorize.ts'
import { fieldChanges } from '../activity/field-changes.ts'
import type { ProjectContext } from '../context.ts'
import { listVersions, type VersionSummary } from './list-versions.ts'
import { type RecordVersion, readVersion } from './read-version.ts'
import type { Versioned, VersionedKind } from './versioned-kind.ts'

interface Made {
  readonly id: number
  readonly createdAt: Timestamp
  readonly createdBy: User | null
}

/** The fields of a record that never change, and the description of one of its versions. */
export interface HistoricalVersion extends Made, Pick<RecordVersion, 'version' | 'madeBy' | 'madeAt'> {
  /** Whether there is a newer one. */
  readonly isHistorical: boolean
}

type Read = Pick<ProjectContext, 'project'>

/** The specific parts of reading the versions of one kind of records. */
export interface ReadableKind<Row extends Versioned & Made, State extends object, Shown> {
  readonly history: VersionedKind<Row>
  /** The object that a key needs read permission for. */
  readonly object: 'feature_flag' | 'cohort' | 'dashboard'
  /** Returns the record with this id, deleted or not, with all fields of its versions. Rejects when there is none. */
  require(tx: ReadTransaction, ctx: Read, id: number): Promise<Row>
  /** Rejects like `require`, for kinds where that reads more than necessary. */
  requireId?(tx: ReadTransaction, ctx: Read, id: number): Promise<Pick<Row, 'id'>>
  /** @throws DomainError when a state must not be shown; without this method, every state may be shown */
  refuse?(state: State, record: Row): void
  /** Returns a version in its external form: the state and its description. */
  show(state: State, told: HistoricalVersion, tx: ReadTransaction, record: Row): Shown | Promise<Shown>
  /** Returns the differences between two states; by default, those of their fields. */
  differences?(before: State, after: State): readonly FieldChange[]
}

/** The operations on the versions of one kind of records. */
export interface VersionReader<Row, State, Shown> {
  /** Returns the author, time and changes of each version, the newest first (HIST-4). */
  list(ctx: ProjectContext, id: number, page: PageRequest): Promise<Page<VersionSummary>>
  /** Returns a record as it was at a version (HIST-5). */
  retrieve(ctx: ProjectContext, id: number, version: number): Promise<Shown>
  /** Returns the differences between two versions, by default to the newest; empty when they are equal (HIST-6). */
  compare(ctx: ProjectContext, id: number, from: number, to?: number): Promise<readonly FieldChange[]>
  /** Returns the state of a record at a version. @throws DomainError as `retrieve` does */
  stateAt(tx: ReadTransaction, ctx: Read, record: Row, version: number): Promise<State>
}

export function versionReader<Row extends Versioned & Made, State extends object, Shown>(
  kind: ReadableKind<Row, State, Shown>,
): VersionReader<Row, State, Shown> {
  const { history, object } = kind
  const fieldsOf = (before: State, after: State) =>
    fieldChanges(history.scope, history.told, { ...before }, { ...after })
  const { differences = fieldsOf, requireId = kind.require } = kind
  const read = (tx: ReadTransaction, { project }: Read, record: Row, version: number) =>
    readVersion(tx, project.id, history, record, version)
  const stateOf = (was: RecordVersion, record: Row) => {
    const state = was.state as unknown as State // the history stores such states
    kind.refuse?.(state, record)
    return state
  }
  return {
    async list(ctx, id, page) {
      authorizeAny(ctx.actor, [`${object}:read`, 'activity_log:read'])
      return ctx.store.read(async (tx) => listVersions(tx, ctx.project.id, history, await requireId(tx, ctx, id), page))
    },
    async retrieve(ctx, id, version) {
      authorize(ctx.actor, `${object}:read`)
      return ctx.store.read(async (tx) => {
        const record = await kind.require(tx, ctx, id)
        const was = await read(tx, ctx, record, version)
        const { madeBy, madeAt } = was
        const { createdAt, createdBy } = record
        const isHistorical = version < record.version
        const told = { id, createdAt, createdBy, version, madeBy, madeAt, isHistorical }
        return kind.show(stateOf(was, record), told, tx, record)
      })
    },
    async compare(ctx, id, from, to) {
      authorize(ctx.actor, `${object}:read`)
      return ctx.store.read(async (tx) => {
        const record = await kind.require(tx, ctx, id)
        const sides = [read(tx, ctx, record, from), read(tx, ctx, record, to ?? record.version)] as const
        const [before, after] = await Promise.all(sides)
        return differences(stateOf(before, record), stateOf(after, record))
      })
    },
    stateAt: async (tx, ctx, record, version) => stateOf(await read(tx, ctx, record, version), record),
  }
}
