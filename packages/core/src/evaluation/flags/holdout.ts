import type { Step } from '../decide.ts'
import { distribution, isInShare } from '../hashing/hash.ts'
import { byDeviceId, byDistinctId, byGroupKey, type Identify } from '../identifier.ts'
import type { FlagFrame } from './flag-frame.ts'
import { reason } from './reason.ts'

// No flag's key is in it: the same persons are held out of every flag of a holdout.
const HOLDOUT_HASH = distribution('holdout-', '')

/** Compiles the step that answers `holdout-<id>` for those held out of the flag; undefined when it has no holdout. */
export function compileHoldout(flag: FlagFrame): Step | undefined {
  // Imported definitions have been seen with holes in it, which mean that there is no holdout.
  const holdout: { readonly id?: unknown; readonly exclusion_percentage?: unknown } =
    flag.definition.filters.holdout ?? {}
  const { id, exclusion_percentage: percentage } = holdout
  if (id === undefined || id === null || typeof percentage !== 'number') return undefined
  const share = percentage / 100
  const identify = holdoutIdentifier(flag)
  const heldOut = flag.answers.variant(`holdout-${id}`, reason('holdout_condition_value'))
  return (subject, lookup) => {
    const identifier = identify(subject, lookup)
    // Who is in no group of the flag's type is not held out of it either: there is nothing to hold out.
    return identifier !== undefined && isInShare(share, HOLDOUT_HASH, identifier) ? heldOut : undefined
  }
}

// Not the id from before signing in, even for flags that use it: other flags of the holdout do not know it.
function holdoutIdentifier({ definition, groupTypeIndex }: FlagFrame): Identify {
  if (groupTypeIndex !== null) return byGroupKey(groupTypeIndex)
  return definition.bucketing_identifier === 'device_id' ? byDeviceId : byDistinctId
}
