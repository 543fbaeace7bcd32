import { failureSentence } from '../failure-sentence.ts'
import { localUrl } from '../local-url.ts'
import type { Settings } from '../settings/settings.ts'
import { tryListening } from '../try-listening.ts'
import { type Check, check } from './check.ts'

/** Whether a server can listen at the configured address. */
export function portCheck({ host, port }: Pick<Settings, 'host' | 'port'>): Promise<Check> {
  return check(
    'port',
    async () => {
      try {
        await tryListening({ host, port })
        return port === 0 ? 'any free port' : `${port} on ${host} is free`
      } catch (error) {
        if (await isFlagdeck(host, port)) return `${port} on ${host} is in use by a running Flagdeck server`
        throw error
      }
    },
    failureSentence,
  )
}

const ANSWER_TIMEOUT_MS = 1000

async function isFlagdeck(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`${localUrl(host, port)}/_livez`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })
    return (await response.text()) === '{"status":"ok"}'
  } catch {
    return false
  }
}
