import type { Settings } from '../settings/settings.ts'
import type { Check } from './check.ts'
import { clockCheck } from './clock-check.ts'
import { databaseChecks } from './database-checks.ts'
import { documentChecks } from './document-checks.ts'
import { nodeCheck } from './node-check.ts'
import { redisChecks } from './redis-check.ts'

/** What `flagdeck doctor` looks at, of a server that is up: its port is taken, and its settings have been read. */
export async function runningChecks(settings: Settings): Promise<readonly Check[]> {
  const { databaseUrl, redisUrl, redisPrefix } = settings
  return [
    nodeCheck(),
    clockCheck(Date.now()),
    ...(await runningDatabase(databaseUrl)),
    ...(await redisChecks(redisUrl, redisPrefix)),
    ...(await documentChecks(settings)),
  ]
}

/** A database in memory is there for who has opened it, and for nobody else. */
async function runningDatabase(location: Settings['databaseUrl']): Promise<readonly Check[]> {
  if (location.kind === 'sqlite' && location.path === ':memory:') {
    return [{ name: 'database', ok: true, detail: 'in memory: it is gone when the server stops' }]
  }
  return databaseChecks(location)
}
