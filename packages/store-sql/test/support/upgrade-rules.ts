import { insertCohort, insertDashboard, newPersonRow } from '@flagdeck/core/fixtures'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect, it, onTestFinished } from 'vitest'
import { appliedSteps } from './applied-steps.ts'
import { dumpOfFirstRelease, makeFirstRelease } from './first-release.ts'
import { expectFoundAfterUpgrade } from './found-after-upgrade.ts'
import { expectLastSeenAfterUpgrade } from './last-seen-after-upgrade.ts'
import { SINCE_FIRST_RELEASE } from './migration-names.ts'
import { finished, startStoreProcess } from './start-store-process.ts'
import { expectStructureAfterUpgrade } from './structure-after-upgrade.ts'
import { expectTagsAfterUpgrade } from './tags-of-upgrade.ts'

/** The databases for tests of the upgrade. */
export interface UpgradedDatabases {
  /** Returns the place of an empty database for one test. */
  newPlace(): string | Promise<string>
  driverAt(place: string): SqlDriver
  /** A program that takes a place and `migrate`. */
  readonly program: URL
  /** Selects the whole schema in a fixed order. */
  readonly schemaQuery: string
}

/** Declares the requirements for the upgrade of a database of the first release. */
export function upgradeRules({ newPlace, driverAt, program, schemaQuery }: UpgradedDatabases): void {
  function open(place: string): SqlDriver {
    const driver = driverAt(place)
    onTestFinished(() => driver.close())
    return driver
  }
  const openNew = async () => open(await newPlace())
  const schemaOf = async (driver: SqlDriver) =>
    (await driver.read((connection) => connection.execute({ sql: schemaQuery, parameters: [] }))).rows

  it('is migrated with everything in it, and is then like a new one', async () => {
    const driver = await openNew()
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
    const driver = await openNew()
    const tenant = await makeFirstRelease(driver)
    await sqlStore(driver).migrate()
    await expectTagsAfterUpgrade(driver, tenant)
  })

  it('PERSON-18 finds persons by the e-mail that they had', async () => {
    await expectFoundAfterUpgrade(await openNew())
  })

  it('FLAG-140 COHORT-33 counts the structure of rows that were stored before', async () => {
    await expectStructureAfterUpgrade(await openNew())
  })

  it('PEOPLE-18 takes the time at which users were last seen from their sessions and keys', async () => {
    await expectLastSeenAfterUpgrade(await openNew())
  })

  it('has afterwards the same schema as a new one', async () => {
    const [old, fresh] = [await openNew(), await openNew()]
    await makeFirstRelease(old)
    for (const driver of [old, fresh]) await sqlStore(driver).migrate()
    expect(await schemaOf(old)).toEqual(await schemaOf(fresh))
  })

  it('is migrated once by processes that start at once', async () => {
    const place = await newPlace()
    const driver = open(place)
    const tenant = await makeFirstRelease(driver)
    const before = await dumpOfFirstRelease(driver, tenant)
    const children = Array.from({ length: 3 }, () => startStoreProcess(program, [place, 'migrate']))
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL')
    })
    const reports = await Promise.all(children.map(finished))
    expect(appliedSteps(reports)).toEqual(SINCE_FIRST_RELEASE)
    expect(await dumpOfFirstRelease(driver, tenant)).toEqual(before)
  })
}
