import { Socket } from 'node:net'
import {
  type ChangeBus,
  type ChangeBusOptions,
  type ChangeChannel,
  type ChannelEvents,
  remoteChangeBus,
} from '@flagdeck/core/store'
import type { Client } from 'pg'
import { listenerClientConfig } from './client-config.ts'
import { findPoolMode } from './pool-mode.ts'
import { PostgresAddress } from './postgres-address.ts'
import { PostgresClient } from './postgres-client.ts'
import type { PostgresOptions } from './postgres-options.ts'
import { StoreMisconfigured } from './store-misconfigured.ts'

/** A channel belongs to one database, so only instances of the same database receive each other's messages. */
const CHANNEL = 'flagdeck_changes'
const FAREWELL_MS = 200

/**
 * Returns a bus that sends changes by LISTEN and NOTIFY, on a separate connection. Transactions do not notify, because
 * commits that notify wait for each other across the whole database.
 */
export function postgresChangeBus(options: PostgresOptions, { onError }: ChangeBusOptions): ChangeBus {
  const address = new PostgresAddress(options.connectionString)
  const open = (events: ChannelEvents, signal: AbortSignal) =>
    address.connecting(() => openChannel(address, options, events, signal))
  return remoteChangeBus(open, { onError })
}

async function openChannel(
  address: PostgresAddress,
  options: PostgresOptions,
  { onMessage, onLost }: ChannelEvents,
  signal: AbortSignal,
): Promise<ChangeChannel> {
  if (address.isPooled) throw notHeard()
  const socket = new Socket()
  const client = new PostgresClient({ ...listenerClientConfig(address, options), stream: () => socket })
  const giveUp = () => void socket.destroy()
  client.on('error', onLost)
  client.on('end', () => onLost(new Error('PostgreSQL closed the connection.')))
  client.on('notification', ({ payload }) => onMessage(payload ?? ''))
  signal.addEventListener('abort', giveUp)
  try {
    await client.connect()
    const mode = await findPoolMode(client, () => connectSecond(address, options, signal))
    if (mode === 'transaction') throw notHeard()
    await client.query(`listen ${CHANNEL}`)
  } catch (error) {
    giveUp()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  // A process that only waits for changes may end.
  socket.unref()
  return channelOn(client, socket, onLost)
}

/**
 * Returns the error for a pooler in transaction mode. LISTEN would succeed, but its messages would reach another
 * client, or none.
 */
function notHeard(): StoreMisconfigured {
  return new StoreMisconfigured(
    'PostgreSQL is reached through a pooler in transaction mode, where LISTEN does not work: changes of other instances are seen by regular checks.',
  )
}

async function connectSecond(address: PostgresAddress, options: PostgresOptions, signal: AbortSignal): Promise<Client> {
  const client = new PostgresClient(listenerClientConfig(address, options))
  client.on('error', () => undefined)
  signal.throwIfAborted()
  await client.connect()
  return client
}

function channelOn(client: Client, socket: Socket, onLost: (error: unknown) => void): ChangeChannel {
  return {
    async send(message) {
      try {
        await client.query('select pg_notify($1, $2)', [CHANNEL, message])
      } catch (error) {
        // A new connection resolves any failure.
        onLost(error)
        throw error
      }
    },
    async check() {
      await client.query('select 1')
    },
    close() {
      client.end().catch(() => undefined)
      // A server that hangs does not close the connection.
      setTimeout(() => socket.destroy(), FAREWELL_MS).unref()
    },
  }
}
