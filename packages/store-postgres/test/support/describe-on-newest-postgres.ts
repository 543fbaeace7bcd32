import { describe, inject, it } from 'vitest'
import type { PostgresServer } from './global-setup.ts'

/**
 * Declares a suite on the newest PostgreSQL server there is, for what stands on the store or goes on around it: what a
 * store has to keep to is held against each of them by `describeOnPostgres`. Without any server, one skipped test says why.
 */
export function describeOnNewestPostgres(name: string, declare: (server: PostgresServer) => void): void {
  const { servers, missing } = inject('postgres')
  const [newest] = servers
  if (newest) describe(name, () => declare(newest))
  else it.skip(`SKIPPED ${name}: ${missing}`)
}
