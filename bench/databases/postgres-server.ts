import { randomBytes } from 'node:crypto'
import { embeddedPrograms, startPostgresCluster } from '@flagdeck/store-postgres/testing'
import { Client } from 'pg'

/** A PostgreSQL server for the databases of cases. */
export interface PostgresServer {
  /** Creates an empty database, or a copy of another one without connections. Returns its URL. */
  createDatabase(template?: string): Promise<string>
}

/** Runs `use` with the server at `TEST_POSTGRES_URL`, or with a new one that flushes to disk as usual. */
export async function withPostgresServer<T>(use: (server: PostgresServer) => Promise<T>): Promise<T> {
  const given = process.env.TEST_POSTGRES_URL
  if (given) return withDatabases(given, use)
  const cluster = await startPostgresCluster(await embeddedPrograms())
  try {
    return await withDatabases(cluster.url, use)
  } finally {
    await cluster.dispose()
  }
}

async function withDatabases<T>(serverUrl: string, use: (server: PostgresServer) => Promise<T>): Promise<T> {
  const made: string[] = []
  try {
    return await use({
      async createDatabase(template) {
        const name = `flagdeck_bench_${randomBytes(6).toString('hex')}`
        const copied = template === undefined ? '' : ` template ${databaseOf(template)}`
        await runOn(serverUrl, `create database ${name}${copied}`)
        made.push(name)
        return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
      },
    })
  } finally {
    for (const name of made) await runOn(serverUrl, `drop database ${name} with (force)`)
  }
}

/** Runs statements on a database, on a separate connection. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
