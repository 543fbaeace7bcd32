import type { Migration } from './migration.ts'

/**
 * The name under which a flag is counted, so that its numbers remain its own after its key changes. Existing counts do
 * not move; they are stored under the keys of their flags.
 */
export const usageKeys: Migration = {
  name: '0007-usage-keys',
  statements: ({ text }) => [
    `alter table flags add column usage_key ${text}`, // the name under which its usage is counted; null: its key
    'create index flags_usage_key on flags (project_id, usage_key) where usage_key is not null',
  ],
}
