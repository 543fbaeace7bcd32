import type { Output } from '../api/call.ts'
import { type ConditionSet, type PropertyFilter, valuesOf } from '../parts/conditions/condition-types.ts'
import { percent } from '../parts/number.ts'
import { operatorNames } from './conditions.ts'

type Flag = Output<'retrieveFlag'>

/**
 * Who gets a flag, in a few words for lists: "Nobody", "Everyone", "25% of users", "3 condition sets". A flag that is off
 * says who would get it: "25% of users, when on" (CONSOLE-253).
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

/** What a sentence cannot know from the flag alone. */
export interface SentenceNames {
  /** The names of group types by their index. */
  readonly groupTypes?: Readonly<Record<number, string>>
  readonly cohorts?: Readonly<Record<string, string>>
  /** The keys of flags by id. */
  readonly flags?: Readonly<Record<string, string>>
}

/**
 * Who gets a flag, exactly, in one English sentence: for the flag's page.
 * @example "People whose email contains @acme.com, all of them; and 25% of everyone."
 */
export function whoGetsItSentence(
  flag: Pick<Flag, 'active' | 'filters'> & Partial<Pick<Flag, 'deleted' | 'archived'>>,
  names: SentenceNames = {},
): string {
  if (flag.deleted) return 'Nobody: the flag is deleted.'
  if (!flag.active) return 'Nobody: the flag is off.'
  const { groups = [], holdout, feature_enrollment } = flag.filters
  const reached = groups.filter((set) => (set.rollout_percentage ?? 100) > 0)
  const sets = reached.map((set) => conditionSentence(set, names, flag.filters))
  const enrolled = feature_enrollment ? ['people who enrolled themselves'] : []
  const who = [...enrolled, ...sets]
  const told = who.length === 0 ? nobody(groups.length) : joined(atAGlance(who))
  return `${capital(told)}${dividing(flag.filters)}${heldOut(holdout)}.`
}

/** One condition set, without its stop: "People whose email contains @acme.com, 50% of them, get variant test". */
export function conditionSentence(
  set: ConditionSet,
  names: SentenceNames = {},
  filters: Partial<Flag['filters']> = {},
): string {
  const groupType = groupTypeOf(set, filters)
  const people = groupType === null ? 'people' : `groups of type ${names.groupTypes?.[groupType] ?? groupType}`
  const clauses = (set.properties ?? []).map((filter) => filterClause(filter, names))
  const override = set.variant ? `${clauses.length > 0 ? ',' : ''} get variant ${set.variant}` : ''
  return capital(`${whoOf(people, clauses, set.rollout_percentage ?? 100)}${override}`)
}

function whoOf(people: string, clauses: readonly string[], rollout: number): string {
  if (clauses.length > 0) return `${people} ${clauses.join(' and ')}, ${shareOf(rollout)} of them`
  const all = people === 'people' ? 'everyone' : `all ${people}`
  if (rollout === 100) return all
  return rollout === 0 ? `nobody of ${all}` : `${percent(rollout)} of ${all}`
}

const shareOf = (rollout: number): string => (rollout === 100 ? 'all' : rollout === 0 ? 'none' : percent(rollout))

function groupTypeOf(set: ConditionSet, filters: Partial<Flag['filters']>): number | null {
  return set.aggregation_group_type_index !== undefined
    ? set.aggregation_group_type_index
    : (filters.aggregation_group_type_index ?? null)
}

/** "whose country is DE, AT or CH" */
export function filterClause(filter: PropertyFilter, names: SentenceNames): string {
  const { key, type, operator, value } = filter
  if (type === 'cohort') {
    const isOutside = operator === 'not_in' || filter.negation === true
    const cohort = names.cohorts?.[String(value)] ?? filter.cohort_name ?? String(value ?? '…')
    return `who are ${isOutside ? 'not ' : ''}in the cohort ${cohort}`
  }
  if (type === 'flag') {
    return `for whom the flag ${names.flags?.[key] ?? filter.label ?? (key || '…')} ${flagAnswer(value)}`
  }
  return `whose ${key === '$group_key' ? 'key' : key || '…'} ${comparison(filter)}`
}

function flagAnswer(value: unknown): string {
  if (value === true) return 'is on'
  return value === false ? 'is off' : `answers ${String(value ?? '…')}`
}

function comparison(filter: PropertyFilter): string {
  const operator = filter.operator ?? 'exact'
  const values = valuesOf(filter)
  const said = values.length === 0 || values[0] === '' ? '…' : either(values)
  switch (operator) {
    case 'exact':
      return `is ${said}`
    case 'is_not':
      return `is not ${said}`
    case 'icontains_multi':
      return `contains ${said}`
    case 'not_icontains_multi':
      return `does not contain ${said}`
    case 'is_set':
    case 'is_not_set':
      return operatorNames[operator]
    case 'is_date_before':
    case 'is_date_after':
    case 'is_date_exact':
      return dateComparison(operator, said)
    case 'semver_wildcard':
      return `is among versions ${said}`
    case 'semver_tilde':
      return `is ${said} or a later patch of it`
    case 'semver_caret':
      return `is ${said} or later and compatible with it`
    default:
      // Stored flags may carry operators that can no longer be chosen: `starts_with` reads well enough.
      return `${operatorNames[operator] ?? String(operator).replaceAll('_', ' ')} ${said}`
  }
}

const UNITS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }

function dateComparison(operator: 'is_date_before' | 'is_date_after' | 'is_date_exact', said: string): string {
  const [, amount, letter = ''] = /^-?(\d+)([hdwmy])$/.exec(said) ?? []
  if (amount === undefined) return `${operatorNames[operator]} ${said}`
  const past = `${amount} ${UNITS[letter]}${amount === '1' ? '' : 's'}`
  if (operator === 'is_date_before') return `is more than ${past} ago`
  return operator === 'is_date_after' ? `is less than ${past} ago` : `is exactly ${past} ago`
}

/** "DE, AT or CH" */
function either(values: readonly string[]): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

/** What is more than somebody reads in a sentence is counted: the sets stand below it, one by one. */
function atAGlance(who: readonly string[]): readonly string[] {
  if (who.length <= NAMED) return who
  const rest = who.length - NAMED + 1
  return [...who.slice(0, -rest), `${rest} more condition sets`]
}

const NAMED = 5

function joined(parts: readonly string[]): string {
  const [first = '', ...others] = parts
  return [first, ...others.map((part) => `and ${uncapital(part)}`)].join('; ')
}

function nobody(sets: number): string {
  return sets === 0 ? 'nobody: there is no condition set' : 'nobody: every rollout is at 0%'
}

/** How those who get it are divided among the variants. */
function dividing({ multivariate }: Flag['filters']): string {
  const variants = multivariate?.variants ?? []
  if (variants.length === 0) return ''
  if (variants.length > NAMED)
    return `. Unless a set names a variant, they are divided among ${variants.length} variants`
  const shares = variants.map(({ key, rollout_percentage }) => `${key} ${percent(rollout_percentage)}`)
  return `. Unless a set names a variant, they are divided: ${shares.join(', ')}`
}

function heldOut(holdout: Flag['filters']['holdout']): string {
  return holdout ? `. Before that, ${percent(holdout.exclusion_percentage)} are held out` : ''
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
