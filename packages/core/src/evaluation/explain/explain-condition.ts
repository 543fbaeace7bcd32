import type { ConditionSet } from '../definition/flag-filters.ts'
import {
  compileCondition,
  groupTypeIndexOf,
  identificationOf,
  inAskingOrder,
  rolloutPercentage,
} from '../flags/compile-condition.ts'
import { missOf } from '../flags/conditions.ts'
import type { FlagFrame } from '../flags/flag-frame.ts'
import { attempt } from './attempt.ts'
import { bucketOf } from './bucket-of.ts'
import { askFilter, explainFilter } from './explain-filter.ts'
import { type ExplainScope, takeRoom } from './explain-scope.ts'
import { explainVariant } from './explain-variant.ts'
import type { AggregationExplanation, ConditionExplanation, FilterExplanation } from './explanation.ts'

/** Explains the condition set at `index`; `reached` says whether the decision got to it. */
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

/** In stored order, each marked whether the engine, which asks cohorts last, would have come to it. */
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
