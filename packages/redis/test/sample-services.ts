import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, onTestFinished } from 'vitest'
import type { RedisForTests } from '../../../test/services/describe-on-redis.ts'
import { type RedisServices, type RedisServicesOptions, redisServices } from '../src/index.ts'

export interface ServicesForTest extends RedisServices {
  readonly errors: unknown[]
}

/** On a busy machine, tests that are not about slowness must not see any. */
const PATIENCE_MS = 3000

/** Services that are closed after the test. */
export function servicesForTest(url: string, options: RedisServicesOptions = {}): ServicesForTest {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const services = redisServices(url, { onError, timeoutMs: PATIENCE_MS, ...options })
  onTestFinished(() => services.close())
  return { ...services, errors }
}

/** Resolves when Redis, or everything but it, is used. */
export async function untilUp(services: RedisServices, isUp = true): Promise<void> {
  await expect.poll(() => services.isUp(), { timeout: 8000, interval: 20 }).toBe(isUp)
}

/** Keys of one test's own. */
export function newPrefix({ prefix }: RedisForTests): string {
  return `${prefix}-${randomUUID()}`
}

/** A plain client, to look with. */
export async function clientForTest(url: string): Promise<Redis> {
  const client = new Redis(url, { lazyConnect: true })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.disconnect())
  return client
}
