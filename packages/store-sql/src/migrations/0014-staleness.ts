import type { Migration } from './migration.ts'

/** From when on flags of a project count as stale; those that there are keep the rule of the releases before. */
export const staleness: Migration = {
  name: '0014-staleness',
  statements: ({ integer }) => [
    `alter table projects add column stale_not_called_days ${integer} default 30`,
    `alter table projects add column stale_never_called_days ${integer}`,
    `alter table projects add column stale_rolled_out_days ${integer}`,
  ],
}
