import type { Activity } from '../data/records/activity.ts'
import { exportActivity } from '../features/activity/export-activity.ts'
import { type ActivityFilter, listActivity } from '../features/activity/list-activity.ts'
import { listNewestActivity } from '../features/activity/list-newest-activity.ts'
import type { NewestActivity, NewestFilter } from '../features/activity/newest-reader.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** The activity log of one project. */
export interface EmbeddedActivity {
  /** Lists changes of records of one kind, or of one record, newest first. */
  list(filter: ActivityFilter, page?: Partial<PageRequest>): Promise<Page<Activity>>
  /** Lists changes of records of all kinds, or those of one user, newest first. It does not count the total. */
  newest(filter?: NewestFilter): Promise<NewestActivity>
  /** Iterates over the whole log, kind by kind and oldest first, with a few entries in memory at a time. */
  export(): AsyncIterable<Activity>
}

const OPTIONS = {
  list: [null, PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedActivity>>[2]

/** Binds the activity operations to a project. */
export function embeddedActivity(ctx: ProjectContext): EmbeddedActivity {
  const methods: EmbeddedActivity = {
    list: (filter, page) => listActivity(ctx, filter, pageRequest(page)),
    newest: (filter) => listNewestActivity(ctx, filter),
    export: () => exportActivity(ctx),
  }
  return withKnownOptions('activity', methods, OPTIONS)
}
