import type { SqlConnection } from '@flagdeck/store-sql'

/** Runs `work` on a connection between `begin` and a commit, or a rollback if it rejects. */
export async function transaction<Connection extends SqlConnection, T>(
  connection: Connection,
  begin: 'begin' | 'begin immediate',
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await command(connection, begin)
  try {
    const result = await work(connection)
    await command(connection, 'commit')
    return result
  } catch (error) {
    // Some failures, such as a full disk, have already rolled back the transaction, or have broken the connection.
    await command(connection, 'rollback').catch(() => undefined)
    throw error
  }
}

function command(connection: SqlConnection, sql: string): Promise<unknown> {
  return connection.execute({ sql, parameters: [] })
}
