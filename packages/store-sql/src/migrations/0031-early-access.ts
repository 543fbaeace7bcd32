import type { Migration } from './migration.ts'

/** The early access feature of a flag (FLAG-149). Instances of the previous release do not list it. */
export const earlyAccess: Migration = {
  name: '0031-early-access',
  statements: ({ text }) => [
    `alter table flags add column early_access ${text} not null default 'null'`,
    `create index flags_early_access on flags (project_id, id) where early_access <> 'null'`,
  ],
}
