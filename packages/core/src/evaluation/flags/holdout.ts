import { type Distribution, distribution, isInShare } from '../hashing/hash.ts'
import { packText } from '../hashing/packed-text.ts'
import { BY_DEVICE_ID, BY_DISTINCT_ID, byGroupKey, type Identification } from '../lookup/identifier.ts'
import type { DecisionStep } from '../lookup/lookup.ts'
import type { FlagFrame } from './flag-frame.ts'
import { reason } from './reason.ts'

// It does not contain the key of a flag: a holdout excludes the same users from all its flags, in every project.
const HOLDOUTS: Distribution = { ...distribution(packText('holdout-')), group: null }

/** The holdout of a flag. */
export interface Holdout {
  readonly id: unknown
  /** 0 to 100. */
  readonly percentage: number
  readonly identification: Identification
  readonly distribution: Distribution
}

/**
 * Compiles the step that returns `holdout-<id>` for subjects that are held out of the flag; undefined if it has no
 * holdout.
 */
export function compileHoldout(flag: FlagFrame): DecisionStep | undefined {
  const holdout = holdoutOf(flag)
  if (!holdout) return undefined
  const { id, percentage, identification, distribution } = holdout
  const { identify } = identification
  const share = percentage / 100
  const heldOut = flag.answers.on(`holdout-${id}`, reason('holdout_condition_value'))
  return (subject, lookup) => {
    const identifier = identify(subject, lookup)
    // A subject without a group of the flag's type is not held out: there is nothing to hold out.
    return identifier !== undefined && isInShare(share, distribution, identifier) ? heldOut : undefined
  }
}

/** Returns the holdout of a flag; undefined if it has none. */
export function holdoutOf(flag: Pick<FlagFrame, 'definition' | 'groupTypeIndex'>): Holdout | undefined {
  // Imported definitions may have missing fields here, which mean that there is no holdout.
  const holdout: { readonly id?: unknown; readonly exclusion_percentage?: unknown } =
    flag.definition.filters.holdout ?? {}
  const { id, exclusion_percentage: percentage } = holdout
  if (id === undefined || id === null || typeof percentage !== 'number') return undefined
  return { id, percentage, identification: holdoutIdentification(flag), distribution: HOLDOUTS }
}

// Not the id from before signing in, even for flags that use it: other flags of the holdout do not use it.
function holdoutIdentification({ definition, groupTypeIndex }: Pick<FlagFrame, 'definition' | 'groupTypeIndex'>) {
  if (groupTypeIndex !== null) return byGroupKey(groupTypeIndex)
  return definition.bucketing_identifier === 'device_id' ? BY_DEVICE_ID : BY_DISTINCT_ID
}
