import { BUILT_AT, newSeenFlag, type SeededTenant } from '@flagdeck/core/fixtures'
import type { ReadTransaction, Transaction } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { LOOK_UPS, queriesOf, seedForPlans } from '@flagdeck/store-sql/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDriver } from '../src/sqlite-driver.ts'

describe('SQLite finds by an index', () => {
  const driver = sqliteDriver(':memory:', {})
  let tenant: SeededTenant
  beforeAll(async () => {
    const store = sqlStore(driver)
    await store.migrate()
    tenant = await seedForPlans(store)
  })
  afterAll(() => driver.close())

  it.each(LOOK_UPS)('$name ($index)', async ({ read, index }) => {
    const plans = await plansOf(driver, (store) => store.read((tx) => read(tx, tenant)))
    expect(plans).toContainEqual(expect.stringMatching(stepBy(index)))
    // Results of subqueries and lists of parameters may be scanned, but no table.
    expect(plans.filter((step) => /^SCAN (?!page|listed|json_each|element)|AUTOMATIC/.test(step))).toEqual([])
  })

  it('a page of the log without reading the rows it skips', async () => {
    const page = { limit: 10, offset: 100 }
    const plans = await plansOf(driver, (store) =>
      store.read((tx) => tx.activity.list(tenant.project.id, { scope: 'FeatureFlag' }, page)),
    )
    expect(plans).toContainEqual(expect.stringContaining('USING COVERING INDEX activity_scope'))
    expect(plans).toContain('SEARCH activity USING INTEGER PRIMARY KEY (rowid=?)')
  })

  it.each([
    ['live', false, 'flags_live_created'],
    ['deleted', true, 'flags_deleted_created'],
  ] as const)('a page of %s flags without reading the rows it skips', async (_, deleted, index) => {
    const order = { field: 'createdAt', descending: true } as const
    const plans = await plansOf(driver, (store) =>
      store.read((tx) => tx.flags.list(tenant.project.id, { order, deleted }, { limit: 10, offset: 100 })),
    )
    expect(plans).toContainEqual(expect.stringContaining(`USING COVERING INDEX ${index}`))
  })

  it.each([
    ['dashboards_live_listed', (tx: ReadTransaction, id: number): Promise<unknown> => tx.dashboards.list(id, {}, DEEP)],
    [
      'dashboards_deleted_listed',
      (tx: ReadTransaction, id: number): Promise<unknown> => tx.dashboards.list(id, { deleted: true }, DEEP),
    ],
    ['insights_live_created', (tx: ReadTransaction, id: number): Promise<unknown> => tx.insights.list(id, {}, DEEP)],
  ] as const)('a page without reading the rows it skips, by %s alone', async (index, list) => {
    const plans = await plansOf(driver, (store) => store.read((tx) => list(tx, tenant.project.id)))
    expect(plans).toContainEqual(expect.stringContaining(`USING COVERING INDEX ${index}`))
    expect(plans).not.toContainEqual(expect.stringContaining(`USING INDEX ${index}`))
  })

  it('the tiles of a dashboard without reading those of others', async () => {
    const plans = await plansOf(driver, (store) => store.read((tx) => tx.tiles.ofDashboard(tenant.project.id, 1)))
    expect(plans).toContain('SEARCH tiles USING INTEGER PRIMARY KEY (rowid=?)')
    expect(plans).not.toContainEqual(expect.stringMatching(/^SEARCH tiles .*\(project_id=\?\)$/))
  })

  it('the cohorts that a person leaves without reading other members', async () => {
    const cohortId = await newestCohortId(driver, tenant)
    const plans = await plansOf(driver, (store) =>
      store.write(async (tx) => {
        const [member = ''] = (await tx.cohortMembers.list(tenant.project.id, cohortId, { limit: 1, offset: 1 })).items
        expect(await tx.cohortMembers.removeFromAll(tenant.project.id, member)).toEqual([cohortId])
      }),
    )
    expect(plans).toContainEqual(expect.stringMatching(/^SEARCH member USING PRIMARY KEY .*distinct_id=/))
    expect(plans).toContainEqual(expect.stringMatching(/^SEARCH cohort_members USING PRIMARY KEY .*distinct_id=/))
    expect(plans.filter((step) => /^SCAN (?!json_each)|AUTOMATIC/.test(step))).toEqual([])
  })

  it('flags that were called without reading the others', async () => {
    const seen = newSeenFlag({ projectId: tenant.project.id })
    const plans = await plansOf(driver, (store) => store.write((tx) => tx.seenFlags.note([seen])))
    const steps = plans.filter((step) => step.includes('flags USING') && !step.includes('seen_flags'))
    expect(steps).toEqual([
      'SEARCH flags USING INDEX flags_usage_key (project_id=? AND usage_key=?)',
      'SEARCH flags USING INDEX flags_live_key (project_id=? AND key=?)',
    ])
  })

  it.each([
    ['usage_counts', (tx) => tx.usageCounts.deleteBefore('day', '2026-11-01', 10)],
    ['user_sets', (tx) => tx.userSets.deleteBefore('day', '2026-11-01', 10)],
    ['claimed_events', (tx) => tx.claimedEvents.deleteBefore(BUILT_AT, 10)],
    ['idempotency_keys', (tx) => tx.idempotencyKeys.deleteBefore(BUILT_AT, 10)],
    ['unknown_flags', (tx) => tx.seenFlags.deleteUnknownBefore('2026-01-01')],
  ] as readonly (readonly [string, Removal])[])('what is old in %s without reading what is not', async (_, remove) => {
    const plans = await plansOf(driver, (store) => store.write(remove))
    expect(plans.filter((step) => /^SCAN (?!projects)|AUTOMATIC/.test(step))).toEqual([])
  })

  it.each([
    ['persons', (tx: ReadTransaction, id: number): Promise<unknown> => tx.persons.list(id, 'p', DEEP)],
    ['groups', (tx: ReadTransaction, id: number): Promise<unknown> => tx.groups.list(id, 0, 'g', DEEP)],
  ] as const)('a page of %s without reading the rows it skips', async (table, list) => {
    const plans = await plansOf(driver, (store) => store.read((tx) => list(tx, tenant.project.id)))
    expect(plans).toContainEqual(expect.stringContaining(`SEARCH ${table} USING COVERING INDEX`))
    // Only properties other than the key may be read from rows.
    expect(plans).not.toContainEqual(expect.stringContaining(`SEARCH ${table} USING INDEX sqlite_autoindex`))
  })
})

type Removal = (tx: Transaction) => Promise<unknown>

const DEEP = { limit: 10, offset: 100 }

/**
 * Returns a pattern for the step that finds rows by an index. SQLite names the indexes of primary keys itself, or uses
 * none.
 */
function stepBy(index: string): RegExp {
  const [, table] = /^(\w+)_pkey$/.exec(index) ?? []
  return new RegExp(table ? `(USING PRIMARY KEY|INDEX sqlite_autoindex_${table}_1)` : `INDEX ${index}`)
}

/** Returns the steps of the plans of all queries of `work`. */
async function plansOf(driver: SqlDriver, work: Parameters<typeof queriesOf>[1]): Promise<readonly string[]> {
  const plans: string[] = []
  for (const { sql, parameters } of await queriesOf(driver, work)) {
    const { rows } = await driver.read((connection) =>
      connection.execute({ sql: `explain query plan ${sql}`, parameters }),
    )
    // A column that `explain query plan` returns.
    for (const { detail } of rows as readonly { detail: string }[]) plans.push(detail)
  }
  return plans
}

async function newestCohortId(driver: SqlDriver, { project }: SeededTenant): Promise<number> {
  const { items } = await sqlStore(driver).read((tx) => tx.cohorts.list(project.id, {}, { limit: 1, offset: 0 }))
  return items[0]?.id ?? 0
}
