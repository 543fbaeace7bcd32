import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, type Store } from '@flagdeck/core'
import { newPersonRow } from '@flagdeck/core/fixtures'
import { postgresStore } from '@flagdeck/store-postgres'
import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld } from './support/world.ts'

const LIMIT_MS = 50
const ATTEMPTS = 5
/** More than one request reads. */
const PERSONS = 11_000
const SAVED_AT_ONCE = 1000
const NAMES = 1000
const NAMES_OF_A_PERSON = 50

/** Lists the properties of many persons, and measures how long others wait. */
async function expectTurns(store: Store): Promise<void> {
  const api = await openApi({ store, dispose: async () => undefined })
  onTestFinished(() => api.close())
  const { owner, project } = await buildWorld(api)
  for (let first = 0; first < PERSONS; first += SAVED_AT_ONCE) {
    await store.write(async (tx) => {
      for (let n = first; n < first + SAVED_AT_ONCE; n++) await tx.persons.save(personWithMany(project.id, n))
    })
  }
  const { longestMs } = await measureBestTurns(
    LIMIT_MS,
    async () => {
      const { body } = await owner.get(`/api/projects/${project.id}/property_definitions/?type=person&limit=1000`)
      expect(body).toMatchObject({ count: NAMES, count_is_capped: true })
    },
    ATTEMPTS,
  )
  expect(longestMs).toBeLessThan(LIMIT_MS)
}

function personWithMany(projectId: number, n: number) {
  const names = Array.from({ length: NAMES_OF_A_PERSON }, (_, at) => [
    `property ${(n * 7 + at) % NAMES}`,
    `value ${at}`,
  ])
  return newPersonRow({ projectId, distinctId: `person ${n}`, properties: Object.fromEntries(names) })
}

it('USAGE-80 a list of properties never blocks for 50 ms on the memory store', () => expectTurns(memoryStore()))

it('USAGE-80 a list of properties never blocks for 50 ms on SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-properties-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await expectTurns(sqliteStore(join(directory, 'flags.db')))
})

describeOnNewestPostgres('PostgreSQL', ({ name, url }) => {
  it(`USAGE-80 a list of properties never blocks for 50 ms on ${name}`, async () => {
    const database = await createTestDatabase(url)
    onTestFinished(() => database.dispose())
    await expectTurns(postgresStore(database.url))
  })
})
