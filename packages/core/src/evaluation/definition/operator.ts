/** Every operator that can be written (docs/reference/filters.md). */
export const OPERATORS = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'icontains_multi',
  'not_icontains_multi',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_set',
  'is_not_set',
  'is_date_exact',
  'is_date_before',
  'is_date_after',
  'semver_eq',
  'semver_neq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'semver_tilde',
  'semver_caret',
  'semver_wildcard',
  'in',
  'not_in',
  'flag_evaluates_to',
] as const

export type Operator = (typeof OPERATORS)[number]

/** Aliases of operators: they are accepted on write and stored under the name on the right. */
const OPERATOR_ALIASES: Readonly<Record<string, Operator>> = { min: 'gte', max: 'lte' }

/** Returns the name under which an operator is stored; any other text is unchanged. */
export function canonicalOperator<Name extends string>(name: Name): Name | Operator {
  return (Object.hasOwn(OPERATOR_ALIASES, name) ? OPERATOR_ALIASES[name] : undefined) ?? name
}

/** Operators that stored definitions may contain although they can no longer be written. */
export const EVALUATED_ONLY_OPERATORS = [
  'between',
  'not_between',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
] as const

/** Every operator that evaluation supports, including those that can no longer be written. */
export type EvaluatedOperator = Operator | (typeof EVALUATED_ONLY_OPERATORS)[number]
