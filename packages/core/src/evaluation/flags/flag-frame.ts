import type { FlagDefinition } from '../definition/definitions.ts'
import { type Distribution, distribution } from '../hashing/hash.ts'
import { packText } from '../hashing/packed-text.ts'
import { BY_DEVICE_ID, BY_DISTINCT_ID, byFirstId, type Identification } from '../lookup/identifier.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import { Answers } from './answers.ts'
import { type FlagVariants, variantTable } from './variants.ts'

/** The shared state of the parts of one flag during compilation. */
export interface FlagFrame extends FlagVariants {
  readonly definition: FlagDefinition
  readonly rules: MatchingRules
  /** The group type of the flag; null for users. A condition may override it. */
  readonly groupTypeIndex: number | null
  readonly person: Identification
  /** The distribution of the flag's rollouts: an identifier has the same position in all its conditions. */
  readonly rollout: Distribution
}

export function flagFrame(definition: FlagDefinition, rules: MatchingRules): FlagFrame {
  const prefix = packText(`${definition.key}.`)
  const variants = variantTable(definition.filters.multivariate?.variants ?? [], prefix)
  return {
    definition,
    rules,
    answers: new Answers(definition),
    variants,
    variantKeys: new Set(variants.keys),
    groupTypeIndex: definition.filters.aggregation_group_type_index ?? null,
    person: personIdentification(definition),
    rollout: distribution(prefix),
  }
}

function personIdentification(definition: FlagDefinition): Identification {
  if (definition.bucketing_identifier === 'device_id') return BY_DEVICE_ID
  return definition.ensure_experience_continuity ? byFirstId(definition.key) : BY_DISTINCT_ID
}
