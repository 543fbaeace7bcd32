import { describe, inject, it } from 'vitest'
import type { PostgresServer } from './global-setup.ts'

/**
 * Declares a suite on the newest available PostgreSQL server, for code that uses the store or surrounds it. The
 * requirements for stores are tested on each server by `describeOnPostgres`. Without any server, one skipped test
 * states why.
 */
export function describeOnNewestPostgres(name: string, declare: (server: PostgresServer) => void): void {
  const { servers, missing } = inject('postgres')
  const [newest] = servers
  if (newest) describe(name, () => declare(newest))
  else it.skip(`SKIPPED ${name}: ${missing}`)
}
