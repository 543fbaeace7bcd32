import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newActivityRow } from '@flagdeck/core/fixtures'
import { listNewestActivity } from '@flagdeck/core/operations'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld } from './support/world.ts'

const LIMIT_MS = 50
const ENTRIES = 12
/** The number of numbers in half a MiB of JSON. */
const PARTS = 130_000

it('ACT-35 a search visits entries whose values have 130,000 parts each in bounded turns (OUT-13)', {
  timeout: 120_000,
}, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-searches-'))
  const store = sqliteStore(join(directory, 'flags.db'), { synchronous: 'normal' })
  onTestFinished(() => rm(directory, { recursive: true }))
  const api = await openApi({ store, dispose: async () => undefined })
  onTestFinished(() => api.close())
  const { project } = await buildWorld(api)
  const { context } = await api.deck.project(project.id)
  const before = Array.from({ length: PARTS }, (_, n) => n % 1000)
  const detail = {
    changes: [{ type: 'Cohort', action: 'changed', field: 'query', before, after: before.toReversed() }],
    trigger: null,
    type: null,
    name: 'Large',
    shortId: null,
  } as const
  for (let n = 0; n < ENTRIES; n++) {
    const row = newActivityRow({ projectId: project.id, scope: 'Cohort', itemId: '1', detail })
    await store.write((tx) => tx.activity.append(row))
  }
  for (const search of ['1234567', '999']) {
    const read = () => listNewestActivity(context, { search, scope: 'Cohort' })
    expect((await read()).items.length > 0).toBe(search === '999')
    const turns = await measureBestTurns(LIMIT_MS, read)
    expect(turns.longestMs, search).toBeLessThan(LIMIT_MS)
  }
})
