import { memoryStore } from '@flagdeck/core'
import { describe, expect, test } from 'vitest'
import { readiness } from './readiness.ts'

const LOADS = { done: 1, failed: 0 }
const HELD = { versions: new Map([[1, 7]]), ageMs: 2520, loads: LOADS }
const NOTHING = { versions: new Map<number, number>(), ageMs: null, loads: LOADS }

function readinessOf(state: {
  readonly held: typeof HELD | typeof NOTHING
  readonly closed?: boolean
  readonly encryption?: 'ok' | 'missing' | 'wrong'
}) {
  const store = memoryStore()
  if (state.closed) void store.close()
  return readiness({ store, snapshots: () => state.held, encryption: async () => state.encryption ?? 'unused' })
}

describe('SERVE-20 a server', () => {
  test('is ready while its database answers', async () => {
    expect(await readinessOf({ held: HELD }).report()).toEqual({
      status: 'ready',
      store: 'ok',
      definitions_age_seconds: 2.5,
    })
    expect(await readinessOf({ held: NOTHING }).report()).toMatchObject({ status: 'ready' })
  })

  test('says so when it serves flags that the database can no longer confirm', async () => {
    expect(await readinessOf({ held: HELD, closed: true }).report()).toEqual({
      status: 'degraded',
      store: 'unreachable',
      definitions_age_seconds: 2.5,
    })
  })

  test('PROP-34 tells whether Redis answers, and is ready without it', async () => {
    for (const isUp of [true, false]) {
      const state = readiness({
        store: memoryStore(),
        snapshots: () => HELD,
        encryption: async () => 'ok',
        redisIsUp: () => isUp,
      })
      expect(await state.report()).toMatchObject({ status: 'ready', redis: isUp ? 'ok' : 'unreachable' })
    }
  })

  test('is of no use without a database and without flags', async () => {
    expect(await readinessOf({ held: NOTHING, closed: true }).report()).toMatchObject({ status: 'unavailable' })
  })

  test('FLAG-131 reports that encrypted payloads cannot be read, and gets requests all the same', async () => {
    for (const encryption of ['missing', 'wrong'] as const) {
      expect(await readinessOf({ held: HELD, encryption }).report()).toMatchObject({
        status: 'degraded',
        store: 'ok',
        encryption_key: encryption,
      })
    }
    expect(await readinessOf({ held: HELD, encryption: 'ok' }).report()).not.toHaveProperty('encryption_key')
  })

  test('is not ready once it is about to stop', async () => {
    const state = readinessOf({ held: HELD })
    state.drain()
    expect(await state.report()).toEqual({ status: 'draining' })
  })

  test('does not wait for a database that never answers, nor ask it for each request', async () => {
    let pings = 0
    const store = {
      ping: () => {
        pings++
        return new Promise<void>(() => undefined)
      },
    }
    const state = readiness({ store, snapshots: () => HELD, encryption: async () => 'ok', pingTimeoutMs: 5 })
    const reports = await Promise.all([state.report(), state.report(), state.report()])
    expect(reports.map(({ status }) => status)).toEqual(['degraded', 'degraded', 'degraded'])
    expect(pings).toBe(1)
  })
})
