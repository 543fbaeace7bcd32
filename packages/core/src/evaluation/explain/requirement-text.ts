import type { JsonValue } from '../../foundation/json/json-value.ts'
import { firstOf } from '../../foundation/lists/first-of.ts'
import type { EvaluatedOperator } from '../definition/operator.ts'

/** Returns the requirement of a filter on a property, phrased to follow "has to". */
export function requirementText(operator: EvaluatedOperator, value: JsonValue): string {
  return REQUIREMENTS[operator](value)
}

const REQUIREMENTS = {
  exact: (value) => `be ${oneOf(value)}`,
  is_not: (value) => `be other than ${oneOf(value)}`,
  icontains: (value) => `contain ${oneOf(value)}`,
  not_icontains: (value) => `not contain ${oneOf(value)}`,
  icontains_multi: (value) => `contain ${oneOf(value)}`,
  not_icontains_multi: (value) => `contain none of ${listed(value)}`,
  starts_with: (value) => `start with ${oneOf(value)}`,
  not_starts_with: (value) => `not start with ${oneOf(value)}`,
  ends_with: (value) => `end with ${oneOf(value)}`,
  not_ends_with: (value) => `not end with ${oneOf(value)}`,
  regex: (value) => `match the pattern ${pattern(value)}`,
  not_regex: (value) => `not match the pattern ${pattern(value)}`,
  gt: (value) => `be greater than ${listed(value)}`,
  gte: (value) => `be at least ${listed(value)}`,
  lt: (value) => `be less than ${listed(value)}`,
  lte: (value) => `be at most ${listed(value)}`,
  between: (value) => `be between ${listed(value)}`,
  not_between: (value) => `not be between ${listed(value)}`,
  is_set: () => 'be set',
  is_not_set: () => 'be missing',
  is_date_exact: (value) => `be the date ${listed(value)}`,
  is_date_before: (value) => `be a date before ${listed(value)}`,
  is_date_after: (value) => `be a date after ${listed(value)}`,
  semver_eq: (value) => `be version ${listed(value)}`,
  semver_neq: (value) => `be a version other than ${listed(value)}`,
  semver_gt: (value) => `be a version above ${listed(value)}`,
  semver_gte: (value) => `be version ${listed(value)} or above`,
  semver_lt: (value) => `be a version below ${listed(value)}`,
  semver_lte: (value) => `be version ${listed(value)} or below`,
  semver_tilde: (value) => `be a version within ~${listed(value)}`,
  semver_caret: (value) => `be a version within ^${listed(value)}`,
  semver_wildcard: (value) => `be a version like ${listed(value)}`,
  in: (value) => `be in ${listed(value)}`,
  not_in: (value) => `not be in ${listed(value)}`,
  flag_evaluates_to: (value) => `evaluate to ${listed(value)}`,
} as const satisfies Record<EvaluatedOperator, (value: JsonValue) => string>

function oneOf(value: JsonValue): string {
  return Array.isArray(value) && value.length > 1 ? `one of ${listed(value)}` : listed(value)
}

function listed(value: JsonValue): string {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : [value]
  return firstOf(values, ', ', (one) => JSON.stringify(one))
}

/** Unchanged: with doubled backslashes it would be another pattern. */
function pattern(value: JsonValue): string {
  return typeof value === 'string' ? `"${value}"` : listed(value)
}
