import { findProgram } from './system-program.ts'

/** The Redis for tests: a program to start separate servers, a shared server, or neither. */
export type RedisService =
  | { readonly program: string; readonly url?: never; readonly missing?: never }
  | { readonly url: string; readonly program?: never; readonly missing?: never }
  | { readonly missing: string; readonly url?: never; readonly program?: never }

const REDIS = { name: 'Redis', commands: ['redis-server', 'valkey-server'], debianPackage: 'redis-server' }

/**
 * Finds Redis: the server at `TEST_REDIS_URL`; else `redis-server` on `PATH`; else, as root on Debian, the
 * distribution's package, which it installs and reports on standard error.
 *
 * @throws Error if there is none and `CI` is true
 */
export async function findRedis(): Promise<RedisService> {
  const url = process.env.TEST_REDIS_URL
  if (url) return { url }
  try {
    return { program: await findProgram(REDIS) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    const missing = `Redis cannot be had here, install redis-server or set TEST_REDIS_URL: ${reason}`
    if (process.env.CI === 'true') throw new Error(missing, { cause: error })
    return { missing }
  }
}
