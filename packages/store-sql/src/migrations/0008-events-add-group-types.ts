import type { Migration } from './migration.ts'

/** Whether clients that may send events can add group types with them: off, also for existing projects. */
export const eventsAddGroupTypes: Migration = {
  name: '0008-events-add-group-types',
  statements: ({ boolean }) => [
    `alter table projects add column events_add_group_types ${boolean} not null default false`,
  ],
}
