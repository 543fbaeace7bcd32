import type { Activity } from '../data/records/activity.ts'
import { exportActivity } from '../features/activity/export-activity.ts'
import { type ActivityFilter, listActivity } from '../features/activity/list-activity.ts'
import { listNewestActivity } from '../features/activity/list-newest-activity.ts'
import type { NewestActivity, NewestFilter } from '../features/activity/newest-reader.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** What happened in one project. */
export interface EmbeddedActivity {
  /** To records of one kind, or to one of them; the newest first. */
  list(filter: ActivityFilter, page?: Partial<PageRequest>): Promise<Page<Activity>>
  /** To records of any kind, or what one person did; the newest first, without counting. */
  newest(filter?: NewestFilter): Promise<NewestActivity>
  /** All of it, kind by kind and the oldest first, a few entries in memory at a time. */
  export(): AsyncIterable<Activity>
}

const OPTIONS = {
  list: [null, PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedActivity>>[2]

/** Binds the operations on the activity to a project. */
export function embeddedActivity(ctx: ProjectContext): EmbeddedActivity {
  const methods: EmbeddedActivity = {
    list: (filter, page) => listActivity(ctx, filter, pageRequest(page)),
    newest: (filter) => listNewestActivity(ctx, filter),
    export: () => exportActivity(ctx),
  }
  return withKnownOptions('activity', methods, OPTIONS)
}
