import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Activity, ActivityScope, NewActivity } from '../records/activity.ts'

export interface ActivityQuery {
  readonly scope: ActivityScope
  /** Entries about this one thing; missing: about all of the scope. */
  readonly itemId?: string
}

export interface ActivityReader {
  /** Newest first, in the order of writing (never by clock). A deep page costs a walk of an index, not of the rows. */
  list(projectId: number, query: ActivityQuery, page: PageRequest): Promise<Page<Activity>>
}

export interface ActivityTable extends ActivityReader {
  append(activity: NewActivity): Promise<void>
}
