import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { expect, onTestFinished } from 'vitest'
import type { RedisForTests } from '../../../test/services/describe-on-redis.ts'
import { type RedisServices, type RedisServicesOptions, redisServices } from '../src/index.ts'

export interface ServicesForTest extends RedisServices {
  readonly errors: unknown[]
}

/** Long enough that tests about other things do not observe slowness on a busy machine. */
const PATIENCE_MS = 3000

/** Returns services that are closed after the test. */
export function servicesForTest(url: string, options: RedisServicesOptions = {}): ServicesForTest {
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const services = redisServices(url, { onError, timeoutMs: PATIENCE_MS, ...options })
  onTestFinished(() => services.close())
  return { ...services, errors }
}

/** Resolves when Redis is used, or is no longer used. */
export async function untilUp(services: RedisServices, isUp = true): Promise<void> {
  await expect.poll(() => services.isUp(), { timeout: 8000, interval: 20 }).toBe(isUp)
}

/** Returns a prefix for the keys of one test. */
export function newPrefix({ prefix }: RedisForTests): string {
  return `${prefix}-${randomUUID()}`
}

/** Returns a plain client, for reading what the services wrote. */
export async function clientForTest(url: string): Promise<Redis> {
  const client = new Redis(url, { lazyConnect: true })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.disconnect())
  return client
}
