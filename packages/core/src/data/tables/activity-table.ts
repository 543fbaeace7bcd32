import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Activity, ActivityScope, NewActivity } from '../records/activity.ts'

/** Which entries to read. */
export interface ActivityQuery {
  readonly scope: ActivityScope
  /** Entries about this one thing; missing: about all of the scope. */
  readonly itemId?: string
}

/** What is asked about the activity. */
export interface ActivityReader {
  /** Newest first, in the order of writing (never by clock). A deep page costs a walk of an index, not of the rows. */
  list(projectId: number, query: ActivityQuery, page: PageRequest): Promise<Page<Activity>>
}

/** What is asked about the activity, and how it is changed. */
export interface ActivityTable extends ActivityReader {
  append(activity: NewActivity): Promise<void>
}
