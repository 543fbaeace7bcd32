import { BUILT_AT, type SeededTenant } from '@flagdeck/core/fixtures'
import type { ReadTransaction, Transaction } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { LOOK_UPS, queriesOf, seedForPlans } from '@flagdeck/store-sql/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresDriver } from '../src/postgres-driver.ts'
import { createMigratedDatabase, type TestDatabase } from './support/create-test-database.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'

describeOnPostgres('PostgreSQL finds by an index', (server) => {
  let database: TestDatabase
  let driver: SqlDriver
  let tenant: SeededTenant
  beforeAll(async () => {
    database = await createMigratedDatabase(server.url)
    driver = postgresDriver({ connectionString: database.url })
    const store = sqlStore(driver)
    await store.migrate()
    tenant = await seedForPlans(store)
    await driver.writeAlone((connection) => connection.execute({ sql: 'analyze', parameters: [] }))
  })
  afterAll(async () => {
    await driver.close()
    await database.dispose()
  })

  it.each(LOOK_UPS)('$name ($index)', async ({ read, index }) => {
    const plans = await plansOf(driver, (store) => store.read((tx) => read(tx, tenant)))
    expect(plans).toMatch(new RegExp(`(Index Only Scan|Index Scan|Bitmap Index Scan).* ${index}`))
  })

  it('a page of the log without reading the rows it skips', async () => {
    const page = { limit: 10, offset: 100 }
    const plans = await plansOf(driver, (store) =>
      store.read((tx) => tx.activity.list(tenant.project.id, { scope: 'FeatureFlag' }, page)),
    )
    expect(plans).toMatch(/Limit\n.*Index Only Scan( Backward)? using activity_scope/)
  })

  it.each([
    ['usage_counts', 'usage_counts_start', (tx) => tx.usageCounts.deleteBefore('day', '2026-11-01', 10)],
    ['user_sets', 'user_sets_start', (tx) => tx.userSets.deleteBefore('day', '2026-11-01', 10)],
    ['claimed_events', 'claimed_events_claimed', (tx) => tx.claimedEvents.deleteBefore(BUILT_AT, 10)],
    ['idempotency_keys', 'idempotency_keys_created', (tx) => tx.idempotencyKeys.deleteBefore(BUILT_AT, 10)],
  ] as readonly (readonly [string, string, Removal])[])('what is old in %s (%s)', async (table, index, remove) => {
    const plans = await plansOf(driver, (store) => store.write(remove))
    expect(plans).toMatch(new RegExp(`Scan using ${index} on ${table} old`))
    expect(plans).toMatch(new RegExp(`Index Scan using ${table}_pkey on ${table}\n`))
  })

  it('a page of persons without reading the rows it skips', async () => {
    const page = { limit: 10, offset: 100 }
    const plans = await plansOf(driver, (store) => store.read((tx) => tx.persons.list(tenant.project.id, 'p', page)))
    expect(plans).toMatch(/Limit\n.*Index Only Scan using persons_pkey/)
  })

  it.each([
    ['dashboards_live_listed', (tx: ReadTransaction, id: number): Promise<unknown> => tx.dashboards.list(id, {}, DEEP)],
    ['insights_live_created', (tx: ReadTransaction, id: number): Promise<unknown> => tx.insights.list(id, {}, DEEP)],
  ] as const)('a page without reading the rows it skips, by %s alone', async (index, list) => {
    const plans = await plansOf(driver, (store) => store.read((tx) => list(tx, tenant.project.id)))
    expect(plans).toMatch(new RegExp(`Limit\\n.*Index Only Scan( Backward)? using ${index}`))
  })

  it('the cohorts that a person leaves without reading other members', async () => {
    const cohortId = await newestCohortId(driver, tenant)
    const plans = await plansOf(driver, (store) =>
      store.write(async (tx) => {
        const [member = ''] = (await tx.cohortMembers.list(tenant.project.id, cohortId, { limit: 1, offset: 1 })).items
        expect(await tx.cohortMembers.removeFromAll(tenant.project.id, member)).toEqual([cohortId])
      }),
    )
    expect(plans).toMatch(/Scan using cohort_members_pkey on cohort_members member\n.*Index Cond: .*distinct_id = /)
    expect(plans).toMatch(/Index Scan using cohort_members_pkey on cohort_members\n.*Index Cond: .*distinct_id = /)
  })
})

const DEEP = { limit: 10, offset: 100 }

type Removal = (tx: Transaction) => Promise<unknown>

/**
 * Returns the plans of all queries of `work`. The planner avoids reading whole tables, as it would if they were large.
 */
async function plansOf(driver: SqlDriver, work: Parameters<typeof queriesOf>[1]): Promise<string> {
  const queries = await queriesOf(driver, work)
  return driver.read(async (connection) => {
    await connection.execute({ sql: 'set local enable_seqscan = off', parameters: [] })
    const plans: string[] = []
    for (const { sql, parameters } of queries) {
      const { rows } = await connection.execute({ sql: `explain (costs off) ${sql}`, parameters })
      // The column that `explain` returns.
      for (const row of rows as readonly { 'QUERY PLAN': string }[]) plans.push(row['QUERY PLAN'])
    }
    return plans.join('\n')
  })
}

async function newestCohortId(driver: SqlDriver, { project }: SeededTenant): Promise<number> {
  const { items } = await sqlStore(driver).read((tx) => tx.cohorts.list(project.id, {}, { limit: 1, offset: 0 }))
  return items[0]?.id ?? 0
}
