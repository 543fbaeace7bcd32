import type { TestProject } from 'vitest/node'
import { postgresStore } from '../../src/postgres-store.ts'
import { createTestDatabase } from './create-test-database.ts'
import { type PostgresPrograms, startPostgresCluster } from './postgres-cluster.ts'
import { debianPrograms, embeddedPrograms } from './postgres-programs.ts'

/** A server on which integration tests may create databases. */
export interface PostgresServer {
  readonly name: string
  /** Connects with the permission to create databases. */
  readonly url: string
  /** The name of a migrated database without rows, which is only used as a template. */
  readonly migrated: string
  /** The programs for creating a cluster of the same release; missing for a server that the tests did not start. */
  readonly programs?: PostgresPrograms
}

/** The available servers, or the reason why there is none. */
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
 * Provides PostgreSQL to the integration tests. It uses the server at `TEST_POSTGRES_URL`, or starts one from an npm
 * package. If Debian's PostgreSQL 15 is installed, it also starts a cluster of that release. Without any server, tests
 * are skipped with the reason, or fail if `CI` is true.
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

/** Stops and removes something that was started. */
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
