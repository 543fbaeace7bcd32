import type { Output } from '../api/call.ts'
import {
  type ConditionSet,
  groupTypeOf,
  OPERATORS_BY_KIND,
  type PropertyFilter,
  valuesOf,
} from '../parts/conditions/condition-types.ts'
import { percent } from '../parts/number.ts'
import { ownValue } from '../parts/own-value.ts'
import { operatorNames } from './conditions.ts'
import { isolate } from './isolate.ts'
import { plural } from './plural.ts'

type Flag = Output<'retrieveFlag'>

/**
 * Returns who gets a flag, in a few words for lists: "Nobody", "Everyone", "25% of users", "3 condition sets". For a
 * disabled flag, it returns who would get it: "25% of users, when on" (CONSOLE-253).
 */
export function whoGetsIt({ active, filters }: Pick<Flag, 'active' | 'filters'>): string {
  const reached = (filters.groups ?? []).filter((set) => (set.rollout_percentage ?? 100) > 0)
  const [only] = reached
  if (only === undefined) return 'Nobody'
  const isTargeted = reached.length > 1 || (only.properties ?? []).length > 0
  const who = isTargeted ? conditionSets(reached.length) : reachOf(only, filters)
  return active ? who : `${who}, when on`
}

const conditionSets = (count: number): string => (count === 1 ? '1 condition set' : `${count} condition sets`)

function reachOf(set: ConditionSet, filters: Flag['filters']): string {
  const rollout = set.rollout_percentage ?? 100
  const isOfGroups = groupTypeOf(set, filters) !== null
  if (rollout === 100) return isOfGroups ? 'Every group' : 'Everyone'
  return `${percent(rollout)} of ${isOfGroups ? 'groups' : 'users'}`
}

/** Names that the definition of a flag does not contain. */
export interface SentenceNames {
  /** The names of group types by index. */
  readonly groupTypes?: Readonly<Record<number, string>>
  readonly cohorts?: Readonly<Record<string, string>>
  /** The keys of flags by id. */
  readonly flags?: Readonly<Record<string, string>>
}

/**
 * Returns the audience of a flag in one or two sentences.
 * @example 'Everyone in the cohort "beta testers", and 5% of all other users.'
 */
export function whoGetsItSentence(
  flag: Pick<Flag, 'active' | 'filters'> & Partial<Pick<Flag, 'deleted' | 'archived'>>,
  names: SentenceNames = {},
): string {
  if (flag.deleted) return 'Deleted.'
  if (!flag.active) return 'Off.'
  const { groups = [], holdout, feature_enrollment } = flag.filters
  const reached = groups.filter((set) => (set.rollout_percentage ?? 100) > 0)
  if (reached.length === 0 && !feature_enrollment) return nobody(groups.length)
  const parts = audiences(reached, names, flag.filters)
  const all = feature_enrollment ? ['users who opted in', ...parts] : parts
  return `${capital(joined(shortened(all)))}${split(flag.filters, reached, all.length > 1)}${heldOut(holdout)}.`
}

/** Returns one condition set, without a full stop: "50% of users whose email contains @acme.com get variant test". */
export function conditionSentence(
  set: ConditionSet,
  names: SentenceNames = {},
  filters: Partial<Flag['filters']> = {},
): string {
  const audience = audienceOf(set, names, filters)
  const verb = /^(everyone|every|nobody)\b/.test(audience) ? 'gets' : 'get'
  return capital(set.variant ? `${audience} ${verb} variant ${isolate(set.variant)}` : audience)
}

/**
 * Returns the additional audience of each set. A set without filters applies to all users that no earlier set matched.
 */
function audiences(
  sets: readonly ConditionSet[],
  names: SentenceNames,
  filters: Partial<Flag['filters']>,
): readonly string[] {
  return sets.map((set, index) => {
    const isRest = index > 0 && sets.slice(0, index).every((other) => sameSubject(other, set, filters))
    const audience = audienceOf(set, names, filters, isRest)
    return set.variant ? `${audience} (variant ${isolate(set.variant)})` : audience
  })
}

const sameSubject = (a: ConditionSet, b: ConditionSet, filters: Partial<Flag['filters']>): boolean =>
  groupTypeOf(a, filters) === groupTypeOf(b, filters)

/** Returns "50% of users whose email contains @acme.com", "everyone" or "the company acme". */
function audienceOf(
  set: ConditionSet,
  names: SentenceNames,
  filters: Partial<Flag['filters']>,
  isRest = false,
): string {
  const subject = subjectOf(groupTypeOf(set, filters), names)
  const rollout = set.rollout_percentage ?? 100
  const { properties } = set
  if (!properties || properties.length === 0) return ofAll(subject, rollout, isRest)
  const clauses = filterClauses(properties, names).join(' and ')
  if (rollout === 0) return `nobody (0% of ${subject.many} ${clauses})`
  if (rollout < 100) return `${percent(rollout)} of ${subject.many} ${clauses}`
  const [first] = properties
  if (first && properties.length === 1 && first.key === '$group_key' && (first.operator ?? 'exact') === 'exact') {
    const keys = valuesOf(first)
    return `the ${keys.length > 1 ? subject.many : subject.one} ${keys.length === 0 ? '…' : list(keys, 'and')}`
  }
  return `${first?.type === 'cohort' ? 'everyone' : subject.many} ${clauses}`
}

function ofAll({ many, one }: Subject, rollout: number, isRest: boolean): string {
  if (rollout === 0) return 'nobody'
  if (isRest) return rollout === 100 ? `all other ${many}` : `${percent(rollout)} of all other ${many}`
  if (rollout < 100) return `${percent(rollout)} of ${many}`
  return one === 'user' ? 'everyone' : `every ${one}`
}

/** The singular and the plural of what a set rolls out by. */
interface Subject {
  readonly one: string
  readonly many: string
}

function subjectOf(groupType: number | null, names: SentenceNames): Subject {
  if (groupType === null) return { one: 'user', many: 'users' }
  const name = names.groupTypes?.[groupType]
  if (name === undefined) return { one: `group of type ${groupType}`, many: `groups of type ${groupType}` }
  return { one: isolate(name), many: plural(name) }
}

/**
 * Returns a clause for each filter, to follow a noun. After a clause with "whose" or "who", "in the cohort" needs a
 * verb.
 */
export function filterClauses(filters: readonly PropertyFilter[], names: SentenceNames): readonly string[] {
  return filters.map((filter, index) => {
    const clause = filterClause(filter, names)
    const isAfterVerb = filters.slice(0, index).some(({ type }) => type !== 'cohort')
    return filter.type === 'cohort' && isAfterVerb ? `who are ${clause}` : clause
  })
}

/** Returns "whose country is DE, AT or CH", 'in the cohort "beta testers"' or "who get test from x". */
function filterClause(filter: PropertyFilter, names: SentenceNames): string {
  const { key, type, operator, value } = filter
  if (type === 'cohort') {
    const isOutside = operator === 'not_in' || filter.negation === true
    const cohort = ownValue(names.cohorts, String(value)) ?? filter.cohort_name ?? String(value ?? '…')
    return `${isOutside ? 'not ' : ''}in the cohort "${isolate(cohort)}"`
  }
  if (type === 'flag') return flagClause(isolate(ownValue(names.flags, key) ?? filter.label ?? (key || '…')), value)
  const property = key === '$group_key' ? 'key' : isolate(key || '…')
  // Names of numbers are often plural, and "whose seats is more than 30" is not English (CONSOLE-333).
  if (isOfNumbers(operator)) return `with ${property} ${comparison(filter).replace(/^is /, '')}`
  return `whose ${property} ${comparison(filter)}`
}

const isOfNumbers = (operator: PropertyFilter['operator']): boolean =>
  OPERATORS_BY_KIND.number.some((each) => each === operator)

function flagClause(flag: string, value: unknown): string {
  if (value === true) return `who get ${flag}`
  return value === false ? `who do not get ${flag}` : `who get ${isolate(String(value ?? '…'))} from ${flag}`
}

function comparison(filter: PropertyFilter): string {
  const operator = filter.operator ?? 'exact'
  const values = valuesOf(filter)
  const text = values.length === 0 || values[0] === '' ? '…' : list(values)
  switch (operator) {
    case 'exact':
      return `is ${text}`
    case 'is_not':
      return `is not ${text}`
    case 'icontains_multi':
      return `contains ${text}`
    case 'not_icontains_multi':
      return `does not contain ${text}`
    case 'is_set':
    case 'is_not_set':
      return operatorNames[operator]
    case 'is_date_before':
    case 'is_date_after':
    case 'is_date_exact':
      return dateComparison(operator, text)
    case 'semver_gt':
      return `is later than ${text}`
    case 'semver_gte':
      return `is ${text} or later`
    case 'semver_lt':
      return `is earlier than ${text}`
    case 'semver_lte':
      return `is ${text} or earlier`
    case 'semver_wildcard':
      return `is in ${text}`
    case 'semver_tilde':
      return `is ${text} or a later patch release`
    case 'semver_caret':
      return `is ${text} or a later compatible version`
    default:
      // Stored flags may have operators that can no longer be chosen. `starts_with` is readable without a name.
      return `${ownValue(operatorNames, operator) ?? String(operator).replaceAll('_', ' ')} ${text}`
  }
}

const UNITS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }

function dateComparison(operator: 'is_date_before' | 'is_date_after' | 'is_date_exact', text: string): string {
  const [, amount, letter = ''] = /^-?(\d+)([hdwmy])$/.exec(text) ?? []
  if (amount === undefined) return `${operatorNames[operator]} ${text}`
  const past = `${amount} ${UNITS[letter]}${amount === '1' ? '' : 's'}`
  if (operator === 'is_date_before') return `is more than ${past} ago`
  return operator === 'is_date_after' ? `is in the last ${past}` : `is exactly ${past} ago`
}

/** The maximum number of named values. Further ones are only counted. */
const NAMED_VALUES = 5

/** Returns "DE, AT or CH". */
function list(values: readonly string[], word: 'or' | 'and' = 'or'): string {
  const shown = values.map(isolate)
  if (shown.length < 2) return shown[0] ?? ''
  if (shown.length <= NAMED_VALUES) return `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1)}`
  return `${shown.slice(0, NAMED_VALUES - 1).join(', ')} ${word} ${shown.length - NAMED_VALUES + 1} other values`
}

/** The maximum number of named sets or variants. Further ones are only counted; the page lists all of them. */
const NAMED = 5

function shortened(parts: readonly string[]): readonly string[] {
  if (parts.length <= NAMED) return parts
  const rest = parts.length - NAMED + 1
  return [...parts.slice(0, -rest), `${rest} more condition sets`]
}

/** Parts may contain commas, so three and more are separated by semicolons. */
function joined(parts: readonly string[]): string {
  const [first = '', ...others] = parts
  if (others.length < 2) return others.length === 0 ? first : `${first}, and ${others[0]}`
  return `${parts.slice(0, -1).join('; ')}; and ${parts.at(-1)}`
}

function nobody(sets: number): string {
  return sets === 0 ? 'Nobody: there is no condition set.' : 'Nobody: every rollout is 0%.'
}

/** Returns how users without a variant from their condition set are split. */
function split({ multivariate }: Flag['filters'], reached: readonly ConditionSet[], isSeveral: boolean): string {
  const variants = multivariate?.variants ?? []
  const overrides = reached.filter(({ variant }) => variant).length
  if (variants.length === 0 || (overrides > 0 && overrides === reached.length)) return ''
  const start = overrides > 0 ? '. All others are split' : isSeveral ? '. They are split' : ', split'
  return `${start} ${across(variants)}`
}

function across(variants: NonNullable<Flag['filters']['multivariate']>['variants']): string {
  if (variants.length > NAMED) return `across ${variants.length} variants`
  const shares = variants.map(({ key, rollout_percentage }) => `${isolate(key)} (${percent(rollout_percentage)})`)
  if (shares.length === 1) return `into ${shares[0]}`
  return `${shares.length === 2 ? 'between' : 'across'} ${shares.slice(0, -1).join(', ')} and ${shares.at(-1)}`
}

function heldOut(holdout: Flag['filters']['holdout']): string {
  return holdout ? `. ${percent(holdout.exclusion_percentage)} are held out first` : ''
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
