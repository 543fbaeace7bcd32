import { CommandProblem } from '../commands/command-problem.ts'
import { failureSentence } from '../failure-sentence.ts'
import { openStore } from '../open-database.ts'
import { SETTINGS, type Settings } from '../settings/settings.ts'
import { type Check, check } from './check.ts'

const MOST_LISTED = 10

/**
 * Whether every project is within its bound. A project that was above it before this release, or before the setting was
 * lowered, is stored and evaluated as before. The database must be there, with all its migrations.
 */
export async function sizeChecks({ databaseUrl, maxProjectFiltersBytes }: Settings): Promise<readonly Check[]> {
  const store = await openStore(databaseUrl, { asItIs: true, patient: true })
  const limit = `${maxProjectFiltersBytes.toLocaleString('en-US')} bytes (${SETTINGS.maxProjectFiltersBytes.env})`
  const findLarge = async () => {
    const ids = await store.read((tx) => tx.flags.listProjectsAbove(maxProjectFiltersBytes, MOST_LISTED))
    if (ids.length === 0) return `the filters of no project take more than ${limit}`
    throw new CommandProblem(
      `Filters take more than ${limit} in the projects with these ids: ${ids.join(', ')}. ` +
        'Delete unused feature flags, shorten payloads, or raise the setting.',
    )
  }
  try {
    return [await check('sizes', findLarge, failureSentence)]
  } finally {
    await store.close()
  }
}
