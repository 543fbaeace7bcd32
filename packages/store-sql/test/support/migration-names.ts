import { allMigrations } from '../../src/migrations/all-migrations.ts'

export const FIRST_RELEASE = '0001-initial'

/** The names of the migrations after the first release, in their order. */
export const SINCE_FIRST_RELEASE: readonly string[] = allMigrations
  .map(({ name }) => name)
  .filter((name) => name !== FIRST_RELEASE)
