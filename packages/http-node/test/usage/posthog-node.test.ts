import { gunzipSync, gzipSync } from 'node:zlib'
import { updateProject } from '@flagdeck/core/operations'
import { PostHog, type PostHogOptions } from 'posthog-node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EVERYBODY, type FlagdeckServer, flagdeckServer, NOBODY } from '../openfeature/flagdeck-server.ts'
import { counted, countedUsers } from './counted.ts'

const KEYS = ['half', 'colour', 'nobody'] as const
const USERS = 1000

async function serverWithFlags(): Promise<FlagdeckServer> {
  const server = await flagdeckServer()
  const variants = ['red', 'green', 'blue'].map((key, index) => ({ key, rollout_percentage: index === 0 ? 34 : 33 }))
  await server.flags.create({ key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } })
  await server.flags.create({ key: 'colour', filters: { groups: EVERYBODY, multivariate: { variants } } })
  await server.flags.create({ key: 'nobody', filters: { groups: NOBODY } })
  return server
}

/** A request with events, as the SDK sent it. */
interface Sent {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

/** The published SDK, and the requests that it sent. */
function startSdk({ url, project }: FlagdeckServer, options: PostHogOptions = {}) {
  const sent: Sent[] = []
  const errors: unknown[] = []
  const client = new PostHog(project.apiToken, {
    host: url,
    maxQueueSize: 100_000,
    flushInterval: 1e6,
    fetch: async (target, request) => {
      const answer = await fetch(target, request as RequestInit)
      // The SDK sends more than its types declare.
      const { headers, body } = request as unknown as Sent
      if (/batch|analytics/.test(target)) sent.push({ url: target, headers, body: await bytesOf(body) })
      return answer
    },
    ...options,
  })
  client.on('error', (error) => errors.push(error))
  onTestFinished(() => client.shutdown())
  return { client, sent, errors }
}

async function bytesOf(body: unknown): Promise<Uint8Array> {
  // Every type of body that a request can have.
  return new Uint8Array(await new Response(body as BodyInit).arrayBuffer())
}

/** The results of the embedded evaluator, as `flag=variant`, with the number of users for each. */
function expectedUsers({ flags }: FlagdeckServer, users: readonly string[]): Map<string, number> {
  const expected = new Map<string, number>()
  // From a snapshot, whose evaluations are not counted.
  const snapshot = flags.snapshot()
  for (const distinctId of users) {
    for (const key of KEYS) {
      const { enabled, variant } = snapshot.evaluate(key, { distinctId })
      const place = `${key}=${variant ?? enabled}`
      expected.set(place, (expected.get(place) ?? 0) + 1)
    }
  }
  return expected
}

function usersOf(prefix: string): string[] {
  return Array.from({ length: USERS }, (_, index) => `${prefix}-${index}`)
}

async function askLocally(client: PostHog, users: readonly string[]): Promise<void> {
  for (const user of users) for (const key of KEYS) await client.getFeatureFlag(key, user)
}

async function askRemotely(client: PostHog, users: readonly string[]): Promise<void> {
  for (let at = 0; at < users.length; at += 50) {
    await Promise.all(
      users.slice(at, at + 50).map(async (user) => {
        const flags = await client.evaluateFlags(user)
        for (const key of KEYS) flags.getFlag(key)
      }),
    )
  }
}

describe('posthog-node 5.70.0', () => {
  test('CAPTURE-10 CAPTURE-13 reports every answer once, evaluated locally and remotely', async () => {
    const server = await serverWithFlags()
    const local = startSdk(server, { secretKey: server.project.secretApiToken })
    const remote = startSdk(server)
    await local.client.waitForLocalEvaluationReady()
    const [here, there] = [usersOf('here'), usersOf('there')]
    for (let again = 0; again < 2; again++) {
      await askLocally(local.client, here)
      await askRemotely(remote.client, there)
    }
    await Promise.all([local.client.flush(), remote.client.flush()])

    const { deck, project } = server
    const bySource = (source: string) => ({ source, sdk: 'posthog-node', count: KEYS.length * USERS, errors: 0 })
    expect(await counted(deck, project.id, ['source', 'sdk'])).toEqual([bySource('sdk_local'), bySource('sdk_remote')])
    const expected = expectedUsers(server, [...here, ...there])
    const sums = await counted(deck, project.id, ['flagKey', 'variant'])
    expect(new Map(sums.map(({ flagKey, variant, count }) => [`${flagKey}=${variant}`, count]))).toEqual(expected)
    // Up to this number, users are counted exactly.
    expect(Math.max(...expectedUsers(server, here).values())).toBeLessThan(1536)
    const users = await countedUsers(deck, project.id)
    for (const [place, count] of expected) if (count <= 1536) expect([place, users.get(place)]).toEqual([place, count])

    const events = [...local.sent, ...remote.sent].flatMap(eventsIn)
    expect(events).toHaveLength(2 * KEYS.length * USERS)
    // The server has allowed the SDK to leave out the rest.
    expect(
      events.filter(({ properties }) => Object.keys(properties).some((name) => name.startsWith('$feature/'))),
    ).toEqual([])
    expect([...local.errors, ...remote.errors]).toEqual([])
  })

  test('CAPTURE-11 may send its batches five times, gzip and plain', async () => {
    const server = await serverWithFlags()
    const { client, sent } = startSdk(server, { secretKey: server.project.secretApiToken })
    await client.waitForLocalEvaluationReady()
    await askLocally(client, usersOf('u').slice(0, 200))
    await client.flush()
    const { deck, project } = server
    const dimensions = ['start', 'flagKey', 'variant', 'source', 'sdk'] as const
    const before = [await counted(deck, project.id, dimensions), await countedUsers(deck, project.id)]
    for (let again = 0; again < 5; again++) {
      for (const { url, headers, body } of sent) {
        const plain = body[0] === 0x1f ? gunzipSync(body) : body
        const { 'Content-Encoding': _, ...plainHeaders } = headers
        const gzipHeaders = { ...plainHeaders, 'Content-Encoding': 'gzip' }
        for (const request of [
          { headers, body },
          { headers: plainHeaders, body: plain },
          { headers: gzipHeaders, body: gzipSync(plain) },
        ]) {
          expect((await fetch(url, { method: 'POST', ...(request as RequestInit) })).status).toBe(200)
        }
      }
      expect([await counted(deck, project.id, dimensions), await countedUsers(deck, project.id)]).toEqual(before)
    }
    expect(before[0]).not.toEqual([])
  })

  test('CAPTURE-7 hears from the newest endpoint that all is well', async () => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', 'v1')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const server = await serverWithFlags()
    const { client, sent, errors } = startSdk(server, { secretKey: server.project.secretApiToken })
    await client.waitForLocalEvaluationReady()
    await askLocally(client, usersOf('u').slice(0, 50))
    client.identify({ distinctId: 'u-1', properties: { $set: { plan: 'pro' }, $set_once: { first: 'yes' } } })
    await client.flush()
    expect(new Set(sent.map(({ url }) => new URL(url).pathname))).toEqual(new Set(['/i/v1/analytics/events']))
    expect(errors).toEqual([])
    const { deck, project } = server
    expect(await counted(deck, project.id, ['source', 'sdk'])).toEqual([
      { source: 'sdk_local', sdk: 'posthog-node', count: 150, errors: 0 },
    ])
    const person = await deck.context.store.read((tx) => tx.persons.find(project.id, 'u-1'))
    expect(person?.properties).toEqual({ plan: 'pro', first: 'yes' })
  })

  test('CAPTURE-20 CAPTURE-22 CAPTURE-23 tells of persons and groups', async () => {
    const server = await serverWithFlags()
    await updateProject((await server.deck.project()).context, { eventsAddGroupTypes: true })
    const { client } = startSdk(server)
    client.capture({ distinctId: 'anon', event: 'seen', properties: { $set: { country: 'at', plan: 'free' } } })
    client.identify({ distinctId: 'ada', properties: { plan: 'pro' } })
    client.alias({ distinctId: 'ada', alias: 'anon' })
    client.groupIdentify({ groupType: 'company', groupKey: 'acme', properties: { seats: 7 } })
    await client.flush()
    const { context } = server.deck
    const known = await context.store.read(async (tx) => [
      (await tx.persons.find(server.project.id, 'ada'))?.properties,
      (await tx.groups.find(server.project.id, 0, 'acme'))?.properties,
    ])
    expect(known).toEqual([{ country: 'at', plan: 'pro' }, { seats: 7 }])
  })

  test('CAPTURE-17 USAGE-27 says for which groups flags were asked, evaluated locally and remotely', async () => {
    const server = await serverWithFlags()
    const { groups } = await server.deck.project()
    await groups.addType({ name: 'company' })
    await server.flags.create({ key: 'companies', filters: { groups: EVERYBODY, aggregation_group_type_index: 0 } })
    const local = startSdk(server, { secretKey: server.project.secretApiToken })
    const remote = startSdk(server)
    await local.client.waitForLocalEvaluationReady()
    for (const [user, company] of [['ada', 'acme'] as const, ['bob', 'acme'] as const, ['eve', 'beta'] as const]) {
      await local.client.getFeatureFlag('companies', user, { groups: { company } })
      const flags = await remote.client.evaluateFlags(`${user} there`, { groups: { company: `${company} there` } })
      flags.getFlag('companies')
    }
    await Promise.all([local.client.flush(), remote.client.flush()])
    const { deck, project } = server
    expect(await countedUsers(deck, project.id, 'exposures/group_0')).toEqual(new Map([['companies=true', 4]]))
    expect(await countedUsers(deck, project.id, 'evaluations/group_0')).toEqual(new Map([['companies=true', 2]]))
  })

  test('CAPTURE-10 reports a flag that is missing or could not be asked about as an error', async () => {
    const server = await serverWithFlags()
    const { client } = startSdk(server)
    const flags = await client.evaluateFlags('u')
    flags.getFlag('half')
    await server.flags.create({ key: 'late', filters: { groups: EVERYBODY } })
    flags.getFlag('late')
    await client.flush()
    const { deck, project } = server
    expect((await counted(deck, project.id, ['flagKey'])).map(({ flagKey, errors }) => [flagKey, errors])).toEqual([
      ['half', 0],
      ['late', 1],
    ])
  })
})

interface SentEvent {
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
}

function eventsIn({ body }: Sent): readonly SentEvent[] {
  const plain = body[0] === 0x1f ? gunzipSync(body) : body
  return JSON.parse(new TextDecoder().decode(plain)).batch
}
