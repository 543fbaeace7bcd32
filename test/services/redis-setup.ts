import type { TestProject } from 'vitest/node'
import { findRedis, type RedisService } from './redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    redis: RedisService
  }
}

/** Provides Redis to the integration tests. It is searched for, and installed, before any of them runs. */
export async function setup(project: TestProject): Promise<void> {
  const service = await findRedis()
  // Reporters count skipped tests, but do not name them.
  if (service.missing !== undefined) process.stderr.write(`SKIPPED tests on Redis: ${service.missing}\n`)
  project.provide('redis', service)
}
