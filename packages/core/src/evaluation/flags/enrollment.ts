import type { ConditionSet } from '../../flags/filters/flag-filters.ts'
import { isJsonObject } from '../../json/json-value.ts'
import type { Step } from '../decide.ts'
import { ownProperty } from '../own-property.ts'
import { compileCondition } from './compile-condition.ts'
import type { FlagFrame } from './flag-frame.ts'
import { reason } from './reason.ts'

/**
 * Compiles the step by which persons turn an early-access feature on or off for themselves: who has the property
 * `$feature_enrollment/<flag key>` gets what it says. Undefined for other flags.
 */
export function compileEnrollment(flag: FlagFrame): Step | undefined {
  if (flag.definition.filters.feature_enrollment !== true) return undefined
  const property = `$feature_enrollment/${flag.definition.key}`
  const why = reason('super_condition_value', 0)
  const [on, off] = [flag.answers.on(why), flag.answers.off(why)]
  return (subject) => {
    const value = ownProperty(subject.properties, property)
    if (value === undefined) return undefined
    return value === true || value === 'true' ? on : off
  }
}

/** The form that definitions had for the same before: a condition set that decides for all who have its properties. */
export function compileSuperCondition(flag: FlagFrame): Step | undefined {
  const superCondition = superConditionOf(flag)
  const filters = superCondition?.properties
  if (!superCondition || !filters || filters.length === 0) return undefined
  const { matches, admits } = compileCondition(superCondition, 0, flag)
  const why = reason('super_condition_value', 0)
  const [on, off] = [flag.answers.on(why), flag.answers.off(why)]
  return (subject, lookup) => {
    if (!filters.some((filter) => ownProperty(subject.properties, filter.key) !== undefined)) return undefined
    const identifier = flag.identifyPerson(subject, lookup) ?? ''
    return matches(subject, lookup) && admits(identifier) ? on : off
  }
}

function superConditionOf(flag: FlagFrame): ConditionSet | undefined {
  // Only old definitions carry this field, which is why the type of filters does not have it.
  const { super_groups: list } = flag.definition.filters as { readonly super_groups?: unknown }
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  // Damage inside is found like that inside any condition set: by compiling it.
  return isJsonObject(first) ? (first as unknown as ConditionSet) : undefined
}
