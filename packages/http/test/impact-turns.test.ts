import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, type Store } from '@flagdeck/core'
import { timestampOf } from '@flagdeck/core/store'
import { postgresStore } from '@flagdeck/store-postgres'
import { createTestDatabase, describeOnPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld } from './support/world.ts'

const PRO = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' }
const LIMIT_MS = 20
const SEEDED_AT_ONCE = 1000
const SEEDED_AT = timestampOf(Date.UTC(2026, 0, 1))

interface People {
  readonly persons: number
  /** The size of their other properties: so large that reading all persons together would take far too long. */
  readonly visits: number
}

/** A project on this store with these persons, every third on the plan `pro`. */
async function worldOf(store: Store, { persons, visits }: People) {
  const api = await openApi({ store, dispose: async () => undefined })
  onTestFinished(() => api.close())
  const world = await buildWorld(api)
  const history = Array.from({ length: visits }, (_, n) => ({ page: `/page/${n}`, seconds: n }))
  const personOf = (n: number) => ({
    projectId: world.project.id,
    distinctId: `user-${String(n).padStart(7, '0')}`,
    properties: { plan: n % 3 === 0 ? 'pro' : 'free', age: n % 80, history },
    createdAt: SEEDED_AT,
    updatedAt: SEEDED_AT,
  })
  // In several writes: a single one would exceed the time limit of a call on a slow database.
  for (let first = 0; first < persons; first += SEEDED_AT_ONCE) {
    await store.write(async (tx) => {
      for (let n = first; n < Math.min(first + SEEDED_AT_ONCE, persons); n++) await tx.persons.save(personOf(n))
    })
  }
  return world
}

/** Requests a blast radius and a preview, and checks the delay of other requests against the limit. */
async function expectTurns(store: Store, people: People): Promise<void> {
  const { owner, flags, newFlag } = await worldOf(store, people)
  const flag = await newFlag()
  const asks = [
    () => owner.post(`${flags}user_blast_radius/`, { condition: { properties: [PRO] } }),
    () => owner.post(`${flags}${flag.id}/preview/`, { filters: { groups: [{ properties: [PRO] }] } }),
  ]
  // Warms up: compiling the code takes time once, which is not measured here.
  for (const ask of asks) expect((await ask()).body).toMatchObject({ total: people.persons, complete: true })
  for (const ask of asks) {
    const { longestMs, medianDelayMs } = await measureBestTurns(LIMIT_MS, ask)
    expect(longestMs).toBeLessThan(LIMIT_MS)
    expect(medianDelayMs).toBeLessThan(LIMIT_MS)
  }
}

it('IMPACT-20 nobody waits for more than 20 ms on the memory store', () =>
  expectTurns(memoryStore(), { persons: 100_000, visits: 0 }))

it('IMPACT-20 nobody waits for more than 20 ms on SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-impact-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await expectTurns(sqliteStore(join(directory, 'flags.db'), { synchronous: 'normal' }), {
    persons: 30_000,
    visits: 30,
  })
})

describeOnPostgres('PostgreSQL', ({ name, url }) => {
  it(`IMPACT-20 nobody waits for more than 20 ms on ${name}`, async () => {
    const database = await createTestDatabase(url)
    onTestFinished(() => database.dispose())
    await expectTurns(postgresStore(database.url), { persons: 10_000, visits: 60 })
  })
})
