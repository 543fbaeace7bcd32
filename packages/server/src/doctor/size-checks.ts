import { CommandProblem } from '../commands/command-problem.ts'
import { failureSentence } from '../failure-sentence.ts'
import { openStore } from '../open-database.ts'
import { SETTINGS, type Settings } from '../settings/settings.ts'
import { type Check, check } from './check.ts'

const MOST_LISTED = 10

/**
 * Whether every project is within its limits. A project that exceeded them before this release, or before the setting was
 * lowered, is stored and evaluated as before. The database must exist, with all migrations.
 */
export async function sizeChecks(settings: Settings): Promise<readonly Check[]> {
  const { databaseUrl, maxCohortsPerProject: cohorts, maxProjectFiltersBytes: bytes } = settings
  const store = await openStore(databaseUrl, { asItIs: true, patient: true })
  const bytesLimit = `${bytes.toLocaleString('en-US')} bytes (${SETTINGS.maxProjectFiltersBytes.env})`
  const cohortsLimit = `${cohorts.toLocaleString('en-US')} cohorts (${SETTINGS.maxCohortsPerProject.env})`
  const findLarge = async () => {
    const ids = await store.read((tx) => tx.projects.listAbove({ cohorts, bytes }, MOST_LISTED))
    if (ids.length === 0)
      return `every project has at most ${bytesLimit} of flags and cohorts, and at most ${cohortsLimit}`
    throw new CommandProblem(
      `These projects exceed ${bytesLimit} of flags and cohorts, or ${cohortsLimit}: ${ids.join(', ')}. Delete unused ` +
        'flags and cohorts, shorten filters, payloads and descriptions, or raise the setting.',
    )
  }
  try {
    return [await check('sizes', findLarge, failureSentence)]
  } finally {
    await store.close()
  }
}
