import { memoryStore } from '@flagdeck/core'
import { yieldToOthers } from '@flagdeck/core/store'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { flagdeckApplication } from '../src/api/flagdeck-application.ts'
import { plainRequest } from '../src/rest/plain-request.ts'
import { isParted, type ResponseBody } from '../src/rest/plain-response.ts'
import { openApi } from './support/api-under-test.ts'
import { buildWorld, type World } from './support/world.ts'

const MIB = 1024 * 1024
/** Less than the largest response, which then takes all of it. */
const MEMORY_BYTES = 2.25 * MIB
const FLAGS = 6
const FLAG_BYTES = 400_000
const RUNS = 20
const MOST_READERS = 10
/** How long a request waits for memory (HTTP-90). */
const WAIT_MS = 2000
const TIMER_INACCURACY_MS = 5

const PATHS = {
  list: 'feature_flags/?limit=100',
  'my flags': 'feature_flags/my_flags/?limit=100',
  export: 'export/',
  activity: 'activity_log/newest/?limit=100',
  'one flag': 'feature_flags/1/',
} as const
const EVALUATIONS = ['/flags/?v=2', '/decide/?v=3'] as const

/** When a client disconnects: before the first part, after it, or at the end. */
const FATES = ['leaves', 'reads a part', 'reads all'] as const

const reader = fc.record({
  actor: fc.constantFrom('owner', 'member', 'outsider', 'anonymous'),
  path: fc.constantFrom(...Object.values(PATHS), ...EVALUATIONS),
  fate: fc.constantFrom(...FATES),
})

it(`HTTP-90 random readers share the memory of large responses, in ${RUNS} rounds`, { timeout: 120_000 }, async () => {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const world = await buildWorld(api)
  const payload = JSON.stringify('x'.repeat(FLAG_BYTES))
  for (let n = 0; n < FLAGS; n++) {
    await world.newFlag({ filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: payload } } })
  }
  const { handle, responseMemory } = flagdeckApplication(api.deck.context, {
    rateLimit: 'off',
    responseMemoryBytes: MEMORY_BYTES,
  })
  let mostTaken = 0
  const statuses = new Set<number>()
  const read = async ({ actor, path, fate }: { actor: Actor; path: string; fate: (typeof FATES)[number] }) => {
    const startedAtMs = performance.now()
    const { status, body, headers } = await handle(requestOf(world, actor, path))
    if (status === 503) {
      // On a slow machine others may not finish within the time that a request waits. It must not be refused earlier.
      expect(headers['retry-after']).toMatch(/^[1-9]\d*$/)
      expect(performance.now() - startedAtMs).toBeGreaterThan(WAIT_MS - TIMER_INACCURACY_MS)
    } else statuses.add(status)
    mostTaken = Math.max(mostTaken, responseMemory?.taken ?? 0)
    await consume(body, fate)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(reader, { minLength: 2, maxLength: MOST_READERS, size: 'max' }), async (readers) => {
      await Promise.all(readers.map(read))
      expect(responseMemory?.taken, 'what is still reserved').toBe(0)
    }),
    { numRuns: RUNS },
  )
  // The readers must have used all of the memory, and never more.
  expect(mostTaken).toBe(MEMORY_BYTES)
  expect([...statuses].toSorted()).toEqual([200, 401, 403])
})

type Actor = 'owner' | 'member' | 'outsider' | 'anonymous'

function requestOf(world: World, actor: Actor, path: string) {
  const { key } = world[actor]
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  if (!path.startsWith('/')) return plainRequest('GET', `/api/projects/${world.project.id}/${path}`, { headers })
  return plainRequest('POST', path, { json: { token: world.project.apiToken, distinct_id: 'ada' } })
}

async function consume(body: ResponseBody, fate: (typeof FATES)[number]): Promise<void> {
  if (!isParted(body)) return
  if (fate !== 'leaves') {
    for (const _ of body.parts) {
      await yieldToOthers()
      if (fate === 'reads a part') break
    }
  }
  body.release()
}
