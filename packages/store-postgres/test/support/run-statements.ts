import { Client } from 'pg'

/** Runs statements without the store, like an administrator. */
export async function runStatements(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
