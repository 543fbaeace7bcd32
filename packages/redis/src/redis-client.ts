import type { ConnectionOptions } from 'node:tls'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import type { RedisLocation, RedisNode } from './redis-location.ts'

export type RedisClient = Redis | Cluster

export interface RedisClientOptions {
  /** Options for TLS such as certificates, for `rediss` URLs. */
  readonly tls?: ConnectionOptions | undefined
}

const CONNECT_TIMEOUT_MS = 2000
/** A connection counts as broken after this time without an expected reply. */
const SILENCE_MS = 2000
const FIRST_RETRY_MS = 50
/**
 * Together with the time-outs above, this limit guarantees that Redis is used again within five seconds after an outage
 * (PROP-32).
 */
const LONGEST_RETRY_MS = 2000

/**
 * Connects, and reconnects whenever the connection is lost. Callers do not wait for it: commands fail immediately while
 * there is no connection.
 */
export function openClient(location: RedisLocation, options: RedisClientOptions): RedisClient {
  if (location.kind !== 'cluster') {
    return new Redis({
      ...connection(location, options),
      retryStrategy: retryDelayMs,
      sentinelRetryStrategy: retryDelayMs,
      // Sentinels report a fail-over before commands show that the old primary is a replica.
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

/**
 * Returns a client that connects once, when `connect` is called. Its node can be any that receives published messages.
 */
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
    // Commands without a reply are not sent again after a reconnect: their callers no longer wait.
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    // After a fail-over this server is a replica, and the address leads to another one.
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

/**
 * Returns the time before the next attempt. Half of it is random, so that instances do not reconnect at the same time.
 */
export function retryDelayMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts) * (0.5 + Math.random() / 2)
}
