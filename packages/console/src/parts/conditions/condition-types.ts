import type { Output } from '../../api/call.ts'

export type Flag = Output<'retrieveFlag'>
export type Filters = Flag['filters']
export type ConditionSet = Filters['groups'][number]
export type PropertyFilter = NonNullable<ConditionSet['properties']>[number]
export type Operator = NonNullable<PropertyFilter['operator']>
export type Variant = NonNullable<Filters['multivariate']>['variants'][number]

/** The kind of a filter's value. It determines the editor. */
export type ValueKind = 'none' | 'list' | 'text' | 'number' | 'date' | 'version' | 'pattern' | 'reference'

export const VALUE_KINDS = {
  exact: 'list',
  is_not: 'list',
  icontains: 'text',
  not_icontains: 'text',
  icontains_multi: 'list',
  not_icontains_multi: 'list',
  regex: 'pattern',
  not_regex: 'pattern',
  gt: 'number',
  gte: 'number',
  lt: 'number',
  lte: 'number',
  is_set: 'none',
  is_not_set: 'none',
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
  semver_wildcard: 'version',
  in: 'reference',
  not_in: 'reference',
  flag_evaluates_to: 'reference',
} as const satisfies Record<Operator, ValueKind>

export type PropertyKind = 'text' | 'number' | 'date' | 'version'

/** Returns what a condition set rolls out by: groups of this type, or users (null). */
export function groupTypeOf(set: ConditionSet, filters: Partial<Filters>): number | null {
  return set.aggregation_group_type_index !== undefined
    ? set.aggregation_group_type_index
    : (filters.aggregation_group_type_index ?? null)
}

/** The operators for each kind of property. */
export const OPERATORS_BY_KIND = {
  text: [
    'exact',
    'is_not',
    'icontains',
    'not_icontains',
    'icontains_multi',
    'not_icontains_multi',
    'regex',
    'not_regex',
    'is_set',
    'is_not_set',
  ],
  number: ['gt', 'gte', 'lt', 'lte'],
  date: ['is_date_before', 'is_date_after', 'is_date_exact'],
  version: [
    'semver_gte',
    'semver_gt',
    'semver_lte',
    'semver_lt',
    'semver_eq',
    'semver_neq',
    'semver_tilde',
    'semver_caret',
    'semver_wildcard',
  ],
} as const satisfies Record<PropertyKind, readonly Operator[]>

/** The only operators that the key of a group supports (IMPACT-6). */
export const GROUP_KEY_OPERATORS: readonly Operator[] = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
]

const VERSION = /^v?\d+\.\d+\.\d+/
const DATE = /^\d{4}-\d{2}-\d{2}/

/** Returns the kind of a property, derived from one of its values. */
export function kindOfValue(value: unknown): PropertyKind {
  if (typeof value === 'number') return 'number'
  if (typeof value !== 'string') return 'text'
  return DATE.test(value) ? 'date' : VERSION.test(value) ? 'version' : 'text'
}

/** Returns the texts of a filter's values. */
export function valuesOf({ value }: PropertyFilter): readonly string[] {
  return [value ?? []].flat().map(textOf)
}

/** Returns the distinct texts of values. */
export function valueTexts(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== null && value !== undefined).map(textOf))]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
