import { expectCountedTogether } from '@flagdeck/store-sql/testing'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { postgresStore } from '../src/postgres-store.ts'
import { createTestDatabase } from './support/create-test-database.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'

describeOnPostgres('instances that count on one PostgreSQL', (server) => {
  it('USAGE-34 add up exactly, and are never in each other’s way for good', async () => {
    const database = await createTestDatabase(server.url)
    onTestFinished(() => database.dispose())
    const stores = Array.from({ length: 4 }, () => postgresStore({ connectionString: database.url }))
    await expectCountedTogether(stores)
    expect(await deadlocks(database.url)).toBe('0')
  })
})

/** How often PostgreSQL had to end a transaction because others waited for it that it waited for. */
async function deadlocks(url: string): Promise<unknown> {
  const client = new Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('select deadlocks from pg_stat_database where datname = current_database()')
    return rows[0]?.deadlocks
  } finally {
    await client.end()
  }
}
