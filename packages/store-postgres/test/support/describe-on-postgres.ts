import { describe, inject, it } from 'vitest'
import type { PostgresServer } from './global-setup.ts'

/**
 * Declares a suite on each PostgreSQL server there is, the newest release and the oldest, for what a release decides:
 * the store suite, migrations, plans and what is read of its catalogue. Without any, one skipped test says why.
 *
 * @example
 * describeOnPostgres('announcing changes', ({ url }) => { it('…', async () => { const database = await createTestDatabase(url) … }) })
 */
export function describeOnPostgres(name: string, declare: (server: PostgresServer) => void): void {
  const { servers, missing } = inject('postgres')
  for (const server of servers) describe(`${name} (${server.name})`, () => declare(server))
  if (missing !== undefined) it.skip(`SKIPPED ${name}: ${missing}`)
}
