import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createMigratedDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { expect, onTestFinished, test } from 'vitest'
import type { CommandOptions } from './support/flagdeck-command.ts'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const WRITERS = 4
const WRITES_A_ROUND = 60
const ARGS = ['--rate-limit', 'off', '--log-level', 'silent', '--max-flags-per-project', '100000']

/** The flags whose creation the server acknowledged: only these have to survive. */
interface Ledger {
  readonly acknowledged: Set<string>
  key: string | undefined
}

/** Starts a server, creates flags from several clients, and kills the server while they create flags. */
async function crashRound(options: CommandOptions, round: number, ledger: Ledger): Promise<void> {
  const server = await startServerProcess(options, ARGS)
  ledger.key ??= server.personalApiKey
  const before = ledger.acknowledged.size
  const create = async (writer: number) => {
    for (let number = 0; ; number++) {
      const key = `round-${round}-${writer}-${number}`
      if (!(await isCreated(server, ledger.key, key))) return
      ledger.acknowledged.add(key)
      if (ledger.acknowledged.size - before === WRITES_A_ROUND) server.process.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => create(writer)))
  await server.finished
}

/** Returns false once the server has ended; the flag may exist or not in that case. */
async function isCreated(server: ServerProcess, personalApiKey: string | undefined, key: string): Promise<boolean> {
  const body = { key, filters: { groups: [{ rollout_percentage: 50 }] } }
  const url = `${server.url}/api/projects/1/feature_flags/`
  const answer = await call(url, personalApiKey, 'POST', body).catch(() => undefined)
  if (answer === undefined) return false
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return true
}

async function all(url: string, key: string | undefined): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await call(`${url}?limit=1000`, key)
  // Lists return their page of objects in `results`.
  return body.results as readonly Readonly<Record<string, unknown>>[]
}

/** Expects that every acknowledged flag exists, and that every flag has exactly one entry in the activity. */
async function expectNothingLost(options: CommandOptions, { acknowledged, key }: Ledger): Promise<void> {
  const server = await startServerProcess(options, ARGS)
  const flags = await all(`${server.url}/api/projects/1/feature_flags/`, key)
  const stored = new Set(flags.map((flag) => flag.key))
  expect([...acknowledged].filter((each) => !stored.has(each))).toEqual([])
  const activity = await all(`${server.url}/api/projects/1/feature_flags/activity/`, key)
  const items = activity.filter((entry) => entry.activity === 'created').map((entry) => entry.item_id)
  expect(items.toSorted()).toEqual(flags.map((flag) => String(flag.id)).toSorted())
  server.process.kill('SIGTERM')
  await server.finished
}

test('SERVE-33 killed while it writes to SQLite, a server loses nothing that it acknowledged', async () => {
  const cwd = temporaryFolder()
  const ledger: Ledger = { acknowledged: new Set(), key: undefined }
  for (let round = 0; round < 5; round++) await crashRound({ cwd }, round, ledger)
  expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(5 * WRITES_A_ROUND)
  await expectNothingLost({ cwd }, ledger)
  const database = new DatabaseSync(join(cwd, 'data/flagdeck.db'))
  onTestFinished(() => database.close())
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
})

describeOnNewestPostgres('a server that is killed', ({ url }) => {
  test('SERVE-33 while it writes loses nothing that it acknowledged', async () => {
    const database = await createMigratedDatabase(url)
    onTestFinished(() => database.dispose())
    const options = { cwd: temporaryFolder(), env: { DATABASE_URL: database.url } }
    const ledger: Ledger = { acknowledged: new Set(), key: undefined }
    for (let round = 0; round < 3; round++) await crashRound(options, round, ledger)
    expect(ledger.acknowledged.size).toBeGreaterThanOrEqual(3 * WRITES_A_ROUND)
    await expectNothingLost(options, ledger)
  })
})
