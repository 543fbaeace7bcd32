import type { ConnectionOptions } from 'node:tls'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisLocation, RedisNode } from './redis-location.ts'

export type RedisClient = Redis | Cluster

export interface RedisClientOptions {
  /** Certificates and the like, for `rediss` URLs. */
  readonly tls?: ConnectionOptions | undefined
}

const CONNECT_TIMEOUT_MS = 2000
/** A connection on which nothing comes for so long, though something should, is dead. */
const SILENCE_MS = 2000
const FIRST_RETRY_MS = 50
/** With the time-outs above, a Redis that is back is used again within five seconds (PROP-32). */
const LONGEST_RETRY_MS = 2000

/** Connects, and again whenever the connection is lost. Nothing waits for it: what is asked meanwhile fails at once. */
export function openClient(location: RedisLocation, options: RedisClientOptions): RedisClient {
  if (location.kind !== 'cluster') {
    return new Redis({
      ...connection(location, options),
      retryStrategy: retryDelayMs,
      sentinelRetryStrategy: retryDelayMs,
      // Sentinels tell of a fail-over before the old primary is found to be one no longer.
      failoverDetector: location.kind === 'sentinel',
    })
  }
  return new Cluster([...location.nodes], {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryDelayMs,
    clusterNodeRetryStrategy: retryDelayMs,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    maxRedirections: 3,
    redisOptions: connection(location, options),
  })
}

/** One connection that connects once, when told to, to any server that hears what is published. */
export function singleConnection(
  location: RedisLocation,
  options: RedisClientOptions,
  known: readonly RedisNode[],
): Redis {
  const nodes = known.length > 0 ? known : location.nodes
  const node = location.kind === 'cluster' ? nodes[Math.floor(Math.random() * nodes.length)] : undefined
  return new Redis({
    ...connection(location, options),
    ...node,
    lazyConnect: true,
    retryStrategy: null,
    sentinelRetryStrategy: () => null,
  })
}

function connection(location: RedisLocation, { tls = {} }: RedisClientOptions) {
  return {
    ...place(location),
    ...location.credentials,
    ...(location.tls ? { tls, enableTLSForSentinelMode: true, sentinelTLS: tls } : {}),
    db: location.database,
    connectionName: 'flagdeck',
    disableClientInfo: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    disconnectTimeout: 100,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // What was not answered is not asked again later: nobody waits for it any more.
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    // After a fail-over this is a replica: the address leads elsewhere now.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  } satisfies RedisOptions
}

function place({ kind, nodes, group, sentinelCredentials }: RedisLocation) {
  switch (kind) {
    case 'server':
      return { ...nodes[0] }
    case 'cluster':
      return {}
    case 'sentinel':
      return {
        sentinels: [...nodes],
        ...(group === undefined ? {} : { name: group }),
        ...(sentinelCredentials?.username === undefined ? {} : { sentinelUsername: sentinelCredentials.username }),
        ...(sentinelCredentials?.password === undefined ? {} : { sentinelPassword: sentinelCredentials.password }),
        sentinelCommandTimeout: SILENCE_MS,
      }
  }
}

/** Half of it is left to chance, so that instances do not all come at once. */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts) * (0.5 + Math.random() / 2)
}
