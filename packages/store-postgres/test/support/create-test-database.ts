import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

/** A database of one test's own. */
export interface TestDatabase {
  readonly url: string
  /** Cuts whatever is still connected, and removes the database. */
  dispose(): Promise<void>
}

/** Makes an empty database on the server at `serverUrl`. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `flagdeck_${randomBytes(8).toString('hex')}`
  await runOnServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, dispose: () => runOnServer(serverUrl, `drop database ${name} with (force)`) }
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
