import type { TestProject } from 'vitest/node'
import { findPgBouncer, type PgBouncerService } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    pgbouncer: PgBouncerService
  }
}

/** Provides PgBouncer to the integration tests. It is found, or installed, before any of them runs. */
export async function setup(project: TestProject): Promise<void> {
  const service = await findPgBouncer()
  if (service.missing !== undefined) process.stderr.write(`SKIPPED tests on PgBouncer: ${service.missing}\n`)
  project.provide('pgbouncer', service)
}
