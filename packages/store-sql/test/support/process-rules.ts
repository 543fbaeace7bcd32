import type { Store } from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import { expect, it, onTestFinished } from 'vitest'
import { appliedSteps } from './applied-steps.ts'
import { crashRounds } from './crash-rounds.ts'
import { FIRST_RELEASE, SINCE_FIRST_RELEASE } from './migration-names.ts'
import { finished, startStoreProcess } from './start-store-process.ts'

/** The databases for tests with several processes. */
export interface SharedDatabases {
  /** Returns the place of an empty database for one test. */
  newPlace(): string | Promise<string>
  /** Returns the place of a migrated database, if that is faster than migrating one. */
  newMigratedPlace?(): Promise<string>
  storeAt(place: string): Store
  /** Runs `runStoreProcess`. */
  readonly program: URL
  /** Verifies what killed processes have left. */
  expectSound?(place: string): void
}

/** Declares the requirements for several processes that use one database. */
export function processRules({ newPlace, newMigratedPlace, storeAt, program, expectSound }: SharedDatabases): void {
  const newPlaceToWrite = newMigratedPlace ?? newPlace

  function start(place: string, ...command: readonly string[]) {
    const child = startStoreProcess(program, [place, ...command])
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return child
  }

  function open(place: string): Store {
    const store = storeAt(place)
    onTestFinished(() => store.close())
    return store
  }

  it('migrate it at once, and each step runs once', async () => {
    const place = await newPlace()
    const reports = await Promise.all(Array.from({ length: 3 }, () => finished(start(place, 'migrate'))))
    expect(appliedSteps(reports)).toEqual([FIRST_RELEASE, ...SINCE_FIRST_RELEASE])
    expect(await open(place).migrate()).toEqual({ applied: [] })
  })

  it('write at once, and lose nothing to each other', async () => {
    const place = await newPlaceToWrite()
    const store = open(place)
    await store.migrate()
    const { project } = await seedTenant(store)
    const keys = await Promise.all(['a', 'b', 'c'].map((prefix) => finished(start(place, 'write', prefix, '50'))))
    const flags = await store.read((tx) => tx.flags.changedSince(project.id, 0))
    expect(flags.map(({ key }) => key).sort()).toEqual(keys.flat().sort())
    expect(new Set(flags.map(({ projectVersion }) => projectVersion)).size).toBe(150)
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(151)
  })

  it('killed while they write, lose nothing that was acknowledged', async () => {
    const place = await newPlaceToWrite()
    const store = open(place)
    await store.migrate()
    await seedTenant(store)
    await store.close()
    const writes = await crashRounds({
      rounds: 5,
      writesARound: 100,
      start: (prefix) => start(place, 'write', prefix, '0'),
      open: () => open(place),
    })
    expect(writes).toBeGreaterThan(500)
    expectSound?.(place)
  })
}
