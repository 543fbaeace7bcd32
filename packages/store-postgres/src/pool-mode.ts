import type { Client, ClientBase } from 'pg'
import type { PoolMode } from './postgres-options.ts'

/** The attempts to catch a pooler that moves a connection. Other clients of a busy pooler may make one inconclusive. */
const ATTEMPTS = 3

/**
 * Finds the mode of the pooler that `client` is connected through. A pooler announces a process id of its own, since one
 * of PostgreSQL would change. In transaction mode it gives the process that `client` just used to a second client that
 * begins a transaction, so that `client` has to continue on another one.
 */
export async function findPoolMode(client: Client, connectSecond: () => Promise<Client>): Promise<PoolMode> {
  const processId = await processIdOf(client)
  if (processId === announcedProcessId(client)) return 'direct'
  const second = await connectSecond()
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await second.query('begin')
      const others = [await processIdOf(second)]
      const own = [await processIdOf(client)]
      await second.query('commit')
      // Poolers that go round their connections move at the latest with the second statement.
      own.push(await processIdOf(client), await processIdOf(client))
      if (others.includes(processId) || own.some((each) => each !== processId)) return 'transaction'
    }
    return 'session'
  } finally {
    await second.end().catch(() => undefined)
  }
}

/** The process id that PostgreSQL, or a pooler, announced at start-up. The declaration of `pg` does not have it. */
export function announcedProcessId(client: ClientBase): number | null {
  return (client as ClientBase & { readonly processID: number | null }).processID
}

async function processIdOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
