import type { TestProject } from 'vitest/node'
import { postgresStore } from '../../src/postgres-store.ts'
import { createTestDatabase } from './create-test-database.ts'
import { type PostgresPrograms, startPostgresCluster } from './postgres-cluster.ts'
import { debianPrograms, embeddedPrograms } from './postgres-programs.ts'

/** A server that integration tests may make databases on. */
export interface PostgresServer {
  readonly name: string
  /** Connects with the right to make databases. */
  readonly url: string
  /** The name of a migrated database without rows, to copy and not to open. */
  readonly migrated: string
  /** What a cluster of the same release is made with; missing when somebody else started the server. */
  readonly programs?: PostgresPrograms
}

/** The servers there are, or why there is none. */
export interface PostgresService {
  readonly servers: readonly PostgresServer[]
  readonly missing?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresService
  }
}

/**
 * Provides PostgreSQL to the integration tests: the server at `TEST_POSTGRES_URL`, or one of our own, which npm
 * brings along; and, where Debian's PostgreSQL 15 is installed, a cluster of that beside it. Without any, tests
 * are skipped with the reason, or fail when `CI` is true.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const ends: End[] = []
  const dispose = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    project.provide('postgres', await findService(ends))
  } catch (error) {
    await dispose()
    throw error
  }
  return dispose
}

/** Takes something away again. */
type End = () => Promise<void>

async function findService(ends: End[]): Promise<PostgresService> {
  try {
    const given = process.env.TEST_POSTGRES_URL
    const first = given
      ? await provided('PostgreSQL at TEST_POSTGRES_URL', given, ends)
      : await started('PostgreSQL 18', await embeddedPrograms(), ends)
    const old = debianPrograms()
    return { servers: old ? [first, await started('PostgreSQL 15', old, ends)] : [first] }
  } catch (error) {
    if (process.env.CI === 'true') throw error
    return { servers: [], missing: `PostgreSQL cannot be started here, set TEST_POSTGRES_URL: ${error}` }
  }
}

async function started(name: string, programs: PostgresPrograms, ends: End[]): Promise<PostgresServer> {
  const cluster = await startPostgresCluster(programs)
  ends.push(() => cluster.dispose())
  const { initdb, postgres } = programs
  return { ...(await provided(name, cluster.url, ends)), programs: { initdb, postgres } }
}

async function provided(name: string, url: string, ends: End[]): Promise<PostgresServer> {
  const migrated = await createTestDatabase(url)
  ends.push(() => migrated.dispose())
  const store = postgresStore(migrated.url)
  await store.migrate()
  await store.close()
  return { name, url, migrated: new URL(migrated.url).pathname.slice(1) }
}
