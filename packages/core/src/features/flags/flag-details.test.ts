import { describe, expect, it } from 'vitest'
import { USUAL_STALENESS } from '../../data/records/staleness.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { newFlagRow } from '../../testing/row-builders.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { flagDetails } from './flag-details.ts'
import { staleBefore } from './flag-status.ts'

const NOW = Date.UTC(2026, 0, 1)

function detailsOf(filters: FilterInput) {
  const flag = { id: 1, ...newFlagRow({ projectId: 1, filters: normalizeFilters(filters) }) }
  return flagDetails(flag, { canEdit: true, userAccessLevel: 'editor' }, staleBefore(USUAL_STALENESS, NOW), NOW)
}

const plan = { key: 'plan', type: 'person', value: 'pro' } as const
const variants = (count: number) => ({
  variants: Array.from({ length: count }, (_, index) => ({ key: `v${index}`, rollout_percentage: 100 / count })),
})

describe('a simple flag', () => {
  it.each([
    [{ groups: [{ rollout_percentage: 25 }] }, 25],
    [{ groups: [{ rollout_percentage: 0 }] }, 0],
    [{ groups: [{ rollout_percentage: null }] }, null],
    [{ groups: [{}] }, null],
    [{ groups: [{ rollout_percentage: 33.3 }], multivariate: variants(2) }, 33.3],
  ])('FLAG-83 has one condition without filters, and its percentage: %j', (filters, rolloutPercentage) => {
    expect(detailsOf(filters)).toMatchObject({ isSimpleFlag: true, rolloutPercentage })
  })

  it.each([
    { groups: [] },
    { groups: [{ rollout_percentage: 25 }, { rollout_percentage: 25 }] },
    { groups: [{ rollout_percentage: 25, properties: [plan] }] },
    { groups: [{ rollout_percentage: 25 }], aggregation_group_type_index: 0 },
  ])('FLAG-83 is not %j', (filters) => {
    expect(detailsOf(filters)).toMatchObject({ isSimpleFlag: false, rolloutPercentage: null })
  })
})

describe('experiments', () => {
  it.each([
    [0, false],
    [1, false],
    [2, true],
    [20, true],
    [21, false],
  ])('FLAG-83 could be run on a flag with %d variants: %s', (count, isEligibleForExperiment) => {
    const multivariate = count === 0 ? null : variants(count)
    expect(detailsOf({ groups: [], multivariate })).toMatchObject({ isEligibleForExperiment })
  })
})
