import type { Migration } from './migration.ts'

/** What keeps the numbers of a flag its own when its key changes. Counts stay where they are, under the keys of their flags. */
export const usageKeys: Migration = {
  name: '0007-usage-keys',
  statements: ({ text }) => [
    `alter table flags add column usage_key ${text}`, // under which name its use is counted; null: its key
    'create index flags_usage_key on flags (project_id, usage_key) where usage_key is not null',
  ],
}
