import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ServerOptions, startServer } from '../src/index.ts'
import { describeOnBoth } from './support/describe-on-both.ts'
import { ask, type Installation, type Instance, isOn, sampleFlag } from './support/instances.ts'
import { type RestorableDatabase, restorablePostgres, restorableSqlite } from './support/restorable-database.ts'

const QUIET: ServerOptions = { port: 0, logLevel: 'silent', rateLimit: 'off' }
const CHECK_INTERVAL_MS = 5000
/** The additional time that a busy machine and a new connection may take. */
const SLACK_MS = 3000

describeOnBoth('a database that was restored', ({ postgresUrl, redis }) => {
  const databases = {
    PostgreSQL: () => restorablePostgres(postgresUrl),
    SQLite: restorableSqlite,
  }

  describe.for(Object.entries(databases))('%s', ([, newDatabase]) => {
    // As many writes as were lost, so that the versions are equal, and more writes.
    describe.for([1, 2])('with %i writes since', (writes) => {
      it('SNAP-31 is what a server answers from that starts on it, whatever Redis has of the lost time', async () => {
        const database = await newDatabase()
        const { restored, credentials, flag, sharedDefinitions } = await backedUp(database, writes)
        const lost = await startOn(database.url, sharedDefinitions)
        await flag.turn(lost, true)
        expect(await isOn(lost, credentials)).toBe(true)
        const before = await seenBy(lost, credentials)
        await untilKept(sharedDefinitions.redisPrefix, before.version)
        await lost.close()
        await database.restore(restored)

        const instance = await startOn(database.url, sharedDefinitions)
        await untilConnected()
        expect(await isOn(instance, credentials)).toBe(false)
        await expectNews(instance, credentials, before)
      })

      it('SNAP-31 is what servers answer from that run, within the check interval', async () => {
        const database = await newDatabase()
        const { restored, credentials, flag, sharedDefinitions } = await backedUp(database, writes)
        const instance = await startOn(database.url, sharedDefinitions)
        await flag.turn(instance, true)
        expect(await isOn(instance, credentials)).toBe(true)
        const before = await seenBy(instance, credentials)
        await untilKept(sharedDefinitions.redisPrefix, before.version)
        const stream = await openStream(instance, credentials, { 'last-event-id': before.eventId })
        await database.restoreUnderServers(restored)

        const timeout = CHECK_INTERVAL_MS + SLACK_MS
        await expect.poll(() => isOn(instance, credentials), { timeout }).toBe(false)
        await expect.poll(stream.ids, { timeout: 1000 }).toHaveLength(1)
        await expectNews(instance, credentials, before)
        const other = await startOn(database.url, sharedDefinitions)
        expect(await isOn(other, credentials)).toBe(false)
      })
    })
  })

  /** Creates a database with a flag that is off, and a backup that has some additional writes. */
  async function backedUp(database: RestorableDatabase, writes: number) {
    const first = await startOn(database.url)
    const { credentials } = first
    if (!credentials) throw new Error('the database was not empty')
    const flag = await sampleFlag(first, credentials)
    await first.close()
    const restored = await database.backUp()
    const later = await startOn(restored)
    for (let n = 0; n < writes; n++) await sampleFlag(later, credentials, `other-${n}`)
    await later.close()
    const redisPrefix = `${redis().prefix}-${randomUUID().slice(0, 8)}`
    return { restored, credentials, flag, sharedDefinitions: { redisUrl: redis().url, redisPrefix } }
  }

  function redisClient(): Redis {
    const client = new Redis(redis().url)
    onTestFinished(() => client.disconnect())
    return client
  }

  /** Resolves when the only instance has all its connections to Redis: two for commands, one for messages. */
  async function untilConnected(): Promise<void> {
    const client = redisClient()
    const connections = async () => {
      const lines = String(await client.client('LIST'))
        .trim()
        .split('\n')
      return lines.filter((line) => /cmd=(?!client|null)/i.test(line)).length
    }
    await expect.poll(connections).toBeGreaterThanOrEqual(3)
  }

  /** Resolves when instances share this version in Redis. */
  async function untilKept(prefix: string, version: string): Promise<void> {
    const client = redisClient()
    const keptVersions = async () => {
      const keys = await client.keys(`${prefix}:*:definitions:*`)
      return Promise.all(keys.map((key) => client.hget(key, 'version')))
    }
    await expect.poll(keptVersions, { timeout: 5000 }).toEqual([version])
  }
})

type Credentials = Pick<Installation, 'personalApiKey' | 'projectToken'>

async function startOn(databaseUrl: string, options: ServerOptions = {}) {
  const server = await startServer({ ...QUIET, databaseUrl, ...options })
  onTestFinished(() => server.close())
  return server
}

/** The state that a client of an instance stores. */
interface Seen {
  readonly etag: string
  /** The id of the last event. */
  readonly eventId: string
  readonly version: string
}

async function seenBy(instance: Instance, credentials: Credentials): Promise<Seen> {
  const etag = (await definitions(instance, credentials)).headers.get('etag') ?? ''
  const { ids } = await openStream(instance, credentials)
  await expect.poll(ids).toHaveLength(1)
  const [eventId = ''] = ids()
  return { etag, eventId, version: eventId.split('-')[0] ?? '' }
}

/** Expects that clients with state from the lost time are not treated as up to date. */
async function expectNews(instance: Instance, credentials: Credentials, lost: Seen): Promise<void> {
  const polled = await definitions(instance, credentials, { 'if-none-match': lost.etag })
  expect([polled.status, polled.text.includes('"rollout_percentage":100')]).toEqual([200, false])
  const { ids } = await openStream(instance, credentials, { 'last-event-id': lost.eventId })
  await expect.poll(ids).toHaveLength(1)
  expect(ids()).not.toContain(lost.eventId)
  const body = { context: { targetingKey: 'ada' } }
  const path = `/ofrep/v1/evaluate/flags?flagConfigEtag=${lost.eventId}`
  expect((await ask(instance, path, { key: credentials.projectToken, body })).text).not.toContain('"value":true')
}

function definitions(instance: Instance, { personalApiKey: key, projectToken }: Credentials, headers = {}) {
  return ask(instance, `/flags/definitions?token=${projectToken}`, { key, headers })
}

/** Opens the definitions stream, and collects the ids of its events. */
async function openStream({ url }: Instance, { personalApiKey, projectToken }: Credentials, headers = {}) {
  const request = get(`${url}/flags/definitions/stream?token=${projectToken}`, {
    headers: { ...headers, authorization: `Bearer ${personalApiKey}` },
  })
  onTestFinished(() => void request.destroy())
  const [response] = await once(request, 'response')
  expect(response.statusCode).toBe(200)
  let text = ''
  response.on('data', (chunk: Buffer) => (text += chunk))
  request.on('error', () => undefined)
  return { ids: () => [...text.matchAll(/^id: (\S+)$/gm)].map(([, id = '']) => id) }
}
