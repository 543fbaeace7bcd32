import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { JsonObject, Store } from '@flagdeck/core'
import { postgresStore } from '@flagdeck/store-postgres'
import { createMigratedDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { CommandOptions } from './support/flagdeck-command.ts'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const FLUSH_INTERVAL_MS = 500
const ARGS = ['--rate-limit', 'off', '--log-level', 'silent', '--usage-flush-interval-ms', String(FLUSH_INTERVAL_MS)]
/** The additional time for a late or slow flush on a busy machine. */
const SLACK_MS = 1500
const EVENTS = 20
const ENOUGH_BATCHES = 5

/** A batch of events, and when the server acknowledged it. */
interface SentBatch {
  readonly events: readonly JsonObject[]
  acknowledgedAtMs: number | undefined
}

function newBatch(): SentBatch {
  const newEvent = () => ({
    event: '$feature_flag_called',
    distinct_id: randomUUID(),
    uuid: randomUUID(),
    properties: { $feature_flag: 'counted', $feature_flag_response: true },
  })
  return { events: Array.from({ length: EVENTS }, newEvent), acknowledgedAtMs: undefined }
}

/** Returns whether the server acknowledged the events. */
async function send({ url }: ServerProcess, token: string, batch: SentBatch): Promise<boolean> {
  const body = { api_key: token, batch: batch.events }
  const answer = await call(`${url}/batch/`, undefined, 'POST', body).catch(() => undefined)
  if (answer === undefined) return false
  expect(answer).toEqual({ status: 200, body: { status: 'Ok' } })
  batch.acknowledgedAtMs ??= performance.now()
  return true
}

/** Sends events until the server is killed. Returns all sent batches, and when the server was killed. */
async function sendUntilKilled(server: ServerProcess, token: string) {
  const sent: SentBatch[] = []
  const sendOn = async (): Promise<void> => {
    for (;;) {
      const batch = newBatch()
      sent.push(batch)
      if (!(await send(server, token, batch))) return
    }
  }
  const renames = renameDashboard(server)
  const senders = [sendOn(), sendOn(), renames]
  const acknowledged = () => sent.filter(({ acknowledgedAtMs }) => acknowledgedAtMs !== undefined).length
  await expect.poll(acknowledged, { timeout: 20_000 }).toBeGreaterThan(ENOUGH_BATCHES)
  // By then these events must be stored, while others are in flight.
  await setTimeout(FLUSH_INTERVAL_MS + SLACK_MS)
  const killedAtMs = performance.now()
  server.process.kill('SIGKILL')
  await Promise.all(senders)
  await server.finished
  return { sent, killedAtMs, renamed: await renames }
}

/**
 * Creates a dashboard and renames it to 1, 2, 3 and so on until the server has ended. Returns the last acknowledged
 * name.
 */
async function renameDashboard({ url, personalApiKey }: ServerProcess): Promise<number> {
  const dashboards = `${url}/api/projects/1/dashboards/`
  expect(await call(dashboards, personalApiKey, 'POST', { name: '0' })).toMatchObject({ status: 201, body: { id: 1 } })
  for (let name = 1; ; name++) {
    const answer = await call(`${dashboards}1/`, personalApiKey, 'PATCH', { name: String(name) }).catch(() => undefined)
    if (answer === undefined) return name - 1
    expect(answer.status).toBe(200)
  }
}

async function storedCount(openStore: () => Store): Promise<number> {
  const store = openStore()
  try {
    const ever = { measure: 'exposures', period: 'day', from: '', until: '~', by: [] } as const
    return (await store.read((tx) => tx.usageCounts.sum(1, ever)))[0]?.count ?? 0
  } finally {
    await store.close()
  }
}

async function expectLittleLost(options: CommandOptions, openStore: () => Store): Promise<void> {
  const server = await startServerProcess(options, ARGS)
  onTestFinished(() => void server.process.kill('SIGKILL'))
  const token = server.projectToken ?? ''
  const flag = { key: 'counted', filters: { groups: [{}] } }
  const made = await call(`${server.url}/api/projects/1/feature_flags/`, server.personalApiKey, 'POST', flag)
  expect(made.status).toBe(201)
  const { sent, killedAtMs, renamed } = await sendUntilKilled(server, token)
  const safeUntilMs = killedAtMs - FLUSH_INTERVAL_MS - SLACK_MS
  const isSafe = ({ acknowledgedAtMs = Number.POSITIVE_INFINITY }: SentBatch) => acknowledgedAtMs < safeUntilMs
  const safe = sent.filter(isSafe).length * EVENTS
  expect(safe).toBeGreaterThanOrEqual(ENOUGH_BATCHES * EVENTS)
  const stored = await storedCount(openStore)
  expect(stored).toBeGreaterThanOrEqual(safe)
  expect(stored).toBeLessThanOrEqual(sent.length * EVENTS)

  // A client that does not know which events arrived sends all of them again; each event is counted once.
  const again = await startServerProcess(options, ARGS)
  onTestFinished(() => void again.process.kill('SIGKILL'))
  const { body: dashboard } = await call(
    `${again.url}/api/projects/1/dashboards/1/`,
    again.personalApiKey ?? server.personalApiKey,
  )
  // The last rename may have been committed without a response; each rename is one version.
  expect([renamed, renamed + 1]).toContain(Number(dashboard.name))
  expect(dashboard.version).toBe(Number(dashboard.name) + 1)
  expect(renamed).toBeGreaterThan(0)
  for (const batch of [...sent, ...sent]) expect(await send(again, token, batch)).toBe(true)
  again.process.kill('SIGTERM')
  expect(await again.finished).toMatchObject({ code: 0 })
  expect(await storedCount(openStore)).toBe(sent.length * EVENTS)
}

test('USAGE-35 killed while it counts into SQLite, a server loses no more than its last interval, and no change of a dashboard', async () => {
  const cwd = temporaryFolder()
  await expectLittleLost({ cwd }, () => sqliteStore(join(cwd, 'data', 'flagdeck.db')))
})

describeOnNewestPostgres('a server that is killed while it counts', ({ url }) => {
  test('USAGE-35 loses no more than its last interval, and no change of a dashboard', async () => {
    const database = await createMigratedDatabase(url)
    onTestFinished(() => database.dispose())
    const options = { cwd: temporaryFolder(), env: { DATABASE_URL: database.url } }
    await expectLittleLost(options, () => postgresStore({ connectionString: database.url }))
  })
})
