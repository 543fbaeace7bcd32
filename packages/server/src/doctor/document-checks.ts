import { readBootstrap } from '../bootstrap/read-bootstrap.ts'
import { failureSentence } from '../failure-sentence.ts'
import { limitsOf } from '../settings/limits-of.ts'
import type { Settings } from '../settings/settings.ts'
import { type Check, check } from './check.ts'

/**
 * Whether the bootstrap document, if there is one, is valid.
 * @param called its name in the result; its path by default
 */
export async function documentChecks(settings: Settings, called?: string): Promise<readonly Check[]> {
  const { bootstrap } = settings
  if (bootstrap === null) return []
  const read = () => {
    readBootstrap(bootstrap, limitsOf(settings))
    return `${called ?? bootstrap} is valid`
  }
  return [await check('bootstrap', read, failureSentence)]
}
