import { memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { plainRequest } from '../src/rest/plain-request.ts'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld } from './support/world.ts'

const LIMIT_MS = 50
/** The maximum size of CSV. */
const LENGTH = 20_000_000

it.each([
  ['a row of very many cells', ','.repeat(LENGTH), 200],
  ['a row of very many cells in quotes', '"",'.repeat(LENGTH / 3), 200],
  ['many rows of many cells', `${','.repeat(100_000)}\n`.repeat(LENGTH / 100_001), 200],
  ['a cell of quotes', `"${'""'.repeat(LENGTH / 2 - 1)}"`, 400],
  ['a cell of line ends', `"${'\n'.repeat(LENGTH - 2)}"`, 200],
  ['a cell without an end', 'x'.repeat(LENGTH), 400],
])('OUT-13 CSV with %s keeps nobody waiting', { timeout: 120_000 }, async (_, text, status) => {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const { owner, project } = await buildWorld(api)
  const cohorts = `/api/projects/${project.id}/cohorts/`
  const { id } = (await owner.post(cohorts, { name: 'List', is_static: true })).body
  const body = new TextEncoder().encode(text)
  const headers = { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv' }
  const { longestMs } = await measureBestTurns(LIMIT_MS, async () => {
    const url = `${cohorts}${id}/add_persons_to_static_cohort/`
    expect((await api.application.handle(plainRequest('POST', url, { body, headers }))).status).toBe(status)
  })
  expect(longestMs).toBeLessThan(LIMIT_MS)
})
