import { BUILT_AT, newPersonRow } from '@flagdeck/core/fixtures'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect } from 'vitest'
import { foundBy } from '../../src/migrations/0022-found-by.ts'
import { allMigrations } from '../../src/migrations/all-migrations.ts'
import { migrate } from '../../src/migrations/migrate.ts'
import { sqlContext } from '../../src/sql-context.ts'
import { SqlSession } from '../../src/sql-session.ts'
import { makeFirstRelease } from './first-release.ts'

const EMAILS: readonly (readonly [distinctId: string, properties: object])[] = [
  ['u1', { email: 'Ana@Acme.com', name: 'Ana "A"' }],
  ['u2', { email: `${'l'.repeat(254)}m` }],
  ['no text', { email: { ana: 1 } }],
  ['none', {}],
  // PostgreSQL has no text for NUL or a lone surrogate. The person is found by its e-mail after it is saved again.
  ['odd', { email: 'ana@odd.com', other: '\0\ud800' }],
]

/** Expects persons that were stored before the upgrade to be found by their e-mail after it. */
export async function expectFoundAfterUpgrade(driver: SqlDriver): Promise<void> {
  const { project } = await makeFirstRelease(driver)
  await migrate(driver, allMigrations.slice(0, allMigrations.indexOf(foundBy)))
  await driver.writeAlone(async (connection) => {
    const { db } = sqlContext(driver.dialect)
    for (const [distinct_id, properties] of EMAILS) {
      const row = { project_id: project.id, distinct_id, properties: JSON.stringify(properties) }
      const times = { created_at: BUILT_AT, updated_at: BUILT_AT }
      await new SqlSession(connection).query(db.insertInto('persons').values({ ...row, ...times } as never))
    }
  })
  const store = sqlStore(driver)
  await store.migrate()
  const found = async (search: string) => {
    const { items } = await store.read((tx) => tx.persons.list(project.id, search, { limit: 10, offset: 0 }))
    return items.map(({ distinctId }) => distinctId)
  }
  expect(await found('ana@ac')).toEqual(['u1'])
  expect(await found('l'.repeat(254))).toEqual(['u2'])
  await store.write((tx) =>
    tx.persons.save(newPersonRow({ projectId: project.id, distinctId: 'odd', properties: { email: 'ana@odd.com' } })),
  )
  expect(await found('ana')).toEqual(['odd', 'u1'])
}
