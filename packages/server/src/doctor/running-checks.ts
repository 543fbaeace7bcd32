import { existsSync } from 'node:fs'
import type { Settings } from '../settings/settings.ts'
import type { Check } from './check.ts'
import { clockCheck } from './clock-check.ts'
import { databaseChecks } from './database-checks.ts'
import { documentChecks } from './document-checks.ts'
import { nodeCheck } from './node-check.ts'
import { redisChecks } from './redis-check.ts'

/**
 * Runs the checks of `flagdeck doctor` for a running server, except those of its port and settings. Admins of an
 * organization see the results, but may not operate the server. The results therefore do not name hosts, databases or
 * files, and only `flagdeck doctor` reports the reason for a failure (SERVE-50).
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

/** Reasons contain addresses and messages of the database. */
function withoutReason(check: Check): Check {
  return check.ok ? check : { ...check, detail: 'Failed: run `flagdeck doctor` on the server to see why.' }
}

async function runningDatabase(settings: Settings): Promise<readonly Check[]> {
  const { databaseUrl: location } = settings
  if (location.kind === 'postgres') return databaseChecks(settings, 'PostgreSQL')
  // Only the server itself can open its in-memory database.
  if (location.path === ':memory:') {
    return [{ name: 'database', ok: true, detail: 'in memory: data is lost when the server stops' }]
  }
  // A start would create the missing file again, but this server is running, so its file was deleted.
  if (!existsSync(location.path)) return [{ name: 'database', ok: false, detail: '' }]
  return databaseChecks(settings, 'the SQLite file')
}
