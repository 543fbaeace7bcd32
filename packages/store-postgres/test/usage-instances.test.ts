import { expectCountedTogether, expectGoneProjectLetGo } from '@flagdeck/store-sql/testing'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { postgresStore } from '../src/postgres-store.ts'
import { createMigratedDatabase } from './support/create-test-database.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { runStatements } from './support/run-statements.ts'

describeOnNewestPostgres('instances that count on one PostgreSQL', (server) => {
  it('USAGE-34 add up exactly, and are never in each other’s way for good', async () => {
    const database = await createMigratedDatabase(server.url)
    onTestFinished(() => database.dispose())
    const stores = Array.from({ length: 4 }, () => postgresStore({ connectionString: database.url }))
    await expectCountedTogether(stores)
    expect(await deadlocks(database.url)).toBe('0')
  })

  it('USAGE-33 let go the calls of a project that is gone, and no others', async () => {
    const database = await createMigratedDatabase(server.url)
    onTestFinished(() => database.dispose())
    await expectGoneProjectLetGo(postgresStore({ connectionString: database.url }), (id) =>
      runStatements(
        database.url,
        'alter table activity disable trigger user',
        ...['activity', 'flags'].map((table) => `delete from ${table} where project_id = ${id}`),
        `delete from projects where id = ${id}`,
      ),
    )
  })
})

/** Returns how often PostgreSQL aborted a transaction because of a deadlock. */
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
