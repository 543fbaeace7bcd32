import type { Migration } from './migration.ts'

/** Who looks after a flag. Instances of the release before neither show nor change it. */
export const flagOwner: Migration = {
  name: '0011-flag-owner',
  statements: ({ text }) => [
    `alter table flags add column owner ${text} not null default ''`, // empty: nobody
    `alter table flags add column owner_lower ${text} not null default ''`, // what a look-up ignoring case compares with
  ],
}
