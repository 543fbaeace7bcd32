import { findRedis } from '../../test/services/redis.ts'
import { startRedisServer } from '../../test/services/redis-server.ts'

/** Runs `use` with the Redis at `TEST_REDIS_URL`, or with a new one. */
export async function withRedis<T>(use: (url: string) => Promise<T>): Promise<T> {
  const { url, program, missing } = await findRedis()
  if (missing !== undefined) throw new Error(missing)
  if (url !== undefined) return use(url)
  const server = await startRedisServer({ program })
  try {
    return await use(server.url)
  } finally {
    await server.dispose()
  }
}
