import { memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { flagdeckApplication } from '../src/api/flagdeck-application.ts'
import { plainRequest } from '../src/rest/plain-request.ts'
import { isParted, type PlainResponse } from '../src/rest/plain-response.ts'
import { openApi } from './support/api-under-test.ts'
import { buildWorld, type World } from './support/world.ts'

const MIB = 1024 * 1024
/** With this memory, lists share 25 slots for the items that they read. One step of a search takes 25. */
const FEWEST_PLACES_BYTES = 8 * MIB
const PAYLOAD_LENGTH = 400_000
const LARGE_CHANGES = 25
const SEARCHED_ENTRIES = 600
const SEARCHES = 3

async function openWorld(responseMemoryBytes?: number) {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const world = await buildWorld(api)
  const { handle } = flagdeckApplication(api.deck.context, { rateLimit: 'off', responseMemoryBytes })
  const list = (actor: 'owner' | 'outsider', path: string) => handle(requestOf(world, actor, path))
  return { api, world, list }
}

it('ACT-33 reads a blank search over large entries as the list without a search', async () => {
  const { world, list } = await openWorld()
  const { id } = await world.newFlag()
  for (let n = 0; n < LARGE_CHANGES; n++) {
    const payload = JSON.stringify(`${n}`.padEnd(PAYLOAD_LENGTH, 'x'))
    await world.owner.patch(`${world.flags}${id}/`, {
      filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: payload } },
    })
  }
  const path = `/api/projects/${world.project.id}/activity_log/newest/?limit=1000`
  const plain = textOf(await list('owner', path))
  expect(JSON.parse(plain).results.length).toBeLessThan(LARGE_CHANGES)
  for (const blank of ['%20', '%0A%09']) {
    const searched = textOf(await list('owner', `${path}&search=${blank}`))
    expect(JSON.parse(searched).results).toEqual(JSON.parse(plain).results)
  }
})

it('ACT-34 lets lists of other organizations run between the steps of searches', async () => {
  const { api, world, list } = await openWorld(FEWEST_PLACES_BYTES)
  const project = await api.deck.project(world.project.id)
  for (let n = 0; n < SEARCHED_ENTRIES; n++) await project.cohorts.create({ name: `other ${n}`, isStatic: true })
  const search = `/api/projects/${world.project.id}/activity_log/newest/?search=nothing&date_from=2000-01-01&limit=1`
  let runningSearches = SEARCHES
  const searches = Array.from({ length: SEARCHES }, async () => {
    const { status } = await list('owner', search)
    runningSearches--
    return status
  })
  const flags = await list('outsider', '/api/projects/@current/feature_flags/?limit=100')
  expect([flags.status, runningSearches]).toEqual([200, SEARCHES])
  expect(await Promise.all(searches)).toEqual(Array.from({ length: SEARCHES }, () => 200))
})

function requestOf(world: World, actor: 'owner' | 'outsider', path: string) {
  return plainRequest('GET', path, { headers: { authorization: `Bearer ${world[actor].key}` } })
}

function textOf({ body }: PlainResponse): string {
  if (!isParted(body)) return String(body)
  const text = [...body.parts]
    .map((part) => (typeof part === 'string' ? part : new TextDecoder().decode(part)))
    .join('')
  body.release()
  return text
}
