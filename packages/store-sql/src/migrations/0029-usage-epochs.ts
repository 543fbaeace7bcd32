import type { Migration } from './migration.ts'

/** Since when the use of a flag is counted, and under which name it was before. Flags without conditions become stale (FLAG-136). */
export const usageEpochs: Migration = {
  name: '0029-usage-epochs',
  statements: ({ text }) => [
    `alter table flags add column usage_origin ${text}`, // null: it was never reset
    `alter table flags add column usage_reset_at ${text}`,
    'create index flags_usage_origin on flags (project_id, usage_origin) where usage_origin is not null',
    // Filters are stored as `JSON.stringify` writes them. The quotes of a text in them would be escaped.
    `update flags set is_fully_rolled_out = true where filters like '%"groups":[]%'`,
  ],
}
