import { expect, it } from 'vitest'
import type { PostgresOptions } from './postgres-options.ts'
import { postgresStore } from './postgres-store.ts'

const NEEDS = /^PostgreSQL is reached by postgres:\/\/USER:PASSWORD@HOST:PORT\/NAME: give that as text/

it.each([
  undefined,
  '',
  'db.internal/flagdeck',
  'mysql://ada:sesame@db.internal/flagdeck',
  { host: 'db.internal', port: 5432 },
])('EMBED-23 a PostgreSQL store says what it needs instead of %j', (given) => {
  // As a program without types may pass it.
  expect(() => postgresStore(given as unknown as PostgresOptions)).toThrow(NEEDS)
})

it('EMBED-52 a PostgreSQL store refuses an option that it does not have, by name', () => {
  const options: object = { connectionString: 'postgres://ada@db.internal/flagdeck', maxConnection: 5 }
  expect(() => postgresStore(options as PostgresOptions)).toThrow(
    'postgresStore has no option "maxConnection". Did you mean "maxConnections"?',
  )
})
