import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { compileCohort, filterOf } from '../cohorts/compile-cohort.ts'
import { isGroup, partsOf } from '../definition/cohort-criteria.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { type FlagReference, flagReference } from '../definition/flag-reference.ts'
import { compileFilter, propertyReader, typeOf } from '../filters/compile-filter.ts'
import { MAX_VALUE_LENGTH } from '../values/value-forms.ts'
import { explainFlag } from './explain-flag.ts'
import { attempt, type ExplainScope, MAX_DEPTH, subScope, takeRoom } from './explain-scope.ts'
import type {
  CohortExplanation,
  CohortPartExplanation,
  DependencyExplanation,
  FilterExplanation,
} from './explanation.ts'

/** The position of a filter among its neighbours, and the group type that they apply to. */
export interface FilterPlace {
  readonly index: number
  readonly groupTypeIndex: number | null
  readonly asked: boolean
}

/** The length above which a value counts as several parts of an explanation. */
const PART_LENGTH = 1000

const TOO_LONG = `The value has more than ${MAX_VALUE_LENGTH} characters, so it is neither compared nor shown.`

/** Explains one filter by its compiled form. */
export function explainFilter(filter: PropertyFilter, place: FilterPlace, scope: ExplainScope): FilterExplanation {
  const { passed, problem } = askFilter(filter, place.groupTypeIndex, scope)
  const details = detailsOf(filter, place, scope)
  // Many filters may show the same long value.
  const isTooLong = details.value !== undefined && isHidden(details.value, scope)
  return {
    index: place.index,
    type: typeOf(filter),
    key: String(filter.key),
    operator: filter.operator ?? (details.cohort ? 'in' : 'exact'),
    wanted: filter.value ?? null,
    isMissing: details.value === undefined,
    seen: isTooLong ? null : (details.value ?? null),
    asked: place.asked,
    passed,
    problem: problem ?? (isTooLong ? TOO_LONG : null),
    cohort: details.cohort,
    flag: details.flag,
  }
}

/** Reserves the capacity to show a value; true if it is too long to show. */
function isHidden(value: JsonValue, { lookup, room }: ExplainScope): boolean {
  const { forms } = lookup
  if (forms.isTooLong(value)) return true
  room.left -= Math.floor(forms.text(value).length / PART_LENGTH)
  return false
}

/** Returns the result of the engine's own predicate. */
export function askFilter(
  filter: PropertyFilter,
  groupTypeIndex: number | null,
  { parts, subject, lookup }: Pick<ExplainScope, 'parts' | 'subject' | 'lookup'>,
): Pick<FilterExplanation, 'passed' | 'problem'> {
  const { value = null, problem } = attempt(() => compileFilter(filter, parts.rules, groupTypeIndex)(subject, lookup))
  return { passed: value, problem }
}

interface Details extends Pick<FilterExplanation, 'cohort' | 'flag'> {
  /** The value that the filter tested; undefined if it is missing. */
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

/** Explains the flag that a filter references. */
function explainDependency(reference: FlagReference, scope: ExplainScope): DependencyExplanation {
  const definition = scope.find(reference)?.definition
  const decision = scope.lookup.settled(reference) ?? null
  if (!definition) return { key: null, decision: null, explanation: null }
  const inner = decision && subScope(scope, `flag ${definition.key}`)
  const explanation = inner ? explainFlag(definition, decision, inner) : null
  return { key: definition.key, decision, explanation }
}

/** Explains whether the user is in a cohort. */
function explainCohort(id: string, scope: ExplainScope): CohortExplanation {
  const { value: isMember = null, problem } = attempt(() => scope.lookup.isInCohort(id, scope.subject))
  const definition = ownProperty(scope.parts.settings.cohorts, id)
  const inner = definition === undefined ? undefined : subScope(scope, `cohort ${id}`)
  const criteria = definition !== undefined && inner ? explainPart(definition, 0, inner) : null
  return { id, isMember, problem, criteria }
}

/** Explains a part of a cohort's definition by its compiled form. */
function explainPart(part: JsonValue, index: number, scope: ExplainScope): CohortPartExplanation | null {
  if (!isJsonObject(part) || scope.depth > MAX_DEPTH || !takeRoom(scope)) return null
  const { value: passed = null, problem } = attempt(() =>
    compileCohort(part, scope.parts.rules)(scope.subject, scope.lookup),
  )
  if (isGroup(part)) {
    const deeper = { ...scope, depth: scope.depth + 1 }
    const parts = partsOf(part).flatMap((inner, place) => explainPart(inner, place, deeper) ?? [])
    return { kind: 'group', type: String(part.type ?? ''), passed, problem, parts }
  }
  // It is not a group, so the engine treats it as a filter as well.
  const filter = filterOf(part)
  const explained = explainFilter(filter, { index, groupTypeIndex: null, asked: true }, scope)
  return { kind: 'filter', isNegated: filter.negation === true, passed, filter: explained }
}
