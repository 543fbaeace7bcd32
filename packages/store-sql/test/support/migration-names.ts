import { allMigrations } from '../../src/migrations/all-migrations.ts'

export const FIRST_RELEASE = '0001-initial'

/** Names of the migrations that the first release did not have, in the order they run. */
export const SINCE_FIRST_RELEASE: readonly string[] = allMigrations
  .map(({ name }) => name)
  .filter((name) => name !== FIRST_RELEASE)
