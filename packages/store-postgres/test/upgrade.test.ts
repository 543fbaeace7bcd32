import { insertCohort, insertDashboard, newPersonRow } from '@flagdeck/core/testing'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import {
  appliedSteps,
  dumpOfFirstRelease,
  expectFoundAfterUpgrade,
  expectTagsAfterUpgrade,
  finished,
  makeFirstRelease,
  SINCE_FIRST_RELEASE,
  startStoreProcess,
} from '@flagdeck/store-sql/testing'
import { expect, it, onTestFinished } from 'vitest'
import { postgresDriver } from '../src/postgres-driver.ts'
import { describeOnPostgres } from './support/describe-on-postgres.ts'
import { databaseForTest } from './support/open-for-test.ts'

const PROGRAM = new URL('./support/store-process.ts', import.meta.url)

function open(connectionString: string): SqlDriver {
  const driver = postgresDriver({ connectionString })
  onTestFinished(() => driver.close())
  return driver
}

describeOnPostgres('a PostgreSQL database of the first release', (server) => {
  it('is migrated with everything in it, and is then like a new one', async () => {
    const driver = open(await databaseForTest(server.url))
    const tenant = await makeFirstRelease(driver)
    const store = sqlStore(driver)
    const before = await dumpOfFirstRelease(driver, tenant)
    expect(await store.pendingMigrations()).toEqual(SINCE_FIRST_RELEASE)
    expect(await store.migrate()).toEqual({ applied: SINCE_FIRST_RELEASE })
    expect(await dumpOfFirstRelease(driver, tenant)).toEqual(before)
    const projectId = tenant.project.id
    const person = newPersonRow({ projectId })
    await store.write(async (tx) => {
      await tx.persons.save(person)
      const cohort = await insertCohort(tx, { projectId, createdBy: tenant.user })
      await tx.cohortMembers.add(projectId, cohort.id, [person.distinctId])
      expect(await tx.cohorts.find(projectId, cohort.id)).toEqual({ ...cohort, memberCount: 1 })
      const dashboard = await insertDashboard(tx, { projectId, createdBy: tenant.user })
      expect(await tx.dashboards.find(projectId, dashboard.id)).toEqual(dashboard)
    })
  })

  it('SNAP-30 SNAP-32 has a tag for each version, but for those that the first release raises beside a newer one', async () => {
    const driver = open(await databaseForTest(server.url))
    const tenant = await makeFirstRelease(driver)
    await sqlStore(driver).migrate()
    await expectTagsAfterUpgrade(driver, tenant)
  })

  it('PERSON-18 finds persons by the e-mail that they had', async () => {
    await expectFoundAfterUpgrade(open(await databaseForTest(server.url)))
  })

  it('has afterwards the same columns and indexes as a new one', async () => {
    const [old, fresh] = [open(await databaseForTest(server.url)), open(await databaseForTest(server.url))]
    await makeFirstRelease(old)
    for (const driver of [old, fresh]) await sqlStore(driver).migrate()
    expect(await columnsAndIndexesOf(old)).toEqual(await columnsAndIndexesOf(fresh))
  })

  it('is migrated once by processes that start at once', async () => {
    const url = await databaseForTest(server.url)
    const driver = open(url)
    const tenant = await makeFirstRelease(driver)
    const before = await dumpOfFirstRelease(driver, tenant)
    const children = Array.from({ length: 3 }, () => startStoreProcess(PROGRAM, [url, 'migrate']))
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL')
    })
    const reports = await Promise.all(children.map(finished))
    expect(appliedSteps(reports)).toEqual(SINCE_FIRST_RELEASE)
    expect(await dumpOfFirstRelease(driver, tenant)).toEqual(before)
  })
})

async function columnsAndIndexesOf(driver: SqlDriver): Promise<readonly unknown[]> {
  const sql = `
    select table_name || '.' || column_name as name, data_type || ' ' || is_nullable || ' ' || coalesce(collation_name, '') as text
    from information_schema.columns where table_schema = 'public'
    union all select indexname, indexdef from pg_indexes where schemaname = 'public'
    order by name, text`
  return (await driver.read((connection) => connection.execute({ sql, parameters: [] }))).rows
}
