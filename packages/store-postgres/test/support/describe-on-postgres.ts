import { describe, inject, it } from 'vitest'
import type { PostgresServer } from './global-setup.ts'

/**
 * Declares a suite on each available PostgreSQL server, the newest release and the oldest, for behaviour that depends
 * on the release: the store suite, migrations, plans and queries of its catalog. Without any server, one skipped test
 * states why.
 *
 * @example
 * describeOnPostgres('announcing changes', ({ url }) => { it('…', async () => { const database = await createTestDatabase(url) … }) })
 */
export function describeOnPostgres(name: string, declare: (server: PostgresServer) => void): void {
  const { servers, missing } = inject('postgres')
  for (const server of servers) describe(`${name} (${server.name})`, () => declare(server))
  if (missing !== undefined) it.skip(`SKIPPED ${name}: ${missing}`)
}
