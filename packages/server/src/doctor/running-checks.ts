import { existsSync } from 'node:fs'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './check.ts'
import { clockCheck } from './clock-check.ts'
import { databaseChecks } from './database-checks.ts'
import { documentChecks } from './document-checks.ts'
import { nodeCheck } from './node-check.ts'
import { redisChecks } from './redis-check.ts'

/**
 * What `flagdeck doctor` looks at, of a server that is up: its port is taken, and its settings have been read. Whoever
 * runs an organization is told, and need not run the server: so no host, database or file is named, and why something
 * failed is left to `flagdeck doctor` (SERVE-50).
 */
export async function runningChecks(settings: Settings): Promise<readonly Check[]> {
  const { redisUrl, redisPrefix } = settings
  const checks = [
    ...(await runningDatabase(settings)),
    ...(await redisChecks(redisUrl, redisPrefix, 'Redis')),
    ...(await documentChecks(settings, 'the bootstrap document')),
  ]
  return [nodeCheck(), clockCheck(Date.now()), ...checks.map(withoutReason)]
}

/** Reasons name where something is, and what the database said. */
function withoutReason(check: Check): Check {
  return check.ok ? check : { ...check, detail: 'This failed: `flagdeck doctor`, where the server runs, says why.' }
}

async function runningDatabase({
  databaseUrl: location,
  maxProjectPersonsBytes: limitBytes,
}: Settings): Promise<readonly Check[]> {
  if (location.kind === 'postgres') return databaseChecks(location, limitBytes, 'PostgreSQL')
  // A database in memory is there for who has opened it, and for nobody else.
  if (location.path === ':memory:') {
    return [{ name: 'database', ok: true, detail: 'in memory: it is gone when the server stops' }]
  }
  // What a start would make anew is gone from under a server that runs.
  if (!existsSync(location.path)) return [{ name: 'database', ok: false, detail: '' }]
  return databaseChecks(location, limitBytes, 'the SQLite file')
}
