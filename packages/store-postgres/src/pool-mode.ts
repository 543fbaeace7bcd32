import type { Client, ClientBase } from 'pg'
import type { PoolMode } from './postgres-options.ts'

/**
 * The attempts to detect that a pooler moves a connection. Other clients of a busy pooler may make one inconclusive.
 */
const ATTEMPTS = 3

/**
 * Returns the mode of the pooler through which `client` is connected. A pooler announces its own process id, because
 * that of PostgreSQL would change. A second client then starts a transaction. In transaction mode, the pooler assigns
 * it the process that `client` just used, and `client` has to continue on another one.
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
      // Poolers that assign connections round-robin move the client with the second statement at the latest.
      own.push(await processIdOf(client), await processIdOf(client))
      if (others.includes(processId) || own.some((each) => each !== processId)) return 'transaction'
    }
    return 'session'
  } finally {
    await second.end().catch(() => undefined)
  }
}

/** Returns the process id that PostgreSQL or a pooler announced at start-up. The types of `pg` do not declare it. */
export function announcedProcessId(client: ClientBase): number | null {
  return (client as ClientBase & { readonly processID: number | null }).processID
}

async function processIdOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
