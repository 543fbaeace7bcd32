import type { Migration } from './migration.ts'

/** Networks from which a user has signed in. Instances of the previous release neither read nor write them. */
export const knownNetworks: Migration = {
  name: '0023-known-networks',
  statements: ({ text }) => [
    // A JSON list of keyed hashes, the latest first.
    `alter table passwords add column known_networks ${text} not null default '[]'`,
  ],
}
