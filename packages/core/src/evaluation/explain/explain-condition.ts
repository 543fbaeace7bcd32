import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { ConditionSet } from '../definition/flag-filters.ts'
import {
  type Condition,
  compileCondition,
  groupTypeIndexOf,
  identificationOf,
  inAskingOrder,
  rolloutPercentage,
} from '../flags/compile-condition.ts'
import { missOf } from '../flags/conditions.ts'
import { compileEnrollment, compileSuperCondition, enrollmentProperty, superConditionOf } from '../flags/enrollment.ts'
import type { FlagFrame } from '../flags/flag-frame.ts'
import { compileHoldout, holdoutOf } from '../flags/holdout.ts'
import { choose } from '../flags/variants.ts'
import { askFilter, explainFilter } from './explain-filter.ts'
import { attempt, type ExplainScope, takeRoom } from './explain-scope.ts'
import {
  type AggregationExplanation,
  bucketOf,
  type ConditionExplanation,
  type EnrollmentExplanation,
  type FilterExplanation,
  type HoldoutExplanation,
  positionOf,
  type VariantExplanation,
} from './explanation.ts'

/** Explains the condition set at `index`; `reached` is whether the decision evaluated it. */
export function explainCondition(
  condition: ConditionSet,
  index: number,
  reached: boolean,
  frame: FlagFrame,
  scope: ExplainScope,
): ConditionExplanation {
  const { subject, lookup } = scope
  const compiled = attempt(() => compileCondition(condition, index, frame))
  const identification = identificationOf(condition, frame)
  const identifier = attempt(() => identification.identify(subject, lookup))
  const miss = attempt(() => compiled.value && missOf(compiled.value, identifier.value, subject, lookup))
  const problem = compiled.problem ?? identifier.problem ?? miss.problem
  const outcome = problem === null ? (miss.value ?? 'match') : 'failed'
  const asksFilters =
    reached && outcome !== 'no_group_type' && !(identifier.value === '' && compiled.value?.needsIdentifier)
  return {
    index,
    description: typeof condition.description === 'string' ? condition.description : null,
    reached,
    matched: reached && outcome === 'match',
    outcome,
    aggregation: explainAggregation(groupTypeIndexOf(condition, frame), scope),
    identifier: { source: identification.source, value: identifier.value ?? null },
    filters: explainFilters(condition, asksFilters, groupTypeIndexOf(condition, frame), scope),
    rollout: explainRollout(condition, index, identifier.value ?? '', frame),
    variant: compiled.value ? explainVariant(condition, compiled.value, identifier.value ?? '', frame) : null,
    problem,
  }
}

function explainAggregation(groupTypeIndex: number | null, { lookup }: ExplainScope): AggregationExplanation {
  const groupType = groupTypeIndex === null ? null : (lookup.groupType(groupTypeIndex) ?? null)
  return { groupTypeIndex, groupType }
}

/**
 * Explains the filters in stored order, each with whether the engine, which evaluates cohorts last, would have reached
 * it.
 */
function explainFilters(
  condition: ConditionSet,
  asks: boolean,
  groupTypeIndex: number | null,
  scope: ExplainScope,
): readonly FilterExplanation[] {
  const stored = condition.properties ?? []
  const asked = new Set()
  for (const filter of asks ? inAskingOrder(condition) : []) {
    asked.add(filter)
    if (askFilter(filter, groupTypeIndex, scope).passed !== true) break
  }
  return stored.flatMap((filter, index) =>
    takeRoom(scope) ? [explainFilter(filter, { index, groupTypeIndex, asked: asked.has(filter) }, scope)] : [],
  )
}

function explainRollout(condition: ConditionSet, index: number, identifier: string, frame: FlagFrame) {
  const { value: percentage } = attempt(() => rolloutPercentage(condition, index))
  return percentage === undefined ? null : bucketOf(identifier, percentage, frame.rollout)
}

/** The maximum number of variants for which all ranges are shown; above it, only the range of the chosen one is. */
const MAX_RANGES = 20

/** Explains which variant a condition set returns; null for a flag without variants. */
function explainVariant(
  condition: ConditionSet,
  { choice }: Condition,
  identifier: string,
  { variants, variantKeys }: FlagFrame,
): VariantExplanation | null {
  const { keys, limits, distribution } = variants
  if (keys.length === 0) return null
  const { variant: chosen } = choose(choice, identifier)
  const rangeOf = (key: string, index: number) => ({ key, from: limits[index - 1] ?? 0, to: limits[index] ?? 0 })
  const ranges = keys.length > MAX_RANGES ? [] : keys.map(rangeOf)
  if (keys.length > MAX_RANGES && chosen !== null) ranges.push(rangeOf(chosen, keys.indexOf(chosen)))
  return {
    chosen,
    isPinned: Boolean(condition.variant) && variantKeys.has(condition.variant ?? ''),
    position: positionOf(identifier, distribution),
    ranges,
  }
}

/**
 * Explains early access. If there are both forms, it explains the one that decides for this subject. Null if there is
 * none.
 */
export function explainEnrollment(
  frame: FlagFrame,
  reached: boolean,
  scope: ExplainScope,
): EnrollmentExplanation | null {
  const property = enrollmentProperty(frame.definition)
  const choice = property === undefined ? undefined : explainChoice(property, frame, scope)
  if (choice && (choice.answer !== null || choice.problem !== null)) return choice
  return explainSuperCondition(frame, reached, scope) ?? choice ?? null
}

function explainChoice(property: string, frame: FlagFrame, { subject, lookup }: ExplainScope): EnrollmentExplanation {
  const decision = attempt(() => compileEnrollment(frame)?.(subject, lookup))
  return { answer: decision.value?.enabled ?? null, property, condition: null, problem: decision.problem }
}

function explainSuperCondition(frame: FlagFrame, reached: boolean, scope: ExplainScope): EnrollmentExplanation | null {
  const superCondition = superConditionOf(frame.definition)
  if (!superCondition) return null
  const decision = attempt(() => compileSuperCondition(frame)?.(scope.subject, scope.lookup))
  const answer = decision.value?.enabled ?? null
  const condition = explainCondition(superCondition, 0, reached && answer !== null, frame, scope)
  return { answer, property: null, condition: { ...condition, matched: answer === true }, problem: decision.problem }
}

/** Explains whether the subject is held out of the flag; null if the flag has no holdout. */
export function explainHoldout(frame: FlagFrame, { subject, lookup }: ExplainScope): HoldoutExplanation | null {
  const holdout = holdoutOf(frame)
  if (!holdout) return null
  const { id, percentage, identification, distribution } = holdout
  const identifier = identification.identify(subject, lookup)
  return {
    // It was parsed from JSON.
    id: id as JsonValue,
    isHeldOut: compileHoldout(frame)?.(subject, lookup) !== undefined,
    identifier: { source: identification.source, value: identifier ?? null },
    bucket: bucketOf(identifier ?? '', percentage, distribution),
  }
}
