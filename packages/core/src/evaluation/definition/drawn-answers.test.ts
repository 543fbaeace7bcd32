import { describe, expect, it } from 'vitest'
import { drawsPersons } from './drawn-answers.ts'
import type { FlagFilters } from './flag-filters.ts'

const split = {
  variants: [
    { key: 'a', rollout_percentage: 50 },
    { key: 'b', rollout_percentage: 50 },
  ],
}
const single = {
  variants: [
    { key: 'a', rollout_percentage: 0 },
    { key: 'b', rollout_percentage: 100 },
  ],
}
const pro = [{ key: 'plan', type: 'person' as const, value: 'pro' }]

describe('the id of a person', () => {
  it.each([
    ['a partial rollout', { groups: [{}, { rollout_percentage: 99.9 }] }],
    ['variants', { groups: [{ rollout_percentage: 100 }], multivariate: split }],
    [
      'a condition on persons in a flag on groups',
      {
        groups: [{ rollout_percentage: 50, aggregation_group_type_index: null }],
        aggregation_group_type_index: 0,
      },
    ],
  ] satisfies [string, FlagFilters][])('counts with %s', (_, filters) => {
    expect(drawsPersons(filters)).toBe(true)
  })

  it.each([
    ['everybody', { groups: [{ rollout_percentage: 100 }, {}] }],
    ['all who have a property', { groups: [{ properties: pro, rollout_percentage: null }] }],
    ['nobody', { groups: [{ rollout_percentage: 0 }], multivariate: split }],
    ['a variant that the condition names', { groups: [{ variant: 'a' }], multivariate: split }],
    ['a variant that takes everybody', { groups: [{}], multivariate: single }],
    ['groups', { groups: [{ rollout_percentage: 50 }], multivariate: split, aggregation_group_type_index: 0 }],
    ['groups in one condition', { groups: [{ rollout_percentage: 50, aggregation_group_type_index: 1 }] }],
    ['no conditions', { groups: [], multivariate: split }],
    ['damaged filters', { groups: 5 } as unknown as FlagFilters],
  ] satisfies [string, FlagFilters][])('does not count with %s', (_, filters) => {
    expect(drawsPersons(filters)).toBe(false)
  })
})
