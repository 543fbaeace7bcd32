import { createFlagdeck } from '@flagdeck/core'
import type { ChangeBus, ProjectChange } from '@flagdeck/core/store'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { migratedDatabaseForTest, openForTest } from './support/open-for-test.ts'
import { startPostgresCluster } from './support/postgres-cluster.ts'

/** Returns a bus on the database, which is closed after the test, and the changes that it receives. */
function busOn(url: string) {
  const errors: unknown[] = []
  const heard: ProjectChange[] = []
  const bus = openForTest(url).changeBus?.({ onError: (error) => errors.push(error) })
  if (!bus) throw new Error('the store brings no bus')
  onTestFinished(() => bus.close())
  const counted = { bus, heard, errors, gaps: 0 }
  bus.subscribe(
    (change) => heard.push(change),
    () => counted.gaps++,
  )
  return counted
}

const isConnected = (bus: ChangeBus) => bus.status?.().connected

async function twoBuses(url: string, otherUrl = url) {
  const [one, other] = [busOn(url), busOn(otherUrl)]
  await expect.poll(() => isConnected(one.bus) && isConnected(other.bus), { timeout: 5000 }).toBe(true)
  return [one, other] as const
}

describeOnNewestPostgres('changes over LISTEN and NOTIFY', (server) => {
  it('PROP-2 reach all instances of the database, and no others', async () => {
    const [one, other] = await twoBuses(await migratedDatabaseForTest(server.url))
    const [stranger] = await twoBuses(await migratedDatabaseForTest(server.url))
    one.bus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => other.heard).toEqual([{ projectId: 1, version: 2 }])
    await expect.poll(() => one.bus.status?.().lagMs).toBeGreaterThan(0)
    expect(stranger.heard).toEqual([])
  })

  it('PROP-2 are what instances with that store tell each other by themselves', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const decks = await Promise.all(
      ['first', 'second'].map(async () => {
        const deck = await createFlagdeck({ store: openForTest(url), checkIntervalMs: 3_600_000 })
        onTestFinished(() => deck.close())
        return deck
      }),
    )
    const [first, second] = await Promise.all(decks.map((deck) => deck.project()))
    await expect.poll(() => decks.every((deck) => deck.context.snapshots.status().bus?.connected)).toBe(true)
    await first?.flags.create({ key: 'beta', filters: { groups: [{}] } })
    await expect.poll(() => second?.flags.isEnabled('beta', { distinctId: 'ada' })).toBe(true)
  })

  it('PROP-4 go on when the connection is cut, and a gap is told', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const [one, other] = await twoBuses(url)
    expect([one.gaps, other.gaps]).toEqual([1, 1])
    const client = new Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'flagdeck-listener'",
    )
    await expect.poll(() => isConnected(one.bus)).toBe(false)
    await expect.poll(() => [one.gaps, other.gaps], { timeout: 5000 }).toEqual([2, 2])
    one.bus.publish({ projectId: 1, version: 3 })
    await expect.poll(() => other.heard.at(-1)).toEqual({ projectId: 1, version: 3 })
    expect(one.errors).toHaveLength(1)
  })

  it('PROP-4 go on within five seconds after a network that swallowed everything works again', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const proxy = await startFaultyProxy(url)
    onTestFinished(() => proxy.dispose())
    const [one, other] = await twoBuses(url, proxy.url)
    proxy.stall()
    await expect.poll(() => isConnected(other.bus), { timeout: 8000 }).toBe(false)
    one.bus.publish({ projectId: 1, version: 2 })
    proxy.heal()
    const healedAt = performance.now()
    await expect.poll(() => other.gaps, { timeout: 8000 }).toBe(2)
    expect(performance.now() - healedAt).toBeLessThan(5000)
    one.bus.publish({ projectId: 1, version: 3 })
    await expect.poll(() => other.heard.at(-1)).toEqual({ projectId: 1, version: 3 })
    expect(other.errors).toHaveLength(1)
  })

  it.skipIf(!server.programs)('PROP-4 go on after the server crashed', async () => {
    if (!server.programs) return
    const cluster = await startPostgresCluster(server.programs)
    onTestFinished(() => cluster.dispose())
    const [one, other] = await twoBuses(cluster.url)
    await cluster.crash()
    await expect.poll(() => isConnected(one.bus)).toBe(false)
    one.bus.publish({ projectId: 1, version: 2 })
    await cluster.restart()
    await expect.poll(() => other.gaps, { timeout: 8000 }).toBe(2)
    await expect.poll(() => one.gaps, { timeout: 8000 }).toBe(2)
    expect(one.errors).toHaveLength(1)
  })

  it('PROP-6 are closed at once when the server hangs, whatever was to be sent', async () => {
    const url = await migratedDatabaseForTest(server.url)
    const proxy = await startFaultyProxy(url)
    onTestFinished(() => proxy.dispose())
    const [, connected] = await twoBuses(url, proxy.url)
    proxy.stall()
    const unconnected = busOn(proxy.url)
    for (const { bus } of [connected, unconnected]) {
      bus.publish({ projectId: 1, version: 2 })
      const startedAt = performance.now()
      await bus.close()
      expect(performance.now() - startedAt).toBeLessThan(500)
    }
  })
})
