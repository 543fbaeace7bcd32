import type { Migration } from './migration.ts'

/** The database refuses to change or remove activity, whichever client connects to it (HIST-11). */
export const keptActivity: Migration = {
  name: '0013-kept-activity',
  statements: ({ keepRows }) => keepRows('activity'),
}
