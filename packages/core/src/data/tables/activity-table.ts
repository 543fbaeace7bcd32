import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { ActivityScope, LoggedActivity, NewActivity, VersionStep } from '../records/activity.ts'

/** Selects entries of one kind. */
export interface ActivityQuery {
  readonly scope: ActivityScope
  /** Entries about this record; missing: about all records of the scope. */
  readonly itemId?: string
}

/** Selects entries of several kinds, newest first. */
export interface NewestQuery {
  /** Entries about records of this kind; missing: of every kind. */
  readonly scope?: ActivityScope
  /** Entries about records with this id. */
  readonly itemId?: string
  /** Changes by this user; missing: by all users. */
  readonly userId?: number
  /** Entries in this range of time, from {@link ActivityReader.findRange}. */
  readonly range?: WrittenRange
  /** Entries that were written before the one at this place. */
  readonly before: number
}

/** A range of time: `from` is inclusive, `to` is exclusive. */
export interface TimeRange {
  readonly from?: Timestamp
  readonly to?: Timestamp
}

/** A range of time, with the places of its first and last entry. */
export interface WrittenRange extends TimeRange {
  readonly first: number
  readonly last: number
}

/** Selects entries of several kinds. */
export interface MixedQuery {
  /** Entries about records of these kinds. */
  readonly scopes: readonly ActivityScope[]
  /** Entries about records with this id. */
  readonly itemId?: string
  /** Changes by this user; missing: by all users. */
  readonly userId?: number
}

/** One record with entries. */
export type ActivityItem = Required<ActivityQuery>

/** A version of one of several records of a scope. */
export interface ItemVersion {
  readonly itemId: string
  readonly version: number
}

/** The step back from a version of one of several records. */
export type ItemStep = Pick<ActivityItem, 'itemId'> & Omit<VersionStep, 'walk'>

/** Entries in the order of writing, and the place of the last of them. */
export interface WrittenActivity {
  readonly items: readonly LoggedActivity[]
  readonly place: number
}

/** The newest entries, with the place of each. */
export interface NewestEntries {
  readonly items: readonly LoggedActivity[]
  readonly places: readonly number[]
}

/** Queries on the activity log. */
export interface ActivityReader {
  /** Lists entries newest first, in the order of writing (never by clock). A deep page scans an index, not the rows. */
  list(projectId: number, query: ActivityQuery, page: PageRequest): Promise<Page<LoggedActivity>>
  /**
   * Lists entries of several kinds together, of one id, or of one user. For any query, the page and the count are read
   * from indexes only.
   */
  listMixed(projectId: number, query: MixedQuery, page: PageRequest): Promise<Page<LoggedActivity>>
  /**
   * Lists the next entries of a scope after a place, oldest first; place 0 is before the first. Places never change
   * when entries are added, and reading from a place does not scan earlier entries.
   */
  listAfter(projectId: number, scope: ActivityScope, place: number, limit: number): Promise<WrittenActivity>
  /**
   * Returns the newest entries before a place, of all kinds together, in the order of writing. It does not count the
   * total, and indexes find the entries of a record, a user or a range of time.
   */
  listNewest(projectId: number, query: NewestQuery, limit: number): Promise<NewestEntries>
  /**
   * Returns the places of the entries in a range of time, or undefined if there are none. Clocks can go back, so
   * entries between these places may be outside the range. The cost grows with the number of entries in the range,
   * because the lowest place is found by an index on time. Find the range once, and then list its parts.
   */
  findRange(projectId: number, range: TimeRange): Promise<WrittenRange | undefined>
  /** Lists the entries that created versions of a record, newest first. */
  listVersions(projectId: number, item: ActivityItem, page: PageRequest): Promise<Page<LoggedActivity>>
  /** Returns the entry that created the newest version of a record up to `version`. */
  findVersion(projectId: number, item: ActivityItem, version: number): Promise<LoggedActivity | undefined>
  /**
   * Returns the steps back to each of these versions, by version. For each record these are the steps of all later
   * versions up to the first keyframe, or else up to the newest version. No other entries are read, so the cost does
   * not depend on the length of the history.
   */
  stepsAfter(projectId: number, scope: ActivityScope, versions: readonly ItemVersion[]): Promise<readonly ItemStep[]>
  /**
   * Whether an entry without a version follows the entry of the newest version up to `version`, or else the first entry
   * of the record. Older releases write such entries. Entries about the field `besides` are ignored.
   */
  hasGapAfter(projectId: number, item: ActivityItem, version: number, besides: string | null): Promise<boolean>
  /**
   * Returns {@link VersionStep.walk} of the newest version of a record, or 0 if there is none: the start value of the
   * next one.
   */
  walkOf(projectId: number, item: ActivityItem): Promise<number>
}

/** Queries on and writes to the activity log. */
export interface ActivityTable extends ActivityReader {
  append(activity: NewActivity): Promise<void>
}
