/** Operators of filters as they are read between a property and its value. */
const OPERATORS: Readonly<Record<string, string>> = {
  exact: 'is',
  is_not: 'is not',
  icontains: 'contains',
  not_icontains: 'does not contain',
  icontains_multi: 'contains one of',
  not_icontains_multi: 'contains none of',
  regex: 'matches',
  not_regex: 'does not match',
  gt: 'is greater than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_set: 'is set',
  is_not_set: 'is not set',
  is_date_exact: 'is on',
  is_date_before: 'is before',
  is_date_after: 'is after',
  semver_eq: 'is version',
  semver_neq: 'is not version',
  semver_gt: 'is later than version',
  semver_gte: 'is at least version',
  semver_lt: 'is earlier than version',
  semver_lte: 'is at most version',
  semver_tilde: 'is a patch of version',
  semver_caret: 'is compatible with version',
  semver_wildcard: 'is a version like',
  in: 'is in',
  not_in: 'is not in',
  flag_evaluates_to: 'is',
  between: 'is between',
  not_between: 'is not between',
  starts_with: 'starts with',
  not_starts_with: 'does not start with',
  ends_with: 'ends with',
  not_ends_with: 'does not end with',
}

/** "is one of" where there are several values to be. */
const OF_SEVERAL: Readonly<Record<string, string>> = { exact: 'is one of', is_not: 'is none of' }

const WITHOUT_VALUE = new Set(['is_set', 'is_not_set'])

export function operatorText(operator: string, wanted: unknown): string {
  const several = Array.isArray(wanted) && wanted.length !== 1 ? OF_SEVERAL[operator] : undefined
  return several ?? OPERATORS[operator] ?? operator
}

/** The values of a filter; none where its operator looks at no value. */
export function wantedTexts(operator: string, wanted: unknown): readonly string[] {
  if (WITHOUT_VALUE.has(operator)) return []
  return (Array.isArray(wanted) ? wanted : [wanted]).map(valueText)
}

/** A value as a person reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (value === true) return 'on'
  if (value === false) return 'off'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
