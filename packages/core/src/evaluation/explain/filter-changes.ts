import type { ConditionSet, PropertyFilter } from '../definition/flag-filters.ts'
import { typeOf } from '../filters/compile-filter.ts'
import { type CandidateChange, MAX_STEPS, passingFilters } from './candidate-change.ts'
import { cohortChange } from './cohort-change.ts'
import { askFilter } from './explain-filter.ts'
import type { ChangeScope, ExplainScope } from './explain-scope.ts'
import type { ConditionExplanation, FilterExplanation } from './explanation.ts'
import { ownerOf, type PropertyDemand, propertyChange } from './property-change.ts'

/** Returns the changes after which all filters of a condition set pass; undefined if there are none. */
export function filterChanges(
  condition: ConditionSet,
  explained: ConditionExplanation,
  scope: ChangeScope,
): readonly CandidateChange[] | undefined {
  const filters = condition.properties ?? []
  const demands = propertyDemands(filters, explained, scope)
  const others = filters.flatMap((filter, index) => {
    const isOpen = isAboutOthers(filter) && explained.filters[index]?.passed !== true
    return isOpen ? [{ filter, index }] : []
  })
  if (!demands || demands.length + others.length > MAX_STEPS) return undefined
  const changes = [
    ...demands.map((demand) => demand && propertyChange(demand, scope)),
    ...others.map(({ filter, index }) => changeOfOthers(filter, explained, index, scope)),
  ]
  return changes.every((change) => change !== undefined) ? changes : undefined
}

/** Whether a filter tests a cohort or a flag, rather than a property. */
function isAboutOthers(filter: PropertyFilter): boolean {
  return typeOf(filter) === 'cohort' || typeOf(filter) === 'flag'
}

function changeOfOthers(
  filter: PropertyFilter,
  { index: conditionIndex, filters }: ConditionExplanation,
  index: number,
  scope: ExplainScope,
): CandidateChange | undefined {
  const explained = filters[index]
  if (!explained || explained.passed === null) return undefined
  return explained.cohort
    ? cohortChange(filter, explained.cohort, conditionIndex, scope)
    : flagChange(filter, explained, conditionIndex)
}

function flagChange(
  filter: PropertyFilter,
  { flag }: FilterExplanation,
  conditionIndex: number,
): CandidateChange | undefined {
  const { operator, value } = filter
  if (operator !== 'flag_evaluates_to' || (typeof value !== 'boolean' && typeof value !== 'string')) return undefined
  if (!flag?.key) return undefined
  return passingFilters({ kind: 'change_flag', conditionIndex, flag: flag.key, value }, [filter])
}

/**
 * Returns the properties that do not satisfy all filters on them; undefined represents one that no subject can have. It
 * omits long lists.
 */
function propertyDemands(
  filters: readonly PropertyFilter[],
  { index: conditionIndex, aggregation: { groupTypeIndex } }: ConditionExplanation,
  scope: ExplainScope,
): readonly (PropertyDemand | undefined)[] | undefined {
  const demands = new Map<string, (PropertyDemand & { filters: PropertyFilter[] }) | undefined>()
  const open = new Set<string>()
  for (const filter of filters) {
    if (isAboutOthers(filter)) continue
    const owner = ownerOf(filter, groupTypeIndex, scope)
    const property = String(filter.key)
    const name = JSON.stringify([owner, property])
    if (!demands.has(name)) {
      demands.set(name, owner && { conditionIndex, groupTypeIndex, owner, property, filters: [] })
    }
    demands.get(name)?.filters.push(filter)
    if (askFilter(filter, groupTypeIndex, scope).passed !== true) open.add(name)
    if (open.size > MAX_STEPS) return undefined
  }
  return Array.from(open, (name) => demands.get(name))
}
