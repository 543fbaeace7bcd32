import { readBootstrap } from '../bootstrap/read-bootstrap.ts'
import { failureSentence } from '../failure-sentence.ts'
import { limitsOf } from '../settings/limits-of.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, check } from './check.ts'

/**
 * Whether the bootstrap document, where there is one, could be applied.
 * @param called how it is told of when it can; by its path where nothing is said
 */
export async function documentChecks(settings: Settings, called?: string): Promise<readonly Check[]> {
  const { bootstrap } = settings
  if (bootstrap === null) return []
  const look = () => {
    readBootstrap(bootstrap, limitsOf(settings))
    return `${called ?? bootstrap} can be applied`
  }
  return [await check('bootstrap', look, failureSentence)]
}
