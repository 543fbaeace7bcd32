import { type ChangeBus, type ChangeChannel, type ChannelEvents, remoteChangeBus } from '@flagdeck/core/store'
import { Cluster, type Redis } from 'ioredis'
import { type RedisClientOptions, singleConnection } from './redis-client.ts'
import type { RedisLink } from './redis-link.ts'
import type { RedisLocation, RedisNode } from './redis-location.ts'
import { RedisTrouble, redisTrouble } from './redis-trouble.ts'

export interface RedisChangeBusOptions extends RedisClientOptions {
  readonly location: RedisLocation
  /** The link that publishes messages. */
  readonly link: RedisLink
  readonly channel: string
  readonly onError: (error: unknown) => void
}

/** Returns a bus that sends changes by pub/sub. Messages are received on a separate connection. */
export function redisChangeBus(options: RedisChangeBusOptions): ChangeBus {
  return remoteChangeBus((events, signal) => openChannel(options, events, signal), { onError: options.onError })
}

async function openChannel(
  options: RedisChangeBusOptions,
  { onMessage, onLost }: ChannelEvents,
  signal: AbortSignal,
): Promise<ChangeChannel> {
  const subscriber = singleConnection(options.location, options, nodesOf(options.link))
  let reason: unknown
  const giveUp = () => subscriber.disconnect()
  subscriber.on('error', (error) => {
    reason = error
  })
  subscriber.on('end', () => onLost(redisTrouble(reason ?? 'the connection for changes was closed')))
  subscriber.on('message', (_, message) => onMessage(message))
  signal.addEventListener('abort', giveUp)
  try {
    await subscriber.connect()
    await subscriber.subscribe(options.channel)
  } catch (error) {
    giveUp()
    throw redisTrouble(reason ?? error)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  return channelOn(subscriber, options)
}

function channelOn(subscriber: Redis, { link, channel }: RedisChangeBusOptions): ChangeChannel {
  return {
    async send(message) {
      const receivers = await link.run((client) => client.publish(channel, message))
      if (receivers === undefined) throw new RedisTrouble('Redis takes no announcement of changes now.')
    },
    async check() {
      await subscriber.ping()
    },
    close: () => subscriber.disconnect(),
  }
}

/** Returns the current nodes of a cluster. */
function nodesOf({ client }: RedisLink): readonly RedisNode[] {
  if (!(client instanceof Cluster)) return []
  return client.nodes().flatMap(({ options: { host, port } }) => (host && port ? [{ host, port }] : []))
}
