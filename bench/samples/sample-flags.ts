import type { CreateFlagInput, FlagFilters } from '@flagdeck/core'

/** Returns flags of a typical size. */
export function sampleFlags(count: number): CreateFlagInput[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `flag-${index}`,
    name: `What flag number ${index} switches, and who to ask about it`,
    active: index % 5 !== 0,
    filters: sampleFilters(index),
  }))
}

/** Returns two condition sets and, for every third flag, variants, in their stored form. */
export function sampleFilters(index: number): FlagFilters {
  const variants = index % 3 === 0 ? { multivariate: { variants: VARIANTS } } : {}
  return { groups: [PAYING, COLLEAGUES], ...variants, aggregation_group_type_index: null }
}

const PAYING = {
  properties: [{ key: 'plan', value: ['pro', 'scale'], type: 'person', operator: 'exact' }],
  rollout_percentage: 50,
  aggregation_group_type_index: null,
} as const

const COLLEAGUES = {
  properties: [
    { key: 'email', value: '@acme.test', type: 'person', operator: 'icontains' },
    { key: 'country', value: 'DE', type: 'person', operator: 'is_not' },
  ],
  rollout_percentage: 100,
  aggregation_group_type_index: null,
} as const

const VARIANTS = [
  { key: 'control', name: 'As it was', rollout_percentage: 34 },
  { key: 'short', name: 'A shorter form', rollout_percentage: 33 },
  { key: 'long', name: 'A longer form', rollout_percentage: 33 },
] as const
