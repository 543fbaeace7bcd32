import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { PooledBatch, UsagePool } from '@flagdeck/core'
import type { RedisClient } from './redis-client.ts'
import type { RedisKeys } from './redis-keys.ts'
import type { RedisLink } from './redis-link.ts'

/** After so long, whoever took batches is gone. What takes a process longer is written once all the same. */
const TAKEN_FOR_MS = 10_000
/** What one transaction writes. */
const TAKEN_AT_ONCE = 32
const MAX_TAKEN_BYTES = 512 * 1024
/** A batch nobody wrote for so long is of a process that is gone, in a database that nobody uses. */
const KEPT_FOR_MS = 600_000
/** Batches that are known to be in the store, for those who put them to find out. */
const MAX_SETTLED = 10_000
/** Batches are larger than what requests wait for, and nobody waits for them. */
const TIMEOUT_MS = 2000
/** Of one batch, and of all that are taken at once: those beyond wait for the next turn. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024
// Bound: OUT-8 taken-batches
const MAX_TAKEN_UNPACKED_BYTES = 64 * 1024 * 1024

/** In microseconds, so that no two batches come at once. */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]`

// KEYS: order, batches. ARGV: id, packed batch, time to keep.
const PUT = `${NOW}
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[1], 'NX', now, ARGV[1])
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3] * 1000)) do
  redis.call('ZREM', KEYS[1], id)
  redis.call('HDEL', KEYS[2], id)
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1`

// KEYS: order, batches, turn. ARGV: name and length of a turn, most batches, most bytes. Answers ids.
const TAKE = `
local ids = redis.call('ZRANGE', KEYS[1], 0, ARGV[3] - 1)
if #ids == 0 or not redis.call('SET', KEYS[3], ARGV[1], 'NX', 'PX', ARGV[2]) then return {} end
local taken, bytes = {}, 0
for _, id in ipairs(ids) do
  bytes = bytes + redis.call('HSTRLEN', KEYS[2], id)
  if #taken > 0 and bytes > tonumber(ARGV[4]) then break end
  taken[#taken + 1] = id
end
return taken`

// KEYS: order, batches, turn, settled. ARGV: name of the turn, most settled, time to keep, how many of the ids are settled, ids.
const DONE = `${NOW}
for at = 5, #ARGV do
  if at - 5 < tonumber(ARGV[4]) then redis.call('ZADD', KEYS[4], now, ARGV[at]) end
  redis.call('ZREM', KEYS[1], ARGV[at])
  redis.call('HDEL', KEYS[2], ARGV[at])
end
redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1 - ARGV[2])
redis.call('PEXPIRE', KEYS[4], ARGV[3])
if redis.call('GET', KEYS[3]) == ARGV[1] then redis.call('DEL', KEYS[3]) end
return 1`

/** Brings together in Redis what instances counted (USAGE-60): batches by id, and their order. */
export function redisUsagePool(link: RedisLink, keys: RedisKeys): UsagePool {
  const { order, batches, turn, settled } = keys.usage()
  const run = <T>(command: (client: RedisClient) => Promise<T>) => link.run(command, TIMEOUT_MS)
  /** The turn that this instance had last. Each has a name of its own: one that took too long must not end the next. */
  let lastTurn = ''

  async function idsToTake(): Promise<readonly string[]> {
    const name = randomUUID()
    const limits = [name, TAKEN_FOR_MS, TAKEN_AT_ONCE, MAX_TAKEN_BYTES]
    const ids = await run((client) => client.eval(TAKE, 3, order, batches, turn, ...limits))
    if (!Array.isArray(ids) || ids.length === 0) return []
    lastTurn = name
    return ids.map(String)
  }

  return {
    async put({ id, content }) {
      if (content.length > MAX_UNPACKED_BYTES) return false
      const packed = await zip(content)
      return (await run((client) => client.eval(PUT, 2, order, batches, id, packed, KEPT_FOR_MS))) === 1
    },
    async take() {
      const ids = await idsToTake()
      if (ids.length === 0) return []
      const packed = await run((client) => client.hmgetBuffer(batches, ...ids))
      return packed ? unpackAll(ids, packed) : []
    },
    async done({ settled: ids, refused }) {
      const limits = [lastTurn, MAX_SETTLED, KEPT_FOR_MS, ids.length]
      const names = [order, batches, turn, settled]
      await run((client) => client.eval(DONE, 4, ...names, ...limits, ...ids, ...refused))
    },
    async settled(ids) {
      const scores = ids.length > 0 ? await run((client) => client.zmscore(settled, ...ids)) : undefined
      return scores ? ids.filter((_, at) => scores[at] !== null) : []
    },
  }
}

const zip = promisify(gzip)
const unzip = promisify(gunzip)

async function unpackAll(ids: readonly string[], packed: readonly (Buffer | null)[]): Promise<readonly PooledBatch[]> {
  const batches: PooledBatch[] = []
  let bytes = 0
  for (const [at, id] of ids.entries()) {
    const content = await unpack(packed[at])
    bytes += content.length
    if (bytes > MAX_TAKEN_UNPACKED_BYTES && batches.length > 0) break
    batches.push({ id, content })
  }
  return batches
}

/** Nothing of what is not there or damaged: nobody can read that. */
async function unpack(packed: Buffer | null | undefined): Promise<Uint8Array> {
  const none = new Uint8Array()
  return packed ? unzip(packed, { maxOutputLength: MAX_UNPACKED_BYTES }).catch(() => none) : none
}
