import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { type PgBouncer, type PoolMode, startPgBouncer } from './pgbouncer.ts'
import './pgbouncer-setup.ts'

/**
 * Declares a suite on a PgBouncer that is started in front of the server at `serverUrl`. Without PgBouncer, one skipped
 * test reports the reason.
 */
export function describeOnPgBouncer(
  mode: PoolMode,
  serverUrl: string,
  declare: (through: (databaseUrl: string) => string) => void,
): void {
  const { program, missing } = inject('pgbouncer')
  if (missing !== undefined) {
    it.skip(`SKIPPED PgBouncer in ${mode} mode: ${missing}`)
    return
  }
  describe(`through PgBouncer in ${mode} mode`, () => {
    let pooler: PgBouncer | undefined
    beforeAll(async () => {
      pooler = await startPgBouncer(program, serverUrl, mode)
    })
    afterAll(() => pooler?.dispose())
    declare((databaseUrl) => {
      if (!pooler) throw new Error('PgBouncer is available only while tests run')
      return pooler.through(databaseUrl)
    })
  })
}
