import type { Migration } from './migration.ts'

/** The owner of a flag. Instances of the previous release neither show nor change it. */
export const flagOwner: Migration = {
  name: '0011-flag-owner',
  statements: ({ text }) => [
    `alter table flags add column owner ${text} not null default ''`, // empty: no owner
    `alter table flags add column owner_lower ${text} not null default ''`, // for look-ups that ignore case
  ],
}
