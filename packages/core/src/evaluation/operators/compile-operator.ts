import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { EvaluatedOperator } from '../definition/operator.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { between, notBetween } from './between.ts'
import { COMPARISONS, compares } from './comparison.ts'
import { contains, containsAny, containsNone, endsWith, startsWith } from './containment.ts'
import { comparesDate, DATE_COMPARISONS } from './date.ts'
import { equals } from './equality.ts'
import type { MatchingRules } from './matching-rules.ts'
import { lacksPattern, matchesPattern } from './pattern-engine.ts'
import { IS_NOT_SET, IS_SET } from './presence.ts'
import { NEVER, not, type ValueTest } from './value-test.ts'
import { comparesVersion, VERSION_COMPARISONS } from './version.ts'
import { isWithinCaret, isWithinTilde, matchesWildcard } from './version-range.ts'

/** Compiles the test of an operator for the filter's value. */
type CompileTest = (value: JsonValue, rules: MatchingRules) => ValueTest

type ValueOperator = Exclude<EvaluatedOperator, 'is_set' | 'is_not_set'>

const TESTS = {
  exact: (value, rules) => equals(value, rules.propertyMatchingVersion),
  is_not: (value, rules) => not(equals(value, rules.propertyMatchingVersion)),
  icontains: contains,
  not_icontains: (value) => not(contains(value)),
  icontains_multi: containsAny,
  not_icontains_multi: containsNone,
  starts_with: startsWith,
  not_starts_with: (value) => not(startsWith(value)),
  ends_with: endsWith,
  not_ends_with: (value) => not(endsWith(value)),
  regex: (value, rules) => matchesPattern(value, rules.patterns),
  not_regex: (value, rules) => lacksPattern(value, rules.patterns),
  ...testsOf(COMPARISONS, compares),
  between,
  not_between: notBetween,
  ...testsOf(DATE_COMPARISONS, comparesDate),
  ...testsOf(VERSION_COMPARISONS, comparesVersion),
  semver_tilde: isWithinTilde,
  semver_caret: isWithinCaret,
  semver_wildcard: matchesWildcard,
  // These test cohorts and flags; for a property they are never true.
  in: () => NEVER,
  not_in: () => NEVER,
  flag_evaluates_to: () => NEVER,
} satisfies Record<ValueOperator, CompileTest>

/**
 * Compiles the test of an operator for the filter's value (EVAL-26 to EVAL-33). A null or missing filter value never
 * matches.
 * @throws UnevaluableError for an unknown operator, and for patterns without an engine
 */
export function compileOperator(
  operator: EvaluatedOperator,
  value: JsonValue | undefined,
  rules: MatchingRules,
): ValueTest {
  if (operator === 'is_set') return IS_SET
  if (operator === 'is_not_set') return IS_NOT_SET
  // Stored definitions are JSON that may not have been validated, so an operator outside the union can occur.
  if (!Object.hasOwn(TESTS, operator)) {
    throw new UnevaluableError(`the operator ${JSON.stringify(operator)} is unknown`)
  }
  return value === undefined || value === null ? NEVER : TESTS[operator](value, rules)
}

/** Compiles operators that differ only in the comparison of two values. */
function testsOf<Name extends string, Comparison>(
  comparisons: Readonly<Record<Name, Comparison>>,
  test: (value: JsonValue, comparison: Comparison, rules: MatchingRules) => ValueTest,
): Readonly<Record<Name, CompileTest>> {
  const tests = Object.entries<Comparison>(comparisons).map(([name, comparison]): [string, CompileTest] => [
    name,
    (value, rules) => test(value, comparison, rules),
  ])
  return Object.fromEntries(tests) as Record<Name, CompileTest> // the same names
}
