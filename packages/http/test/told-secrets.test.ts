import { memoryStore } from '@flagdeck/core'
import { SCOPE_OBJECTS } from '@flagdeck/core/operations'
import type { Scope } from '@flagdeck/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import { Draw } from './actors/draw.ts'
import { buildProtectedWorld, LISTED, type ProtectedWorld } from './actors/protected-world.ts'
import { attemptAt } from './actors/write-operations.ts'
import { openApi } from './support/api-under-test.ts'
import { Caller } from './support/caller.ts'

const SCOPES = SCOPE_OBJECTS.flatMap((object): Scope[] => [`${object}:read`, `${object}:write`])
const OF_PERSON = 'told of a person alone'
const OF_GROUP = 'told of a group alone'
/** Attempts at each endpoint. */
const TRIES = 2

/** All responses of all endpoints to a caller, including those that write. */
async function everythingTold(world: ProtectedWorld, caller: Caller, token: string): Promise<string[]> {
  const told: string[] = []
  for (let nth = 0; nth < TRIES; nth++) {
    for (const { endpoint } of flagdeckRoutes) {
      const choices = Array.from({ length: 40 }, (_, index) => (nth * 7 + index * nth) % 999)
      const { method, url, ...content } = attemptAt(endpoint, new Draw(choices), { ...world, token })
      const { status, text, headers } = await caller.send(method, url, content).catch((error: Error) => {
        if (error.message === 'the body is a stream') return { status: 200, text: '', headers: {} }
        throw error
      })
      told.push(`${method} ${url} → ${status} ${JSON.stringify(headers)} ${text}`)
    }
  }
  return told
}

it('PROJ-9, PROTO-16 no endpoint tells a caller what its key does not open', { timeout: 300_000 }, async () => {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const callers: [string, (world: ProtectedWorld) => Promise<Caller> | Caller][] = [
    ...SCOPES.map((scope): [string, (world: ProtectedWorld) => Promise<Caller>] => [
      scope,
      (world) => world.keyOf(world.owner, [scope]),
    ]),
    ['a member', (world) => world.member],
    ['another owner', (world) => world.outsider],
    ['secret token', ({ project }) => new Caller(api, project.secretApiToken)],
    ['public token', ({ project }) => new Caller(api, project.apiToken)],
    ['nobody', (world) => world.anonymous],
  ]
  for (const [name, callerIn] of callers) {
    const world = await buildProtectedWorld(api)
    // A client with the link of an invitation may read its contents.
    world.pools.token.splice(0, world.pools.token.length, 'phi_of_nobody')
    const persons = `/api/projects/${world.project.id}/persons/`
    for (const id of LISTED)
      await world.owner.patch(`${persons}${id}/`, { properties: { note: OF_PERSON, plan: 'pro' } })
    const groups = `/api/projects/${world.project.id}/groups/`
    await world.owner.post(groups, { group_type_index: 0, group_key: 'acme', group_properties: { note: OF_GROUP } })
    const told = await everythingTold(world, await callerIn(world), world.project.apiToken)
    const saying = (secret: string) => told.filter((line) => line.includes(secret)).map((line) => line.slice(0, 300))
    if (name !== 'project:write') {
      for (const project of [world.project, world.sister]) expect(saying(project.secretApiToken), name).toEqual([])
    }
    if (!/^person:|a member/.test(name)) expect(saying(OF_PERSON), name).toEqual([])
    if (!/^group:|a member/.test(name)) expect(saying(OF_GROUP), name).toEqual([])
    if (/token|nobody|another/.test(name)) {
      for (const { user } of [world.owner, world.member, world.colleague]) expect(saying(user.email), name).toEqual([])
    }
  }
})
