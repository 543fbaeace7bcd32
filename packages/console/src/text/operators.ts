import { ownValue } from '../parts/own-value.ts'
import { operatorNames } from './conditions.ts'

/** The words for operators between a property and its value: those of the editor's list, with some exceptions. */
const OPERATORS: Readonly<Record<string, string>> = {
  ...operatorNames,
  exact: 'is',
  is_not: 'is not',
  between: 'is between',
  not_between: 'is not between',
  starts_with: 'starts with',
  not_starts_with: 'does not start with',
  ends_with: 'ends with',
  not_ends_with: 'does not end with',
}

/** The words for operators with several values. */
const OF_SEVERAL: Readonly<Record<string, string>> = { exact: operatorNames.exact, is_not: operatorNames.is_not }

const WITHOUT_VALUE = new Set(['is_set', 'is_not_set'])

/** Returns the words for an operator; the operator itself if it is unknown. */
export function operatorText(operator: string, wanted: unknown): string {
  const several = Array.isArray(wanted) && wanted.length !== 1 ? ownValue(OF_SEVERAL, operator) : undefined
  return several ?? ownValue(OPERATORS, operator) ?? operator
}

/** Returns the texts of a filter's values; none for an operator without a value. */
export function wantedTexts(operator: string, wanted: unknown): readonly string[] {
  if (WITHOUT_VALUE.has(operator)) return []
  return (Array.isArray(wanted) ? wanted : [wanted]).map(valueText)
}

/** Returns a value as text for users. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (value === true) return 'on'
  if (value === false) return 'off'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
