import type { TestProject } from 'vitest/node'
import { type PostgresCluster, type PostgresPrograms, startPostgresCluster } from './postgres-cluster.ts'
import { debianPrograms, embeddedPrograms } from './postgres-programs.ts'

/** A server that integration tests may make databases on. */
export interface PostgresServer {
  readonly name: string
  /** Connects with the right to make databases. */
  readonly url: string
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
  const clusters: PostgresCluster[] = []
  const dispose = async (): Promise<void> => {
    await Promise.all(clusters.map((cluster) => cluster.dispose()))
  }
  const start: Start = async (name, programs) => {
    const cluster = await startPostgresCluster(programs)
    clusters.push(cluster)
    return { name, url: cluster.url, programs: { initdb: programs.initdb, postgres: programs.postgres } }
  }
  try {
    project.provide('postgres', await findService(start))
  } catch (error) {
    await dispose()
    throw error
  }
  return dispose
}

type Start = (name: string, programs: PostgresPrograms) => Promise<PostgresServer>

async function findService(start: Start): Promise<PostgresService> {
  try {
    const given = process.env.TEST_POSTGRES_URL
    const first = given
      ? { name: 'PostgreSQL at TEST_POSTGRES_URL', url: given }
      : await start('PostgreSQL 18', await embeddedPrograms())
    const old = debianPrograms()
    return { servers: old ? [first, await start('PostgreSQL 15', old)] : [first] }
  } catch (error) {
    if (process.env.CI === 'true') throw error
    return { servers: [], missing: `PostgreSQL cannot be started here, set TEST_POSTGRES_URL: ${error}` }
  }
}
