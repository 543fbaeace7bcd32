import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Store } from '@flagdeck/core'
import { postgresStore } from '@flagdeck/store-postgres'
import { createMigratedDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { CommandOptions } from './support/flagdeck-command.ts'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ARGS = ['--rate-limit', 'off', '--log-level', 'silent']
const FLAGS = '/api/projects/1/feature_flags/'

interface Answer {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}

/** Sends a request with an idempotency key. Rejects if there is no response. */
async function create(
  { url }: ServerProcess,
  apiKey: string | undefined,
  flagKey: string,
  idempotencyKey: string,
): Promise<Answer> {
  const response = await fetch(url + FLAGS, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ key: flagKey, filters: { groups: [{ rollout_percentage: 50 }] } }),
  })
  const isReplayed = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, text: await response.text(), isReplayed }
}

async function keysOfFlags({ url }: ServerProcess, apiKey: string | undefined): Promise<readonly string[]> {
  const { body } = await call(`${url}${FLAGS}?limit=1000`, apiKey)
  // Lists return their page of objects in `results`.
  return (body.results as readonly { readonly key: string }[]).map(({ key }) => key).sort()
}

/** Kills a server as soon as another connection sees its commit, and sends the request again to the next server. */
async function repeatAfterKill(options: CommandOptions, openStore: () => Store): Promise<void> {
  const first = await startServerProcess(options, ARGS)
  const store = openStore()
  onTestFinished(() => store.close())
  const key = randomUUID()
  // The response is ignored: the client may or may not receive it.
  const lost = create(first, first.personalApiKey, 'lost', key).catch(() => undefined)
  const committed = () => store.read((tx) => tx.flags.findLiveByKey(1, 'lost'))
  await expect.poll(committed, { interval: 1, timeout: 10_000 }).toBeDefined()
  first.process.kill('SIGKILL')
  await Promise.all([first.finished, lost])

  const second = await startServerProcess(options, ARGS)
  const again = await create(second, first.personalApiKey, 'lost', key)
  expect(again).toMatchObject({ status: 201, isReplayed: true })
  expect(JSON.parse(again.text)).toMatchObject({ key: 'lost' })
  expect(await keysOfFlags(second, first.personalApiKey)).toEqual(['lost'])
}

const DELETED_FLAGS = 500

/** Kills a server between the parts of a request, and sends the request again to the next server. */
async function repeatAfterKillBetweenParts(options: CommandOptions): Promise<void> {
  const first = await startServerProcess(options, ARGS)
  const apiKey = first.personalApiKey
  const post = ({ url }: ServerProcess, path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': path },
      body: JSON.stringify(body),
    })
  const flags = Array.from({ length: DELETED_FLAGS }, (_, n) => ({ key: `flag-${n}` }))
  await post(first, '/api/projects/1/import/', { document: { flagdeck_export: 1, flags } })
  const liveCount = async (server: ServerProcess) => (await call(`${server.url}${FLAGS}?limit=1`, apiKey)).body.count
  const choice = { filters: { active: 'true' } }
  const lost = post(first, `${FLAGS}bulk_delete/`, choice).catch(() => undefined)
  await expect.poll(() => liveCount(first), { interval: 1, timeout: 10_000 }).toBeLessThan(DELETED_FLAGS)
  first.process.kill('SIGKILL')
  await Promise.all([first.finished, lost])

  const second = await startServerProcess(options, ARGS)
  expect(await liveCount(second)).toBeGreaterThan(0)
  const again = await post(second, `${FLAGS}bulk_delete/`, choice)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
  const { deleted, errors } = (await again.json()) as { deleted: unknown[]; errors: unknown[] } // as documented
  expect([deleted.length, errors]).toEqual([DELETED_FLAGS, []])
  expect(await liveCount(second)).toBe(0)
}

const WRITERS = 4
const CREATED_A_ROUND = 40

/** State across rounds: created flags, and requests that had no response when the server was killed. */
interface Ledger {
  readonly created: Set<string>
  readonly unanswered: Map<string, string>
  apiKey: string | undefined
}

/**
 * Repeats unanswered requests, continues to create flags from several clients, and kills the server while they do so.
 */
async function crashRound(options: CommandOptions, round: number, ledger: Ledger): Promise<void> {
  const server = await startServerProcess(options, ARGS)
  ledger.apiKey ??= server.personalApiKey
  for (const [flagKey, key] of ledger.unanswered) await send(server, ledger, flagKey, key)
  const before = ledger.created.size
  const write = async (writer: number) => {
    for (let number = 0; await send(server, ledger, `round-${round}-${writer}-${number}`, randomUUID()); number++) {
      if (ledger.created.size - before === CREATED_A_ROUND) server.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  await server.finished
}

/** Returns false once the server has ended. */
async function send(server: ServerProcess, ledger: Ledger, flagKey: string, key: string): Promise<boolean> {
  ledger.unanswered.set(flagKey, key)
  const answer = await create(server, ledger.apiKey, flagKey, key).catch(() => undefined)
  if (!answer) return false
  expect(answer.status, answer.text).toBe(201)
  ledger.unanswered.delete(flagKey)
  ledger.created.add(flagKey)
  return true
}

async function createThroughCrashes(options: CommandOptions, rounds: number): Promise<void> {
  const ledger: Ledger = { created: new Set(), unanswered: new Map(), apiKey: undefined }
  for (let round = 0; round < rounds; round++) await crashRound(options, round, ledger)
  expect(ledger.unanswered.size).toBeGreaterThan(0)
  const server = await startServerProcess(options, ARGS)
  for (const [flagKey, key] of ledger.unanswered) await send(server, ledger, flagKey, key)
  expect(await keysOfFlags(server, ledger.apiKey)).toEqual([...ledger.created].sort())
  expect(ledger.created.size).toBeGreaterThanOrEqual(rounds * CREATED_A_ROUND)
}

test('IDEM-1 a request that SQLite committed before the server was killed is answered by the next one', async () => {
  const cwd = temporaryFolder()
  await repeatAfterKill({ cwd }, () => sqliteStore(join(cwd, 'data/flagdeck.db')))
})

test('IDEM-1 requests that are sent again until they are answered make one flag each, on SQLite', async () => {
  await createThroughCrashes({ cwd: temporaryFolder() }, 3)
})

test('IDEM-15 a request that was killed between two parts is continued and answered in full, on SQLite', async () => {
  await repeatAfterKillBetweenParts({ cwd: temporaryFolder() })
})

describeOnNewestPostgres('a request that is sent again', ({ url }) => {
  async function newDatabase() {
    const database = await createMigratedDatabase(url)
    onTestFinished(() => database.dispose())
    return { cwd: temporaryFolder(), env: { DATABASE_URL: database.url } }
  }

  test('IDEM-1 to the next server, after the first was killed when it had committed, is answered', async () => {
    const options = await newDatabase()
    await repeatAfterKill(options, () => postgresStore(options.env.DATABASE_URL))
  })

  test('IDEM-1 until it is answered makes one flag', async () => {
    await createThroughCrashes(await newDatabase(), 2)
  })

  test('IDEM-15 after a kill between two parts is continued and answered in full', async () => {
    await repeatAfterKillBetweenParts(await newDatabase())
  })

  test('IDEM-5 to two servers at once is carried out by one, and answered by both', async () => {
    const options = await newDatabase()
    const one = await startServerProcess(options, ARGS)
    const two = await startServerProcess({ ...options, cwd: temporaryFolder() }, ARGS)
    const flagKeys = Array.from({ length: 10 }, (_, n) => `flag-${n}`)
    for (const flagKey of flagKeys) {
      const key = randomUUID()
      const answers = await Promise.all(
        [one, two, one, two, two, one].map((server) => create(server, one.personalApiKey, flagKey, key)),
      )
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    }
    expect(await keysOfFlags(two, one.personalApiKey)).toEqual(flagKeys)
  })
})
