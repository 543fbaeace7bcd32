import { conditionSetsOf, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { Operator } from '../../evaluation/definition/operator.ts'
import type { PatternProblem } from '../../evaluation/operators/pattern-engine.ts'
import { MAX_PATTERN_LENGTH, MAX_PROGRAM_SIZE, re2Patterns } from '../../evaluation/operators/re2-patterns.ts'
import { parseInstant } from '../../evaluation/values/instant-of.ts'
import { parseRelativeInstant } from '../../evaluation/values/relative-instant.ts'
import { parseVersion } from '../../evaluation/values/semantic-version.ts'
import { UTC } from '../../evaluation/values/time-zone.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { filterViolation } from './filter-violation.ts'
import { patternsOf } from './pattern-rules.ts'

interface Place {
  /** The group type index of the condition set; null for persons. */
  readonly aggregation: number | null
  /** The path, such as `groups[0].properties[1]`. */
  readonly path: string
  readonly knownPatterns: ReadonlySet<string>
}

/** Returns the violations by one property filter, depending on its place. */
export function propertyViolations(property: PropertyFilter, place: Place): Violation[] {
  return [
    ...aggregationViolations(property, place.aggregation, place.path),
    ...operatorPlaceViolations(property, place.path),
    ...valueViolations(property, place),
  ]
}

/** Returns all patterns in filters. */
export function storedPatterns(filters: FlagFilters): ReadonlySet<string> {
  return patternsIn(conditionSetsOf(filters).flatMap(propertiesOf))
}

/** Returns all patterns in these property filters. */
export function patternsIn(properties: readonly PropertyFilter[]): ReadonlySet<string> {
  return new Set(patternsOf(properties))
}

function aggregationViolations(property: PropertyFilter, aggregation: number | null, path: string): Violation[] {
  if (aggregation === null) {
    if (property.type !== 'group') return []
    const text = 'Person-aggregated conditions can only use person, cohort, and flag properties.'
    return [filterViolation('person_aggregation_property_type', path, text)]
  }
  if (property.type !== 'group') {
    const text = 'Group-aggregated conditions can only use group properties.'
    return [filterViolation('group_aggregation_property_type', path, text)]
  }
  if (property.group_type_index === aggregation) return []
  const text = "Group properties must match the condition set's group type."
  return [filterViolation('group_property_type_index_mismatch', path, text)]
}

function operatorPlaceViolations({ type, operator }: PropertyFilter, path: string): Violation[] {
  if ((operator === 'in' || operator === 'not_in') && type !== 'cohort') {
    return [filterViolation('in_not_in_requires_cohort', `${path}.operator`, onlyForCohorts(operator))]
  }
  if (type === 'flag' && operator !== 'flag_evaluates_to') {
    const text = "Flag properties must use the 'flag_evaluates_to' operator."
    return [filterViolation('flag_property_requires_flag_evaluates_to', `${path}.operator`, text)]
  }
  return []
}

/** Returns the message for an operator that applies only to cohorts. */
export function onlyForCohorts(operator: Operator): string {
  return `Operator ${operator} is only supported on cohort properties.`
}

/** Checks the value of a filter: each operator accepts one kind of value. */
export function valueViolations(
  property: PropertyFilter,
  { path, knownPatterns }: Pick<Place, 'path' | 'knownPatterns'>,
): Violation[] {
  const { operator, value } = property
  if (!operator) return []
  const at = `${path}.value`
  switch (VALUE_KINDS[operator]) {
    case 'text':
      return typeof value === 'string' ? [] : [stringRequired(operator, at)]
    case 'pattern':
      if (typeof value !== 'string') return [stringRequired(operator, at)]
      return knownPatterns.has(value) ? [] : patternViolations(value, at)
    case 'list':
      if (Array.isArray(value)) return []
      return [filterViolation('operator_requires_list_value', at, `Operator ${operator} requires a list of values.`)]
    case 'date':
      if (isDate(value)) return []
      return [filterViolation('date_value_not_parseable', at, `Invalid date value: ${clip(value)}.`)]
    case 'version':
      return typeof value === 'string' && parseVersion(value) ? [] : [versionRequired(operator, value, at)]
    case 'version range':
      return typeof value === 'string' && isVersionRange(value) ? [] : [versionRequired(operator, value, at)]
    case 'any':
      return []
  }
}

const VALUE_KINDS = {
  exact: 'any',
  is_not: 'any',
  icontains: 'text',
  not_icontains: 'text',
  icontains_multi: 'list',
  not_icontains_multi: 'list',
  regex: 'pattern',
  not_regex: 'pattern',
  gt: 'text',
  gte: 'text',
  lt: 'text',
  lte: 'text',
  is_set: 'any',
  is_not_set: 'any',
  is_date_exact: 'date',
  is_date_before: 'date',
  is_date_after: 'date',
  semver_eq: 'version',
  semver_neq: 'version',
  semver_gt: 'version',
  semver_gte: 'version',
  semver_lt: 'version',
  semver_lte: 'version',
  semver_tilde: 'version',
  semver_caret: 'version',
  semver_wildcard: 'version range',
  in: 'any',
  not_in: 'any',
  flag_evaluates_to: 'any',
} as const satisfies Record<Operator, string>

/** Whether this operator compares with a single text. */
export function comparesWithText(operator: Operator): boolean {
  return VALUE_KINDS[operator] === 'text' || VALUE_KINDS[operator] === 'pattern'
}

/** `*`, `1.*`, `1.2.*` or `1.*.*`. Text without an asterisk can be any version. */
const VERSION_RANGE = /^(\*|v?\d+(\.\d+)?(\.\*){1,2})$/

function isVersionRange(text: string): boolean {
  return VERSION_RANGE.test(text.trim()) || parseVersion(text) !== undefined
}

function versionRequired(operator: Operator, value: JsonValue | undefined, at: string): Violation {
  return filterViolation('semver_value_invalid', at, `Invalid semver value for operator ${operator}: ${clip(value)}.`)
}

function isDate(value: JsonValue | undefined): boolean {
  if (typeof value !== 'string') return false
  return parseRelativeInstant(value) !== undefined || parseInstant(value, UTC) !== undefined
}

function stringRequired(operator: Operator, at: string): Violation {
  return filterViolation('operator_requires_string_value', at, `Operator ${operator} requires a string value.`)
}

function patternViolations(pattern: string, at: string): Violation[] {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    const text = `regex pattern is longer than ${MAX_PATTERN_LENGTH} characters`
    return [filterViolation('invalid_input', at, text)]
  }
  const compiled = re2Patterns.compile(pattern)
  if (typeof compiled !== 'string') return []
  return [filterViolation('invalid_input', at, PATTERN_PROBLEMS[compiled](pattern))]
}

const PATTERN_PROBLEMS = {
  invalid: (pattern) => {
    // A pattern that is valid in JavaScript but not in RE2 contains look-around or a back-reference (FLAG-49).
    const hint = isJavaScriptPattern(pattern) ? ': look-around and back-references are not supported' : ''
    return `invalid regex pattern${hint}`
  },
  'too large': () =>
    `regex pattern is too large: it may compile to ${MAX_PROGRAM_SIZE} steps at most, so repeat fewer times, ` +
    'or compare with a list of values instead',
} as const satisfies Record<PatternProblem, (pattern: string) => string>

function isJavaScriptPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}
