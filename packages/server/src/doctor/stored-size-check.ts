import type { Store } from '@flagdeck/core'
import { CommandProblem } from '../commands/command-problem.ts'
import { failureSentence } from '../failure-sentence.ts'
import { SETTINGS } from '../settings/settings.ts'
import { type Check, check } from './check.ts'

/** The check fails when this share of the limit is used, so that operators can act before properties are dropped. */
const NEARLY_FULL = 0.9
const NAMED_PROJECTS = 5

/** Checks that no project is about to reach its limit of bytes for persons and groups (PERSON-22). */
export function storedSizeCheck(store: Store, limitBytes: number): Promise<Check> {
  return check(
    'persons',
    async () => {
      const largest = await store.read((tx) => tx.projectSizes.largest(NAMED_PROJECTS))
      const full = largest.filter(({ bytes }) => bytes >= NEARLY_FULL * limitBytes)
      const share = Math.floor((100 * (largest[0]?.bytes ?? 0)) / limitBytes)
      if (full.length === 0) return `the largest project uses ${share}% of its limit for users and groups`
      const limit = `${limitBytes.toLocaleString('en-US')} bytes (${SETTINGS.maxProjectPersonsBytes.env})`
      throw new CommandProblem(
        `Projects that use ${NEARLY_FULL * 100}% or more of the limit for users and groups, ${limit}: ` +
          `${full.map(({ projectId }) => projectId).join(', ')}. At the limit, properties in events are not stored: ` +
          'delete users that are no longer needed, or raise the limit.',
      )
    },
    failureSentence,
  )
}
