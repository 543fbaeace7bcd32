import type { Migration } from './migration.ts'

/**
 * The time since when the usage of a flag is counted, and the name for it before. Flags without conditions become stale
 * (FLAG-136).
 */
export const usageEpochs: Migration = {
  name: '0029-usage-epochs',
  statements: ({ text }) => [
    `alter table flags add column usage_origin ${text}`, // null: it was never reset
    `alter table flags add column usage_reset_at ${text}`,
    'create index flags_usage_origin on flags (project_id, usage_origin) where usage_origin is not null',
    // Filters are stored as `JSON.stringify` writes them. Quotes inside a text are escaped, so they do not match.
    `update flags set is_fully_rolled_out = true where filters like '%"groups":[]%'`,
  ],
}
