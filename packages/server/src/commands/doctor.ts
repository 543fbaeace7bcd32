import type { Check } from '../doctor/check.ts'
import { clockCheck } from '../doctor/clock-check.ts'
import { databaseChecks } from '../doctor/database-checks.ts'
import { documentChecks } from '../doctor/document-checks.ts'
import { nodeCheck } from '../doctor/node-check.ts'
import { portCheck } from '../doctor/port-check.ts'
import { redisChecks } from '../doctor/redis-check.ts'
import { settingsCheck } from '../doctor/settings-check.ts'
import { sizeChecks } from '../doctor/size-checks.ts'
import { failureSentence } from '../failure-sentence.ts'
import { type CommandSources, readSettings } from '../settings/read-settings.ts'
import { SETTING_KEYS } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { textTable } from './text-table.ts'

export interface Diagnosis {
  readonly output: CommandOutput
  readonly healthy: boolean
}

/** `flagdeck doctor`: checks everything that a start needs, and changes nothing. */
export async function doctor(sources: CommandSources): Promise<Diagnosis> {
  const checks = [nodeCheck(), clockCheck(Date.now()), ...(await configuredChecks(sources))]
  const healthy = checks.every(({ ok }) => ok)
  const rows = checks.map(({ name, ok, detail }) => [ok ? 'ok' : 'failed', name, detail])
  return { healthy, output: { data: { healthy, checks: checks.map((each) => ({ ...each })) }, text: textTable(rows) } }
}

async function configuredChecks(sources: CommandSources): Promise<readonly Check[]> {
  try {
    const read = readSettings(sources, SETTING_KEYS)
    const { settings } = read
    const database = await databaseChecks(settings)
    // Only a database that exists and has all migrations is checked for writing.
    const isReady = database.some(({ name, ok }) => name === 'writing' && ok)
    return [
      settingsCheck(read),
      ...database,
      ...(isReady ? await sizeChecks(settings) : []),
      ...(await redisChecks(settings.redisUrl, settings.redisPrefix)),
      ...(await documentChecks(settings)),
      await portCheck(settings),
    ]
  } catch (error) {
    return [{ name: 'settings', ok: false, detail: failureSentence(error) }]
  }
}
