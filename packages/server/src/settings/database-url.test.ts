import { expect, test } from 'vitest'
import { databaseLocation, describeDatabase } from './database-url.ts'

test.each([
  ['postgres://ada:sesame@db.internal:5432/flags?sslmode=require', 'postgres db.internal:5432/flags'],
  ['postgresql://db.internal/flags', 'postgres db.internal/flags'],
  ['postgres://ada:sesame@/flags?host=/cloudsql/x', 'postgres /cloudsql/x/flags'],
  ['postgres:///flags?host=%2Fcloudsql%2Fx', 'postgres /cloudsql/x/flags'],
  ['postgres://ada:sesame@%2Fcloudsql%2Fx/flags', 'postgres /cloudsql/x/flags'],
])('PG-13 %s is shown as %s', (url, shown) => {
  const location = databaseLocation.schema.parse(url)
  expect(location).toEqual({ kind: 'postgres', url })
  expect(describeDatabase(location)).toBe(shown)
})
