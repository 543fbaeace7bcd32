import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { nearMissViolations } from './near-miss-keys.ts'

const details = (sent: object, stored?: object) =>
  nearMissViolations(sent as FilterInput, stored as FilterInput | undefined).map(({ detail }) => detail)

const PLAN = { key: 'plan', type: 'person', value: 'pro' }

describe('FLAG-163 two letters that changed places', () => {
  it.each([
    [
      { groups: [{ properties: [{ key: 'plan', type: 'person', vlaue: 'pro' }] }] },
      'groups[0].properties[0].vlaue',
      'value',
    ],
    [
      { groups: [{ properties: [{ key: 'plan', tpye: 'person', value: 'pro' }] }] },
      'groups[0].properties[0].tpye',
      'type',
    ],
    [{ gruops: [{}] }, 'gruops', 'groups'],
  ])('make a near miss: %j', (filters, path, meant) => {
    expect(details(filters)).toEqual([`${path}: Unknown key. Did you mean "${meant}"?`])
  })
})

describe('FLAG-142 near misses of known names in filters', () => {
  it.each([
    [{ groups: [{ rolloutPercentage: 10 }] }, 'groups[0].rolloutPercentage', 'rollout_percentage'],
    [{ groups: [{}, { rollout: 5 }] }, 'groups[1].rollout', 'rollout_percentage'],
    [{ groups: [{ rollout_pct: 5 }] }, 'groups[0].rollout_pct', 'rollout_percentage'],
    [{ groups: [{ percentage: 5 }] }, 'groups[0].percentage', 'rollout_percentage'],
    [{ groups: [{ rollout_precentage: 5 }] }, 'groups[0].rollout_precentage', 'rollout_percentage'],
    [{ groups: [{ propertys: [] }] }, 'groups[0].propertys', 'properties'],
    [{ groups: [{ props: [] }] }, 'groups[0].props', 'properties'],
    [{ groups: [{ varient: 'a' }] }, 'groups[0].varient', 'variant'],
    [{ groups: [{ properties: [{ ...PLAN, op: 'is_not' }] }] }, 'groups[0].properties[0].op', 'operator'],
    [{ groups: [{ properties: [{ ...PLAN, Operator: 'is_not' }] }] }, 'groups[0].properties[0].Operator', 'operator'],
    [{ groups: [{ properties: [{ ...PLAN, negations: true }] }] }, 'groups[0].properties[0].negations', 'negation'],
    [{ group: [{}] }, 'group', 'groups'],
    [{ groups: [{}], payload: { true: '1' } }, 'payload', 'payloads'],
    [{ groups: [{}], variants: [] }, 'variants', 'multivariate.variants'],
    [{ groups: [{}], varients: [] }, 'varients', 'multivariate.variants'],
    [{ groups: [{}], earlyExit: true }, 'earlyExit', 'early_exit'],
    [{ groups: [{}], holdouts: { id: 1 } }, 'holdouts', 'holdout'],
    [{ groups: [{}], featureEnrollment: true }, 'featureEnrollment', 'feature_enrollment'],
  ])('are refused with the name that was meant: %j', (filters, path, meant) => {
    expect(details(filters)).toEqual([`${path}: Unknown key. Did you mean "${meant}"?`])
  })

  it.each([
    [{ groups: [], super_groups: [], holdout_groups: [], early_exit: true, exposure_frozen: true }],
    [{ groups: [{ users_affected: 5, exposure_frozen: true, exposure_frozen_cohort: 1, filters: [], own: 1, id: 1 }] }],
    [{ groups: [{ properties: [{ ...PLAN, dependency_chain: [], bytecode: [], conditionHash: 'x', values: 1 }] }] }],
    [{ multivariate: { variants: [{ key: 'a', rollout_percentage: 100, colour: 'red', game: 1, lable: 'A' }] } }],
    [{ groups: [{ rollout_percentage: 5, rollout: 5 }], group: 1 }],
    [{ team: 1, note: 2, feature: 'x', a: 1, '': 2, ['x'.repeat(1000)]: 1 }],
    [{ groups: [{ rollout: null }] }],
  ])('are not found in other keys, nor beside the known name: %j', (filters) => {
    expect(details(filters)).toEqual([])
  })

  it('FLAG-29 are no reason to refuse what is stored already', () => {
    const stored = { groups: [{ rollout: 5 }, {}], payload: 1 }
    expect(details(stored, stored)).toEqual([])
    expect(details({ groups: [{ rollout: 6 }, { rollout: 7 }] }, stored)).toHaveLength(1)
  })

  it('are refused on create and on update, and nothing is written', async () => {
    const { flags } = await testDeck()
    const slip = { groups: [{ rolloutPercentage: 10 }] } as object as FilterInput
    const refusal = { kind: 'validation', code: 'invalid_input', attr: 'filters', path: 'groups[0].rolloutPercentage' }
    await expect(flags.create({ key: 'a', filters: slip })).rejects.toMatchObject(refusal)
    expect((await flags.list()).count).toBe(0)
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 10 }] } })
    await expect(flags.update(id, { filters: slip })).rejects.toMatchObject(refusal)
    const singular = { group: [{ rollout_percentage: 0 }] } as FilterInput
    await expect(flags.update(id, { filters: singular })).rejects.toMatchObject({
      message: 'group: Unknown key. Did you mean "groups"?',
    })
    expect(await flags.get(id)).toMatchObject({ version: 1 })
  })

  it('are refused in the condition of a blast radius', async () => {
    const { flags } = await testDeck()
    const slip = { condition: { rollout: 10 } } as never
    await expect(flags.blastRadius(slip)).rejects.toMatchObject({ attr: 'condition' })
  })

  it('OUT-13 are looked for among the first 500 different keys', () => {
    const own = Array.from({ length: 498 }, (_, at) => [`own ${at}`, at])
    const group = Object.fromEntries([...own, ['rollout', 5]])
    expect(details({ groups: [group, group] })).toHaveLength(2)
    expect(details({ groups: [{ a: 1, b: 2, ...group }] })).toHaveLength(0)
  })
})
