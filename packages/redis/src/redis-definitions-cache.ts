import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { type DefinitionsCache, type DefinitionsToKeep, RENEW_AFTER_MS } from '@flagdeck/core/store'
import type { RedisKeys } from './redis-keys.ts'
import type { RedisLink } from './redis-link.ts'

/** Entries that no instance renews expire after this time. */
const KEPT_FOR_MS = 30 * 86_400_000
/** The time that an instance has to load definitions for the cache, before another one may load them. */
const LOADING_MS = 2000
const WAIT_MS = 500
const POLL_MS = 50
/** The time limit for storing definitions, which may be large. No request waits for it. */
const KEEP_TIMEOUT_MS = 2000
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024

// KEYS: definitions, loading. ARGV: instance, loading time. Returns whether this instance is to load the definitions; 0
// if another one is loading or has just stored them.
const CLAIM = `
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return redis.call('GET', KEYS[2]) == ARGV[1] and 1 or 0`

// KEYS: definitions. ARGV: uuid, version, time of confirmation. An older version never replaces a newer one.
const IS_KEPT = `
local kept = redis.call('HMGET', KEYS[1], 'uuid', 'version', 'confirmed')
local version, confirmed = tonumber(kept[2]) or 0, tonumber(kept[3]) or 0
local isKept = kept[1] == ARGV[1] and (version > tonumber(ARGV[2])
  or version == tonumber(ARGV[2]) and tonumber(ARGV[3]) - confirmed < ${RENEW_AFTER_MS})`

// KEYS: definitions, loading. ARGV: those of IS_KEPT, time to live, instance, loading time. Returns what the instance
// is to do.
const BEGIN_KEEPING = `${IS_KEPT}
if isKept then
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return 'kept'
end
if redis.call('SET', KEYS[2], ARGV[5], 'NX', 'PX', ARGV[6]) then return 'yours' end
return redis.call('GET', KEYS[2]) == ARGV[5] and 'yours' or 'busy'`

// KEYS: definitions, loading. ARGV: those of IS_KEPT, time to live, packed definitions.
const KEEP = `${IS_KEPT}
if not isKept then
  redis.call('HSET', KEYS[1], 'uuid', ARGV[1], 'version', ARGV[2], 'confirmed', ARGV[3], 'packed', ARGV[5])
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('DEL', KEYS[2])
return 1`

/** Stores definitions in Redis, in one hash for each project (PROP-10 to PROP-16). */
export function redisDefinitionsCache(link: RedisLink, keys: RedisKeys): DefinitionsCache {
  const instance = randomUUID()

  async function find(projectId: number, waitedMs = 0): Promise<Uint8Array | undefined> {
    const packed = await link.run((client) => client.hgetBuffer(keys.definitions(projectId), 'packed'))
    if (packed) return (await unpack(packed)) ?? forgetDamaged(projectId)
    // Null: no entry. Undefined: Redis is unavailable.
    if (packed === undefined || waitedMs >= WAIT_MS || (await claim(projectId))) return undefined
    await delay(POLL_MS)
    return find(projectId, waitedMs + POLL_MS)
  }

  async function claim(projectId: number): Promise<boolean> {
    const names = [keys.definitions(projectId), keys.loading(projectId)] as const
    const isOurs = await link.run((client) => client.eval(CLAIM, 2, ...names, instance, LOADING_MS))
    return isOurs !== 0
  }

  async function forgetDamaged(projectId: number): Promise<undefined> {
    await forget(projectId)
    return undefined
  }

  async function forget(projectId: number): Promise<void> {
    await link.run((client) => client.del(keys.definitions(projectId), keys.loading(projectId)))
  }

  async function keepDefinitions(definitions: DefinitionsToKeep): Promise<boolean> {
    const { projectId, uuid, version, confirmedAtMs, encode } = definitions
    const names = [keys.definitions(projectId), keys.loading(projectId)] as const
    const what = [uuid, version, confirmedAtMs] as const
    const state = await link.run((client) =>
      client.eval(BEGIN_KEEPING, 2, ...names, ...what, KEPT_FOR_MS, instance, LOADING_MS),
    )
    if (state !== 'yours') return state === 'kept'
    const packed = await pack(await encode())
    const kept = await link.run(
      (client) => client.eval(KEEP, 2, ...names, ...what, KEPT_FOR_MS, packed),
      KEEP_TIMEOUT_MS,
    )
    return kept === 1
  }

  return {
    find: (projectId) => find(projectId),
    forget,
    async keep(definitions) {
      if (!(await keepDefinitions(definitions))) return false
      const { apiToken, projectId } = definitions
      const kept = await link.run((client) => client.set(keys.token(apiToken), projectId, 'PX', KEPT_FOR_MS))
      return kept === 'OK'
    },
    async findProjectId(apiToken) {
      const id = await link.run((client) => client.get(keys.token(apiToken)))
      return id && /^\d{1,15}$/.test(id) ? Number(id) : undefined
    },
  }
}

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Compresses to a tenth of the size, faster than any connection transmits. */
function pack(bytes: Uint8Array): Promise<Buffer> {
  return zip(bytes, { level: constants.Z_BEST_SPEED })
}

async function unpack(packed: Buffer): Promise<Uint8Array | undefined> {
  try {
    return await unzip(packed, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch {
    return undefined
  }
}
