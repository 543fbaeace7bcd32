import { type Store, StoreUnavailable } from '@flagdeck/core'
import { seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { openForTest } from './support/open-for-test.ts'
import { startPostgresCluster } from './support/postgres-cluster.ts'

describeOnNewestPostgres('a store whose PostgreSQL server crashes', ({ programs }) => {
  it.skipIf(!programs)('is unavailable while it is down, and then goes on with everything acknowledged', async () => {
    if (!programs) return
    const cluster = await startPostgresCluster(programs)
    onTestFinished(() => cluster.dispose())
    const store = openForTest(cluster.url)
    await store.migrate()
    const { project } = await seedTenant(store)
    const acknowledged: string[] = []
    const writing = writeUntilItFails(store, project.id, acknowledged)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    await cluster.crash()
    expect(await writing).toBeInstanceOf(StoreUnavailable)
    await expect(store.read((tx) => tx.projects.liveTotals(project.id))).rejects.toBeInstanceOf(StoreUnavailable)

    await cluster.restart()
    const flags = await store.read((tx) => tx.flags.changedSince(project.id, 0))
    const keys = flags.map(({ key }) => key)
    expect(acknowledged.filter((key) => !keys.includes(key))).toEqual([])
    await seedFlag(store, { projectId: project.id, key: 'after' })
  })
})

/** Adds flags one by one and records each acknowledged one. Returns the error that ended it. */
async function writeUntilItFails(store: Store, projectId: number, acknowledged: string[]): Promise<unknown> {
  for (let n = 0; ; n++) {
    try {
      acknowledged.push((await seedFlag(store, { projectId, key: `flag-${n}` })).key)
    } catch (error) {
      return error
    }
  }
}
