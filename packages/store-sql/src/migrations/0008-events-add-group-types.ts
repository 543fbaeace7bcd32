import type { Migration } from './migration.ts'

/** Whether whoever may send events may add group types with them: off, also for projects that there are already. */
export const eventsAddGroupTypes: Migration = {
  name: '0008-events-add-group-types',
  statements: ({ boolean }) => [
    `alter table projects add column events_add_group_types ${boolean} not null default false`,
  ],
}
