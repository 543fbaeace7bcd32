import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { ActivityScope, LoggedActivity, NewActivity, VersionStep } from '../records/activity.ts'

/** Which entries to read. */
export interface ActivityQuery {
  readonly scope: ActivityScope
  /** Entries about this one record; missing: about all of the scope. */
  readonly itemId?: string
}

/** Entries of several kinds, the newest first. */
export interface NewestQuery {
  /** Entries about records of this kind; missing: of every kind. */
  readonly scope?: ActivityScope
  /** Entries about records with this id. */
  readonly itemId?: string
  /** What this user did; missing: what all users did. */
  readonly userId?: number
  /** Entries of this range of time, from {@link ActivityReader.findRange}. */
  readonly range?: WrittenRange
  /** Entries that were written before the one at this place. */
  readonly before: number
}

/** A range of time: from a time on, and before another one. */
export interface TimeRange {
  readonly from?: Timestamp
  readonly to?: Timestamp
}

/** A range of time, and the places of the first and the last entry in it. */
export interface WrittenRange extends TimeRange {
  readonly first: number
  readonly last: number
}

/** Which entries of several kinds to list. */
export interface MixedQuery {
  /** Entries about records of these kinds. */
  readonly scopes: readonly ActivityScope[]
  /** Entries about records with this id. */
  readonly itemId?: string
  /** What this user did; missing: what all users did. */
  readonly userId?: number
}

/** One record that entries are about. */
export type ActivityItem = Required<ActivityQuery>

/** A version of one of several records of a scope. */
export interface ItemVersion {
  readonly itemId: string
  readonly version: number
}

/** How to go back from a version of one of several records. */
export type ItemStep = Pick<ActivityItem, 'itemId'> & Omit<VersionStep, 'walk'>

/** Some entries in the order of writing, and the place of the last of them. */
export interface WrittenActivity {
  readonly items: readonly LoggedActivity[]
  readonly place: number
}

/** Some of the newest entries, and the place of each. */
export interface NewestEntries {
  readonly items: readonly LoggedActivity[]
  readonly places: readonly number[]
}

/** What is asked about the activity. */
export interface ActivityReader {
  /** Newest first, in the order of writing (never by clock). A deep page costs a walk of an index, not of the rows. */
  list(projectId: number, query: ActivityQuery, page: PageRequest): Promise<Page<LoggedActivity>>
  /**
   * The same of several kinds together, of one id, or of what one user did. Indexes alone find the page and the count,
   * whatever is asked for.
   */
  listMixed(projectId: number, query: MixedQuery, page: PageRequest): Promise<Page<LoggedActivity>>
  /**
   * The next entries of a scope, the oldest first, after a place: 0 is before the first. A place stays what it is, however
   * many entries follow, and reading on from it walks past none of those before.
   */
  listAfter(projectId: number, scope: ActivityScope, place: number, limit: number): Promise<WrittenActivity>
  /**
   * Returns the newest entries before a place, of every kind together, in the order of writing. Nothing is counted, and
   * indexes find the entries of a record, a user or a range of time.
   */
  listNewest(projectId: number, query: NewestQuery, limit: number): Promise<NewestEntries>
  /**
   * Returns the places of the entries in a range of time; undefined: there are none. Clocks can go back, so entries between
   * these places may be outside the range. The cost grows with the number of entries in the range, because an index on time
   * is read to find the lowest place: find the range once, and then list its parts.
   */
  findRange(projectId: number, range: TimeRange): Promise<WrittenRange | undefined>
  /** The entries that made versions of a record, the newest first. */
  listVersions(projectId: number, item: ActivityItem, page: PageRequest): Promise<Page<LoggedActivity>>
  /** The entry that made the newest version of a record up to `version`. */
  findVersion(projectId: number, item: ActivityItem, version: number): Promise<LoggedActivity | undefined>
  /**
   * The steps back to each of these versions, one way for each record: those of all versions after it up to the first
   * keyframe, or else up to the newest; by version. However long a record's history is, no more than that is read.
   */
  stepsAfter(projectId: number, scope: ActivityScope, versions: readonly ItemVersion[]): Promise<readonly ItemStep[]>
  /**
   * Whether an entry that made no version was written after the one that made the newest version of a record up to
   * `version`, or else its first: what an older release did. Entries that tell of `besides` are none of these.
   */
  hasGapAfter(projectId: number, item: ActivityItem, version: number, besides: string | null): Promise<boolean>
  /** {@link VersionStep.walk} of the newest version of a record, 0 when there is none: what the next one begins with. */
  walkOf(projectId: number, item: ActivityItem): Promise<number>
}

/** What is asked about the activity, and how it is changed. */
export interface ActivityTable extends ActivityReader {
  append(activity: NewActivity): Promise<void>
}
