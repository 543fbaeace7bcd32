import type { Output } from '../../api/call.ts'

export type Flag = Output<'retrieveFlag'>
export type Filters = Flag['filters']
export type ConditionSet = Filters['groups'][number]
export type PropertyFilter = NonNullable<ConditionSet['properties']>[number]
export type Operator = NonNullable<PropertyFilter['operator']>
export type Variant = NonNullable<Filters['multivariate']>['variants'][number]

/** What a filter compares with, which decides how it is edited. */
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

/** What may be asked of a property, under what it is taken for. */
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

/** The only ones for the key of a group (IMPACT-6). */
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

/** What a property seems to hold, by a value of it. */
export function kindOfValue(value: unknown): PropertyKind {
  if (typeof value === 'number') return 'number'
  if (typeof value !== 'string') return 'text'
  return DATE.test(value) ? 'date' : VERSION.test(value) ? 'version' : 'text'
}

/** The values of a filter, one or several, as they are shown. */
export function valuesOf({ value }: PropertyFilter): readonly string[] {
  return [value ?? []].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
}
