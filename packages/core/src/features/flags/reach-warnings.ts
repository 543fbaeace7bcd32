import type { NewFlag } from '../../data/records/flag.ts'
import { conditionSetsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'

type Reach = Pick<NewFlag, 'filters' | 'isRemoteConfiguration'>

/** The part of a write that contains conditions. */
interface SentReach {
  readonly filters?: FilterInput | undefined
}

/**
 * Returns warnings about a write after which a flag reaches no subject, which its author may not expect (FLAG-145,
 * FLAG-146).
 */
export function reachWarnings(next: Reach, sent: SentReach, before?: Reach): readonly Violation[] {
  const groups = conditionSetsOf(next.filters)
  const isNewConfiguration = next.isRemoteConfiguration === true && before?.isRemoteConfiguration !== true
  const changesConditions = !before || sent.filters?.groups !== undefined
  if (groups.length === 0) {
    return changesConditions || isNewConfiguration
      ? [reachesNobody('The flag matches no users: it has no condition sets.')]
      : []
  }
  const isConfiguration = next.isRemoteConfiguration === true && (isNewConfiguration || changesConditions)
  if (!isConfiguration || groups.some(({ rollout_percentage: share }) => share !== 0)) return []
  return [reachesNobody('The remote configuration matches no users: all of its condition sets are at 0 %.')]
}

function reachesNobody(detail: string): Violation {
  return violation('filters', 'reaches_nobody', detail)
}
