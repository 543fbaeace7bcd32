import { Socket } from 'node:net'
import {
  type ChangeBus,
  type ChangeBusOptions,
  type ChangeChannel,
  type ChannelEvents,
  remoteChangeBus,
} from '@flagdeck/core/store'
import { Client } from 'pg'
import { listenerClientConfig } from './client-config.ts'
import type { PostgresOptions } from './postgres-options.ts'

/** Instances of one database hear each other; a channel does not reach beyond its database. */
const CHANNEL = 'flagdeck_changes'
const FAREWELL_MS = 200

/**
 * Carries changes by LISTEN and NOTIFY, on a connection of its own. Nothing is announced inside a transaction: commits
 * that notify wait for each other, in the whole database.
 */
export function postgresChangeBus(options: PostgresOptions, { onError }: ChangeBusOptions): ChangeBus {
  return remoteChangeBus((events, signal) => openChannel(options, events, signal), { onError })
}

async function openChannel(
  options: PostgresOptions,
  { onMessage, onLost }: ChannelEvents,
  signal: AbortSignal,
): Promise<ChangeChannel> {
  const socket = new Socket()
  const client = new Client({ ...listenerClientConfig(options), stream: () => socket })
  const giveUp = () => void socket.destroy()
  client.on('error', onLost)
  client.on('end', () => onLost(new Error('PostgreSQL closed the connection.')))
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  signal.addEventListener('abort', giveUp)
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    giveUp()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  // An application that does nothing but hear of changes may end.
  socket.unref()
  return channelOn(client, socket, onLost)
}

function channelOn(client: Client, socket: Socket, onLost: (error: unknown) => void): ChangeChannel {
  return {
    async send(message) {
      try {
        await client.query('select pg_notify($1, $2)', [CHANNEL, message])
      } catch (error) {
        // Whatever it was, a new connection is the way out.
        onLost(error)
        throw error
      }
    },
    async check() {
      await client.query('select 1')
    },
    close() {
      client.end().catch(() => undefined)
      // A server that hangs does not say good-bye.
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
    },
  }
}
