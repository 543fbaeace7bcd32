import { describe, expect, it, onTestFinished } from 'vitest'
import { plainRequest } from '../../src/rest/plain-request.ts'
import type { StreamBody } from '../../src/rest/plain-response.ts'
import { Caller } from '../support/caller.ts'
import type { NewWorld, World } from '../support/world.ts'

/** Opens a stream and collects what it sends. */
async function open({ api }: World, url: string, headers: Record<string, string>) {
  const response = await api.application.handle(plainRequest('GET', url, { headers }))
  expect(response.status).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
  })
  let text = ''
  const body = response.body as StreamBody // the content type is that of a stream
  let isOpen = true
  const end = () => {
    isOpen = false
  }
  onTestFinished(body.open({ write: (more) => (text += more), end }))
  const events = () =>
    [...text.matchAll(/^id: (\S+)\ndata: (.*)\n\n/gm)].map(([, id, data = '']) => ({ id, data: JSON.parse(data) }))
  return { text: () => text, events, isOpen: () => isOpen }
}

async function streamUrl({ api, project }: World): Promise<string> {
  const context = { targetingKey: 'ada' }
  const { text } = await new Caller(api, project.apiToken).post('/ofrep/v1/evaluate/flags', { context })
  return JSON.parse(text ?? '').eventStreams[0].endpoint.requestUri
}

/** The number in an event's id. */
function versionOf(event: { readonly id?: string | undefined } | undefined): string | undefined {
  return event?.id?.split('-')[0]
}

/** Events about new versions: docs/behaviour/protocols.md. */
export function streams(newWorld: NewWorld): void {
  it('PROTO-31 OpenFeature providers are told to evaluate again', async () => {
    const world = await newWorld()
    const { events, text } = await open(world, await streamUrl(world), {})
    expect(text()).toMatch(/^retry: \d+\n\n/)
    expect(text()).not.toContain('event:')
    const [first] = events()
    const lastModified = Math.floor(world.api.clock() / 1000)
    expect(first).toEqual({
      id: expect.any(String),
      data: { type: 'refetchEvaluation', etag: first?.id, lastModified },
    })
    const { headers } = await world.owner.post(world.flags, { key: 'a' })
    const version = headers['flagdeck-version']
    await expect.poll(() => versionOf(events().at(-1))).toBe(version)
    expect(events().at(-1)?.data).toMatchObject({ etag: events().at(-1)?.id })
  })

  it('PROTO-35 definitions are announced with their version and tag', async () => {
    const world = await newWorld()
    const { project, owner, flags, api } = world
    for (const key of [project.secretApiToken, owner.key]) {
      const authorization = `Bearer ${key}`
      const url = `/flags/definitions/stream?token=${project.apiToken}`
      const { events } = await open(world, url, { authorization })
      const written = await owner.post(flags, { key: `k-${key?.slice(0, 3)}` })
      await expect.poll(() => versionOf(events().at(-1))).toBe(written.headers['flagdeck-version'])
      const feed = await new Caller(api, key).get(`/flags/definitions?token=${project.apiToken}`)
      expect(events().at(-1)?.data).toEqual({
        version: Number(written.headers['flagdeck-version']),
        etag: feed.headers.etag,
      })
    }
  })

  it('PROTO-31 a reader that comes back hears at once what it missed, and otherwise nothing', async () => {
    const world = await newWorld()
    const url = await streamUrl(world)
    const [first] = (await open(world, url, {})).events()
    expect((await open(world, url, { 'last-event-id': first?.id ?? '' })).events()).toEqual([])
    const { headers } = await world.owner.post(world.flags, { key: 'a' })
    const version = headers['flagdeck-version']
    const versionsAfter = async (id: string) =>
      (await open(world, url, { 'last-event-id': id })).events().map(versionOf)
    expect(await versionsAfter(first?.id ?? '')).toEqual([version])
    for (const id of ['', 'x', '999999999', '1'.repeat(30), `${version}`, `${version}-of-another-time`]) {
      expect(await versionsAfter(id)).toEqual([version])
    }
  })

  it('PROTO-38 a stream ends once its credential opens it no more', { timeout: 30_000 }, async () => {
    const world = await newWorld()
    const { api, project, sister, owner, member, keyOf } = world
    const definitions = (key: string | undefined, { apiToken } = project) =>
      open(world, `/flags/definitions/stream?token=${apiToken}`, { authorization: `Bearer ${key}` })
    const revoked = await keyOf(member, ['feature_flag:read'])
    const lost = [
      await open(world, await streamUrl(world), {}),
      await definitions(project.secretApiToken),
      await definitions(revoked.key),
    ]
    const kept = [await definitions(owner.key), await definitions(sister.secretApiToken, sister)]
    // A write of another instance: this one is not notified.
    await api.deck.context.store.write(async (tx) => {
      for (const { id, label } of await tx.personalApiKeys.list(member.user.id)) {
        if (label === 'made for a test') await tx.personalApiKeys.delete(member.user.id, id)
      }
    })
    await owner.patch(`/api/projects/${project.id}/rotate_secret_token/`)
    await expect.poll(() => lost.map((stream) => stream.isOpen()), { timeout: 20_000 }).toEqual([false, false, false])
    expect(kept.map((stream) => stream.isOpen())).toEqual([true, true])
  })

  describe('PROTO-34 a stream is refused', () => {
    it('before anything of the project is loaded', async () => {
      const { api, anonymous, foreign } = await newWorld()
      const hour = Math.floor(api.clock() / 3_600_000)
      for (const at of [hour, hour - 5]) {
        const url = `/ofrep/v1/events?token=${foreign.project.id}.${at}.${'a'.repeat(43)}`
        expect((await anonymous.get(url)).status).toBe(401)
      }
      expect(api.deck.context.snapshots.peek(foreign.project.id)).toBeUndefined()
    })

    it('without its token, with another credential, and when the token has run out', async () => {
      const world = await newWorld()
      const { api, project, anonymous, owner } = world
      const url = await streamUrl(world)
      const status = async (path: string) => (await anonymous.get(path)).status
      for (const token of [project.apiToken, project.secretApiToken, owner.key, '', '1.1.x', '999999999.1.x']) {
        expect(await status(`/ofrep/v1/events?token=${token}`)).toBe(401)
      }
      expect(await status('/ofrep/v1/events')).toBe(401)
      expect(await status(`${url}x`)).toBe(401)
      onTestFinished(() => api.clock.advance(-7_200_000))
      api.clock.advance(3_600_000)
      await open(world, url, {})
      api.clock.advance(3_600_000)
      expect(await status(url)).toBe(401)
    })

    it('once the secret token was replaced', async () => {
      const world = await newWorld()
      const url = await streamUrl(world)
      await world.owner.patch(`/api/projects/${world.project.id}/rotate_secret_token/`)
      expect((await world.anonymous.get(url)).status).toBe(401)
    })

    it('of definitions, to who may not read them', async () => {
      const world = await newWorld()
      const { api, project, sister, anonymous, owner, outsider, keyOf } = world
      const url = `/flags/definitions/stream?token=${project.apiToken}`
      const status = async (caller: Caller) => (await caller.get(url)).status
      expect(await status(anonymous)).toBe(401)
      expect(await status(new Caller(api, project.apiToken))).toBe(401)
      expect(await status(await keyOf(owner, ['dashboard:read']))).toBe(403)
      expect(await status(new Caller(api, sister.secretApiToken))).toBe(403)
      expect(await status(outsider)).toBe(403)
    })
  })
}
