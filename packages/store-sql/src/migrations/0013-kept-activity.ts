import type { Migration } from './migration.ts'

/** Nobody changes or removes what happened, whoever has the database in hand (HIST-11). */
export const keptActivity: Migration = {
  name: '0013-kept-activity',
  statements: ({ keepRows }) => keepRows('activity'),
}
