import type { PropertyFilter } from '../../flags/filters/flag-filters.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { flagReference } from '../dependencies/flag-reference.ts'
import { compileFilter, propertyReader, typeOf } from '../filters/compile-filter.ts'
import { textOf } from '../values/text-of.ts'
import { attempt } from './attempt.ts'
import { explainCohort } from './explain-cohort.ts'
import { explainDependency } from './explain-dependency.ts'
import type { ExplainScope } from './explain-scope.ts'
import type { FilterExplanation } from './explanation.ts'

/** Where a filter stands: its place among its neighbours, and the group type that they are about. */
export interface FilterPlace {
  readonly index: number
  readonly groupTypeIndex: number | null
  readonly asked: boolean
}

/** Longer values take the room of several parts of an explanation. */
const PART_LENGTH = 1000

/** Explains one filter, by what the engine compiles it to. */
export function explainFilter(filter: PropertyFilter, place: FilterPlace, scope: ExplainScope): FilterExplanation {
  const { passed, problem } = askFilter(filter, place.groupTypeIndex, scope)
  const details = detailsOf(filter, place, scope)
  // Many filters may show the same long value.
  if (details.value !== undefined) scope.room.left -= Math.floor(textOf(details.value).length / PART_LENGTH)
  return {
    index: place.index,
    type: typeOf(filter),
    key: String(filter.key),
    operator: filter.operator ?? (details.cohort ? 'in' : 'exact'),
    wanted: filter.value ?? null,
    isMissing: details.value === undefined,
    seen: details.value ?? null,
    asked: place.asked,
    passed,
    problem,
    cohort: details.cohort,
    flag: details.flag,
  }
}

/** What the engine's own predicate answers. */
export function askFilter(
  filter: PropertyFilter,
  groupTypeIndex: number | null,
  { parts, subject, lookup }: Pick<ExplainScope, 'parts' | 'subject' | 'lookup'>,
): Pick<FilterExplanation, 'passed' | 'problem'> {
  const { value = null, problem } = attempt(() => compileFilter(filter, parts.rules, groupTypeIndex)(subject, lookup))
  return { passed: value, problem }
}

interface Details extends Pick<FilterExplanation, 'cohort' | 'flag'> {
  /** What the filter looked at; undefined when it is missing. */
  readonly value: JsonValue | undefined
}

function detailsOf(filter: PropertyFilter, { groupTypeIndex }: FilterPlace, scope: ExplainScope): Details {
  const type = typeOf(filter)
  if (type === 'cohort') {
    const cohort = explainCohort(String(filter.value), scope)
    return { value: cohort.isMember ?? undefined, cohort, flag: null }
  }
  if (type === 'flag') {
    const flag = explainDependency(flagReference(filter), scope)
    const { decision } = flag
    return {
      value: decision && !decision.failed ? (decision.variant ?? decision.enabled) : undefined,
      cohort: null,
      flag,
    }
  }
  const { value } = attempt(() => propertyReader(filter, type, groupTypeIndex)(scope.subject, scope.lookup))
  return { value, cohort: null, flag: null }
}
