import type { DefinitionsDocument, FlagDefinition, PropertyFilter, Subject } from '@flagdeck/core'
import { definitionsDocument, flagDefinition } from '@flagdeck/core/fixtures'
import { sampleFilters } from './sample-flags.ts'

/** Typical requests to a server, each varied in one respect. */
export interface EvaluationWorkload {
  readonly name: string
  readonly document: DefinitionsDocument
  /** The flag to evaluate; missing for all flags. */
  readonly key?: string
}

export const EVALUATION_WORKLOADS: readonly EvaluationWorkload[] = [
  oneFlag('50 % rollout', { groups: [{ properties: [], rollout_percentage: 50 }] }),
  oneFlag('three variants', {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: {
      variants: [
        { key: 'control', rollout_percentage: 34 },
        { key: 'short', rollout_percentage: 33 },
        { key: 'long', rollout_percentage: 33 },
      ],
    },
  }),
  oneFlag('two conditions and 20 %', {
    groups: [
      { properties: [person('plan', 'exact', ['pro'])], rollout_percentage: 100 },
      { properties: [person('country', 'exact', ['DE']), person('age', 'gt', 30)], rollout_percentage: 20 },
    ],
  }),
  oneFlag('regex', {
    groups: [{ properties: [person('email', 'regex', '^[a-z0-9.]+@(acme|initech)\\.(test|example)$')] }],
  }),
  oneFlag('contains', { groups: [{ properties: [person('email', 'icontains', '@ACME.')] }] }),
  listOf(1000),
  allFlags(100),
  allFlags(1000),
  flagsWithOwnLists(1000),
]

/** Returns different subjects, so that no result can be cached. */
export function sampleSubjects(count: number): Subject[] {
  return Array.from({ length: count }, (_, n) => ({
    distinctId: `user-${n}`,
    properties: {
      plan: n % 3 === 0 ? 'pro' : 'free',
      country: n % 5 < 2 ? 'DE' : 'FR',
      age: 18 + (n % 50),
      email: `user.${n}@${n % 4 === 0 ? 'acme' : 'umbrella'}.test`,
      company: `company-${(n % 1000) * 3}`,
    },
  }))
}

type Filters = FlagDefinition['filters']

function oneFlag(name: string, filters: Filters): EvaluationWorkload {
  return { name, document: documentOf([definition(1, 'flag', filters)]), key: 'flag' }
}

/** Returns a flag for users of some companies: the first one, and then every other. */
export function listOf(count: number): EvaluationWorkload {
  const companies = Array.from({ length: count }, (_, n) => `company-${n * 2}`)
  return oneFlag(`list of ${count.toLocaleString('en-US')}`, {
    groups: [{ properties: [person('company', 'exact', companies)] }],
  })
}

/** Returns the workload of all flags, for many typical flags. */
export function allFlags(count: number): EvaluationWorkload {
  const flags = Array.from({ length: count }, (_, n) => definition(n + 1, `flag-${n}`, sampleFilters(n)))
  return { name: `all of ${count.toLocaleString('en-US')} flags`, document: documentOf(flags) }
}

/** Returns the same flags, but with different conditions: each has its own lists in two of its three filters. */
function flagsWithOwnLists(count: number): EvaluationWorkload {
  const { name, document } = allFlags(count)
  const flags = document.flags.map((flag, n) => ({ ...flag, filters: withOwnLists(flag.filters, n) }))
  return { name: `${name} with lists of their own`, document: documentOf(flags) }
}

function withOwnLists(filters: Filters, n: number): Filters {
  const ownValue = { plan: ['pro', `plan-${n}`], country: ['DE', `country-${n}`] } as const
  const ownList = (filter: PropertyFilter) => {
    const value = ownValue[filter.key as keyof typeof ownValue]
    return value ? { ...filter, value } : filter
  }
  const groups = filters.groups.map((group) => ({ ...group, properties: group.properties?.map(ownList) ?? [] }))
  return { ...filters, groups }
}

function person(key: string, operator: 'exact' | 'gt' | 'regex' | 'icontains', value: string | number | string[]) {
  return { key, type: 'person', operator, value } as const
}

function definition(id: number, key: string, filters: Filters): FlagDefinition {
  return flagDefinition({ id, key, filters })
}

function documentOf(flags: readonly FlagDefinition[]): DefinitionsDocument {
  return definitionsDocument(flags, { group_type_mapping: {} })
}
