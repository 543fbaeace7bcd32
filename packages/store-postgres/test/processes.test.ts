import { seedTenant } from '@flagdeck/core/testing'
import {
  appliedSteps,
  crashRounds,
  FIRST_RELEASE,
  finished,
  SINCE_FIRST_RELEASE,
  startStoreProcess,
} from '@flagdeck/store-sql/testing'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { databaseForTest, migratedDatabaseForTest, openForTest } from './support/open-for-test.ts'

const PROGRAM = new URL('./support/store-process.ts', import.meta.url)

function start(url: string, ...command: readonly string[]) {
  const child = startStoreProcess(PROGRAM, [url, ...command])
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

describeOnNewestPostgres('several processes on one PostgreSQL database', (server) => {
  it('migrate it at once, and each step runs once', async () => {
    const url = await databaseForTest(server.url)
    const reports = await Promise.all(Array.from({ length: 3 }, () => finished(start(url, 'migrate'))))
    expect(appliedSteps(reports)).toEqual([FIRST_RELEASE, ...SINCE_FIRST_RELEASE])
    expect(await openForTest(url).migrate()).toEqual({ applied: [] })
  })

  it('write at once, and lose nothing to each other', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const store = openForTest(url)
    await store.migrate()
    const { project } = await seedTenant(store)
    const keys = await Promise.all(['a', 'b', 'c'].map((prefix) => finished(start(url, 'write', prefix, '50'))))
    const flags = await store.read((tx) => tx.flags.changedSince(project.id, 0))
    expect(flags.map(({ key }) => key).sort()).toEqual(keys.flat().sort())
    expect(new Set(flags.map(({ projectVersion }) => projectVersion)).size).toBe(150)
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(151)
  })

  it('killed while they write, lose nothing that was acknowledged', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const store = openForTest(url)
    await store.migrate()
    await seedTenant(store)
    const writes = await crashRounds({
      rounds: 5,
      writesARound: 100,
      start: (prefix) => start(url, 'write', prefix, '0'),
      open: () => openForTest(url),
    })
    expect(writes).toBeGreaterThan(500)
  })
})
