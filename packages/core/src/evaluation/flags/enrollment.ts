import { isJsonObject } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet } from '../definition/flag-filters.ts'
import { isInShare } from '../hashing/hash.ts'
import type { DecisionStep } from '../lookup/lookup.ts'
import { meets } from '../lookup/predicate.ts'
import { compileCondition } from './compile-condition.ts'
import type { FlagFrame } from './flag-frame.ts'
import { reason } from './reason.ts'

/**
 * Compiles the step in which users enable or disable an early access feature for themselves: the property
 * `$feature_enrollment/<flag key>` of a user decides. Undefined for other flags.
 */
export function compileEnrollment(flag: FlagFrame): DecisionStep | undefined {
  const property = enrollmentProperty(flag.definition)
  if (property === undefined) return undefined
  const why = reason('super_condition_value', 0)
  const [on, off] = [flag.answers.on(null, why), flag.answers.off(why)]
  return (subject) => {
    const value = ownProperty(subject.properties, property)
    if (value === undefined) return undefined
    return value === true || value === 'true' ? on : off
  }
}

/** Returns the property with the choice of users; undefined for flags without early access. */
export function enrollmentProperty({ key, filters }: FlagDefinition): string | undefined {
  return filters.feature_enrollment === true ? `$feature_enrollment/${key}` : undefined
}

/** Compiles the older form of early access: a condition set that decides for all subjects with its properties. */
export function compileSuperCondition(flag: FlagFrame): DecisionStep | undefined {
  const superCondition = superConditionOf(flag.definition)
  const filters = superCondition?.properties
  if (!superCondition || !filters || filters.length === 0) return undefined
  const { criteria, share, rollout } = compileCondition(superCondition, 0, flag)
  const why = reason('super_condition_value', 0)
  const [on, off] = [flag.answers.on(null, why), flag.answers.off(why)]
  return (subject, lookup) => {
    if (!filters.some((filter) => ownProperty(subject.properties, filter.key) !== undefined)) return undefined
    const identifier = flag.person.identify(subject, lookup) ?? ''
    return meets(criteria, subject, lookup) && isInShare(share, rollout, identifier) ? on : off
  }
}

/** Returns the condition set of the older form; undefined if the flag has none. */
export function superConditionOf({ filters }: FlagDefinition): ConditionSet | undefined {
  // Only old definitions have this field, so the type of filters does not have it.
  const { super_groups: list } = filters as { readonly super_groups?: unknown }
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  // Damage inside it is found when it is compiled, as for any condition set.
  return isJsonObject(first) ? (first as unknown as ConditionSet) : undefined
}
