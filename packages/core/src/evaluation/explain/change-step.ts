import type { JsonValue } from '../../foundation/json/json-value.ts'
import { firstOf } from '../../foundation/lists/first-of.ts'
import type { EvaluatedOperator } from '../definition/operator.ts'
import type { IdentifierSource } from '../lookup/identifier.ts'
import { requirementText } from './requirement-text.ts'

/** A required change of the flag or of the subject. Indexes count from 0. */
export type ChangeStep =
  | { readonly kind: 'switch_on' }
  | { readonly kind: 'switch_off' }
  | { readonly kind: 'add_condition' }
  /** To at least `to` percent. */
  | { readonly kind: 'raise_rollout'; readonly conditionIndex: number; readonly from: number; readonly to: number }
  /** To at most `to` percent. */
  | { readonly kind: 'lower_rollout'; readonly conditionIndex: number; readonly from: number; readonly to: number }
  | { readonly kind: 'lower_holdout'; readonly id: JsonValue; readonly from: number; readonly to: number }
  | { readonly kind: 'set_enrollment'; readonly property: string; readonly value: boolean }
  | SetPropertyStep
  | { readonly kind: 'join_cohort'; readonly conditionIndex: number; readonly cohortId: string }
  | { readonly kind: 'leave_cohort'; readonly conditionIndex: number; readonly cohortId: string }
  /** Another flag must have another result. */
  | {
      readonly kind: 'change_flag'
      readonly conditionIndex: number
      readonly flag: string
      readonly value: string | boolean
    }
  | { readonly kind: 'join_group'; readonly conditionIndex: number; readonly groupType: string }
  | { readonly kind: 'identify'; readonly conditionIndex: number; readonly source: IdentifierSource }

/** A property must have a value that satisfies all filters of a condition set on it. */
export interface SetPropertyStep {
  readonly kind: 'set_property'
  readonly conditionIndex: number
  /** The user or the group with the property. */
  readonly owner: PropertyOwner
  readonly property: string
  readonly requirements: readonly Requirement[]
  /** One way to satisfy them: a value, or that the property is absent; unknown if none was found. */
  readonly example: { readonly kind: 'value'; readonly value: JsonValue } | { readonly kind: 'absent' | 'unknown' }
}

/** The user or the group with a property. */
export type PropertyOwner =
  | { readonly kind: 'person' | 'person_metadata' }
  | { readonly kind: 'group'; readonly groupType: string }

/** The requirement on a property. */
export interface Requirement {
  readonly operator: EvaluatedOperator
  readonly value: JsonValue
}

/** Returns a step as a part of a sentence. */
export function stepText(step: ChangeStep): string {
  switch (step.kind) {
    case 'switch_on':
      return 'turn the flag on'
    case 'switch_off':
      return 'turn the flag off'
    case 'add_condition':
      return 'add a condition set'
    case 'raise_rollout':
      return `raise the rollout of ${conditionText(step)} from ${step.from}% to at least ${step.to}%`
    case 'lower_rollout':
      return `lower the rollout of ${conditionText(step)} from ${step.from}% to at most ${step.to}%`
    case 'lower_holdout':
      return `lower the share of holdout ${step.id} from ${step.from}% to at most ${step.to}%`
    case 'set_enrollment':
      return `property ${step.property} would have to be ${step.value}`
    case 'set_property':
      return `property ${step.property}${ownerText(step.owner)} would have to ${requirementsText(step.requirements)}`
    case 'join_cohort':
      return `the user would have to be in cohort ${step.cohortId}`
    case 'leave_cohort':
      return `the user would have to be outside cohort ${step.cohortId}`
    case 'change_flag':
      return `flag ${step.flag} would have to evaluate to ${JSON.stringify(step.value)}`
    case 'join_group':
      return `the user would have to belong to a group of type ${step.groupType}`
    case 'identify':
      return `the user would have to have a ${IDENTIFIER_NAMES[step.source]}`
  }
}

const IDENTIFIER_NAMES = {
  distinct_id: 'distinct id',
  first_id: 'distinct id',
  device_id: 'device id',
  group_key: 'group key',
} as const satisfies Record<IdentifierSource, string>

function conditionText({ conditionIndex }: { readonly conditionIndex: number }): string {
  return `condition set ${conditionIndex + 1}`
}

function ownerText(owner: PropertyOwner): string {
  return owner.kind === 'group' ? ` of the ${owner.groupType}` : ''
}

function requirementsText(requirements: readonly Requirement[]): string {
  return firstOf(requirements, ' and ', ({ operator, value }) => requirementText(operator, value))
}
