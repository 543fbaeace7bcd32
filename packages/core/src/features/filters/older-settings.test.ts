import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { exportProject } from '../portability/export-project.ts'
import { applyImport } from '../portability/import-project.ts'

const ENROLLED = { key: '$feature_enrollment/beta', type: 'person', operator: 'exact', value: ['true'] }
const EARLY_ACCESS = [{ properties: [ENROLLED], rollout_percentage: 100 }]
const HELD_OUT = [{ properties: [], rollout_percentage: 100, variant: 'holdout-7' }]
const OFF = [{ rollout_percentage: 0, properties: [] }]

/** Returns filters with a key that is not in their type. */
const filtersOf = (others: object) => ({ groups: OFF, ...others }) as FilterInput
const codes = ({ warnings = [] }: { readonly warnings?: readonly { readonly code: string }[] }) =>
  warnings.map(({ code }) => code)

describe('FLAG-143 settings of older clients', () => {
  it('are evaluated as the settings that replaced them, and are stored as they were sent', async () => {
    const { flags } = await testDeck()
    const early = await flags.create({ key: 'beta', filters: filtersOf({ super_groups: EARLY_ACCESS }) })
    expect(early.filters).toMatchObject({ super_groups: EARLY_ACCESS, feature_enrollment: true })
    expect(early).not.toHaveProperty('warnings')
    const enrolled = { distinctId: 'ada', properties: { '$feature_enrollment/beta': true } }
    expect(flags.evaluate('beta', enrolled)).toMatchObject({ enabled: true, reason: { code: 'super_condition_value' } })
    expect(flags.evaluate('beta', { distinctId: 'ada' }).enabled).toBe(false)
    const held = await flags.create({ key: 'held', filters: filtersOf({ holdout_groups: HELD_OUT }) })
    expect(held.filters).toMatchObject({ holdout_groups: HELD_OUT, holdout: { id: 7, exclusion_percentage: 100 } })
    expect(flags.evaluate('held', { distinctId: 'ada' }).variant).toBe('holdout-7')
  })

  it.each<[string, JsonValue]>([
    ['another property', [{ properties: [{ ...ENROLLED, key: '$feature_enrollment/other' }] }]],
    ['another value', [{ properties: [{ ...ENROLLED, value: ['yes'] }] }]],
    ['another operator', [{ properties: [{ ...ENROLLED, operator: 'is_set' }] }]],
    ['a negation', [{ properties: [{ ...ENROLLED, negation: true }] }]],
    ['a rollout', [{ properties: [ENROLLED], rollout_percentage: 50 }]],
    ['a second filter', [{ properties: [ENROLLED, ENROLLED] }]],
    ['no filter', [{ properties: [] }]],
    ['a second condition set', [...EARLY_ACCESS, ...EARLY_ACCESS]],
    ['a setting of its own', [{ ...EARLY_ACCESS[0], own: 1 }]],
    ['no list', 'anything'],
  ])('are reported where evaluation has no such setting: %s', async (_, superGroups) => {
    const { flags } = await testDeck()
    const made = await flags.create({ key: 'beta', filters: filtersOf({ super_groups: superGroups }) })
    expect(made.filters).not.toHaveProperty('feature_enrollment')
    expect(made.filters).toMatchObject({ super_groups: superGroups })
    expect(made.warnings).toEqual([
      {
        code: 'unevaluated_setting',
        attr: 'filters',
        detail: '"super_groups" of its filters is ignored by evaluation. Send feature_enrollment instead.',
      },
    ])
    expect(codes(await flags.update(made.id, { name: 'x' }))).toEqual(['unevaluated_setting'])
  })

  it.each([
    [[{ ...HELD_OUT[0], variant: 'holdout-x' }]],
    [[{ ...HELD_OUT[0], rollout_percentage: null }]],
    [[{ ...HELD_OUT[0], properties: [ENROLLED] }]],
  ])('are reported where a holdout has another form: %j', async (groups) => {
    const { flags } = await testDeck()
    const made = await flags.create({ key: 'held', filters: filtersOf({ holdout_groups: groups }) })
    expect([codes(made), made.filters.holdout]).toEqual([['unevaluated_setting'], undefined])
  })

  it('are neither converted nor reported where they are empty', async () => {
    const { flags } = await testDeck()
    const made = await flags.create({ key: 'a', filters: filtersOf({ super_groups: [], holdout_groups: null }) })
    expect(made).not.toHaveProperty('warnings')
    expect(made.filters).not.toHaveProperty('feature_enrollment')
  })

  it('give way to the newer setting that is sent beside them', async () => {
    const { flags } = await testDeck()
    const both = { super_groups: EARLY_ACCESS, feature_enrollment: false }
    const made = await flags.create({ key: 'beta', filters: filtersOf(both) })
    expect(made.filters).toMatchObject(both)
    expect(codes(made)).toEqual(['unevaluated_setting'])
  })

  it('end with the older setting, and change with it', async () => {
    const { flags } = await testDeck()
    const change = (key: string, filters: object) => flags.update(key, { filters: filters as FilterInput })
    await flags.create({ key: 'held', filters: filtersOf({ holdout_groups: HELD_OUT }) })
    const smaller = [{ ...HELD_OUT[0], rollout_percentage: 5 }]
    expect((await change('held', { holdout_groups: smaller })).filters.holdout).toEqual({
      id: 7,
      exclusion_percentage: 5,
    })
    const ended = await change('held', { holdout_groups: null })
    expect(ended.filters).not.toHaveProperty('holdout')
    await flags.create({ key: 'beta', filters: filtersOf({ super_groups: EARLY_ACCESS }) })
    const off = await change('beta', { feature_enrollment: null })
    expect([off.filters.feature_enrollment, codes(off)]).toEqual([null, ['unevaluated_setting']])
  })

  it('are the same when a flag is sent back as it was read, and in a document', async () => {
    const { flags, context } = await testDeck()
    const made = await flags.create({
      key: 'beta',
      filters: filtersOf({ super_groups: EARLY_ACCESS, holdout_groups: HELD_OUT }),
    })
    const again = await flags.update('beta', { filters: made.filters })
    expect(again.filters).toEqual(made.filters)
    const other = await testDeck()
    const document = await exportProject(context)
    await applyImport(other.context, document)
    expect((await other.flags.get('beta')).filters).toEqual(made.filters)
    expect(await applyImport(other.context, document)).toMatchObject({ changes: [] })
  })

  it('PORT-30 are converted by an import, which finds nothing to change afterwards', async () => {
    const { flags, context } = await testDeck()
    const filters = { groups: OFF, super_groups: EARLY_ACCESS, holdout_groups: 'anything' }
    const document = { flagdeck_export: 1, flags: [{ key: 'beta', filters }] }
    expect(await applyImport(context, document)).toMatchObject({
      notes: [expect.stringContaining('The flag beta: "holdout_groups" of its filters is ignored by evaluation.')],
    })
    expect((await flags.get('beta')).filters).toMatchObject({ ...filters, feature_enrollment: true })
    expect(await applyImport(context, document)).toMatchObject({ changes: [], notes: [] })
  })
})
