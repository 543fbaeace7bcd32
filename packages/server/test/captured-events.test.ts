import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const EVENTS = 50

/**
 * Sends batches sequentially until the server has ended. Calls `acknowledged` with the number of acknowledged events.
 */
async function sendUntilGone(server: ServerProcess, acknowledged: (events: number) => void): Promise<void> {
  for (;;) {
    const batch = Array.from({ length: EVENTS }, () => ({
      event: '$feature_flag_called',
      distinct_id: randomUUID(),
      uuid: randomUUID(),
      properties: { $feature_flag: 'counted', $feature_flag_response: true },
    }))
    const body = { api_key: server.projectToken ?? '', batch }
    const answer = await call(`${server.url}/batch/`, undefined, 'POST', body).catch(() => undefined)
    if (answer === undefined) return
    expect(answer).toEqual({ status: 200, body: { status: 'Ok' } })
    acknowledged(EVENTS)
  }
}

/** Returns the number of calls of the flag in the database. */
async function storedCount(path: string): Promise<number> {
  const store = sqliteStore(path)
  try {
    const days = { period: 'day', from: '2000-01-01', until: '3000-01-01' } as const
    const [sum] = await store.read((tx) => tx.usageCounts.sum(1, { ...days, measure: 'exposures', by: [] }))
    return sum?.count ?? 0
  } finally {
    await store.close()
  }
}

describe('events that were acknowledged', () => {
  test('CAPTURE-14 are all counted when the server is stopped under load', async () => {
    const cwd = temporaryFolder()
    const server = await startServerProcess({ cwd }, ['--rate-limit', 'off', '--log-level', 'silent'])
    onTestFinished(() => void server.process.kill('SIGKILL'))
    const flags = `${server.url}/api/projects/1/feature_flags/`
    const filters = { groups: [{}] }
    expect((await call(flags, server.personalApiKey, 'POST', { key: 'counted', filters })).status).toBe(201)
    let acknowledged = 0
    const senders = [1, 2, 3, 4].map(() =>
      sendUntilGone(server, (events) => {
        acknowledged += events
      }),
    )
    await expect.poll(() => acknowledged, { timeout: 20_000 }).toBeGreaterThan(20 * EVENTS)
    server.process.kill('SIGTERM')
    await Promise.all(senders)
    expect(await server.finished).toMatchObject({ code: 0 })
    // There is also no additional event: every request that started was acknowledged.
    expect(await storedCount(join(cwd, 'data', 'flagdeck.db'))).toBe(acknowledged)
  })
})
