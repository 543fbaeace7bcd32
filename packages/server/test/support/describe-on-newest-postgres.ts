import { describe, inject, it } from 'vitest'
import '@flagdeck/store-postgres/testing'

/** Declares a suite on the newest PostgreSQL there is: what a server does does not depend on its release. */
export function describeOnNewestPostgres(name: string, declare: (url: string) => void): void {
  const { servers, missing } = inject('postgres')
  const [newest] = servers
  if (newest) describe(name, () => declare(newest.url))
  else it.skip(`SKIPPED ${name}: ${missing}`)
}
