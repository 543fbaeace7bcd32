import type { Migration } from './migration.ts'

/** When flags of a project become stale. Existing projects use the rule of the previous releases. */
export const staleness: Migration = {
  name: '0014-staleness',
  statements: ({ integer }) => [
    `alter table projects add column stale_not_called_days ${integer} default 30`,
    `alter table projects add column stale_never_called_days ${integer}`,
    `alter table projects add column stale_rolled_out_days ${integer}`,
  ],
}
