import { describe, expect, it } from 'vitest'
import { EARLY_ACCESS_STAGES, earlyAccessId } from '../../../evaluation/definition/early-access.ts'
import { testDeck } from '../../../testing/test-deck.ts'

const EVERYBODY = { groups: [{ properties: [], rollout_percentage: 100 }] }
const CHECKOUT = {
  name: 'New checkout',
  stage: 'beta',
  description: 'Pay on one page.',
  documentationUrl: 'https://docs.test/checkout',
  payload: { icon: 'cart' },
} as const
const UNKNOWN = earlyAccessId(99)

describe('early access features', () => {
  it('FLAG-149 FLAG-151 create a flag that is off until a person enrols', async () => {
    const { earlyAccessFeatures, flags } = await place()
    const feature = await earlyAccessFeatures.create(CHECKOUT)
    expect(feature).toMatchObject({ ...CHECKOUT, featureFlag: { key: 'new-checkout', active: true, version: 1 } })
    expect(feature.featureFlag.filters).toMatchObject({
      groups: [{ properties: [], rollout_percentage: 0 }],
      feature_enrollment: true,
    })
    expect(flags.isEnabled('new-checkout', { distinctId: 'ada' })).toBe(false)
    const properties = { '$feature_enrollment/new-checkout': true }
    expect(flags.isEnabled('new-checkout', { distinctId: 'ada', properties })).toBe(true)
    expect(await earlyAccessFeatures.get(feature.id)).toEqual(feature)
    expect(await earlyAccessFeatures.list()).toEqual({ count: 1, items: [feature] })
  })

  it('FLAG-149 have empty values for what was not sent', async () => {
    const { earlyAccessFeatures } = await place()
    const feature = await earlyAccessFeatures.create({ name: 'A', stage: 'draft' })
    expect(feature).toMatchObject({ description: '', documentationUrl: '', payload: {} })
    expect(feature.featureFlag.filters.feature_enrollment).toBeUndefined()
  })

  it('FLAG-149 are restored, exported and merged with their flag, and a copy has another id', async () => {
    const { earlyAccessFeatures, flags } = await place()
    const { id, featureFlag } = await earlyAccessFeatures.create(CHECKOUT)
    await earlyAccessFeatures.update(id, { stage: 'archived', name: 'Old checkout' })
    await flags.restore(featureFlag.id, 1)
    const restored = await earlyAccessFeatures.get(id)
    expect(restored).toMatchObject({ ...CHECKOUT, featureFlag: { filters: { feature_enrollment: true } } })
    const copy = await flags.create({ ...restored.featureFlag, key: 'copy' })
    const [first, second] = (await earlyAccessFeatures.list()).items
    expect([first?.id, second?.id]).toEqual([id, earlyAccessId(copy.id)])
    expect(second).toMatchObject(CHECKOUT)
  })

  it.each([
    ['  New   Checkout! ', 'new-checkout'],
    ['Crème_brûlée 2', 'creme_brulee-2'],
    ['-- a --', 'a'],
  ])('FLAG-151 make of the name %j the key %s', async (name, key) => {
    const { earlyAccessFeatures } = await place()
    expect((await earlyAccessFeatures.create({ name, stage: 'beta' })).featureFlag.key).toBe(key)
  })

  it('FLAG-151 refuse a name that gives no key, or that of another flag', async () => {
    const { earlyAccessFeatures, flags } = await place()
    await flags.create({ key: 'new-checkout' })
    for (const [name, code] of [['支付', 'invalid_input'] as const, ['New checkout', 'unique'] as const]) {
      await expect(earlyAccessFeatures.create({ name, stage: 'beta' })).rejects.toMatchObject({ attr: 'name', code })
    }
    expect((await flags.list()).count).toBe(1)
  })

  it('FLAG-151 are linked to a flag that can have one', async () => {
    const { earlyAccessFeatures, flags, groups } = await place()
    await groups.addType({ name: 'company' })
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    const feature = await earlyAccessFeatures.create({ ...CHECKOUT, featureFlagId: id })
    expect(feature.featureFlag).toMatchObject({ id, version: 2, filters: { ...EVERYBODY, feature_enrollment: true } })
    const variants = [{ key: 'x', rollout_percentage: 100 }]
    const gone = await flags.create({ key: 'gone' })
    await flags.delete(gone.id)
    const refused = [
      [id, 'The flag a already has the feature "New checkout".'],
      [(await flags.create({ key: 'b', filters: { ...EVERYBODY, multivariate: { variants } } })).id, 'with variants'],
      [(await flags.create({ key: 'c', filters: { ...EVERYBODY, aggregation_group_type_index: 0 } })).id, 'for groups'],
      [gone.id, 'does not exist'],
      [99, 'does not exist'],
    ] as const
    for (const [featureFlagId, detail] of refused) {
      const creation = earlyAccessFeatures.create({ ...CHECKOUT, featureFlagId })
      await expect(creation).rejects.toMatchObject({ attr: 'featureFlagId', message: expect.stringContaining(detail) })
    }
    expect((await earlyAccessFeatures.list()).count).toBe(1)
  })

  it('FLAG-152 open enrolment at some stages, and end it at the others', async () => {
    const { earlyAccessFeatures } = await place()
    const { id } = await earlyAccessFeatures.create({ name: 'A', stage: 'draft' })
    const open: string[] = []
    for (const stage of EARLY_ACCESS_STAGES) {
      const { featureFlag, ...feature } = await earlyAccessFeatures.update(id, { stage })
      expect(feature.stage).toBe(stage)
      if (featureFlag.filters.feature_enrollment === true) open.push(stage)
    }
    expect(open).toEqual(['alpha', 'beta', 'general-availability'])
  })

  it('FLAG-152 leave filters alone while the stage stays, and end the older setting', async () => {
    const { earlyAccessFeatures, flags } = await place()
    const property = { key: '$feature_enrollment/a', type: 'person', operator: 'exact', value: ['true'] }
    const filters = { ...EVERYBODY, super_groups: [{ properties: [property], rollout_percentage: 100 }] }
    const flag = await flags.create({ key: 'a', filters })
    expect(flag.filters.feature_enrollment).toBe(true)
    const { id } = await earlyAccessFeatures.create({ name: 'A', stage: 'concept', featureFlagId: flag.id })
    expect((await flags.get(flag.id)).filters).toMatchObject({ feature_enrollment: null, super_groups: null })
    await flags.update(flag.id, { filters: { feature_enrollment: true } })
    const { featureFlag } = await earlyAccessFeatures.update(id, { stage: 'concept', name: 'B' })
    expect(featureFlag.filters.feature_enrollment).toBe(true)
  })

  it('FLAG-153 are deleted without their flag, and come and go with it', async () => {
    const { earlyAccessFeatures, flags } = await place()
    const { id, featureFlag } = await earlyAccessFeatures.create(CHECKOUT)
    await flags.delete(featureFlag.id)
    expect((await earlyAccessFeatures.list()).count).toBe(0)
    const missing = { kind: 'not_found', attr: 'featureId' }
    await expect(earlyAccessFeatures.get(id)).rejects.toMatchObject(missing)
    await expect(earlyAccessFeatures.update(id, { name: 'x' })).rejects.toMatchObject(missing)
    await flags.restore(featureFlag.id)
    expect(await earlyAccessFeatures.get(id)).toMatchObject(CHECKOUT)
    await earlyAccessFeatures.delete(id)
    await expect(earlyAccessFeatures.delete(id)).rejects.toMatchObject(missing)
    expect(await flags.find('new-checkout')).toMatchObject({ earlyAccess: null, filters: { feature_enrollment: null } })
  })

  it.each([UNKNOWN, crypto.randomUUID(), '1', 'x'.repeat(36), 1 as never])(
    'FLAG-153 are not found as %j',
    async (id) => {
      const { earlyAccessFeatures } = await place()
      await earlyAccessFeatures.create(CHECKOUT)
      for (const attempt of [earlyAccessFeatures.get(id), earlyAccessFeatures.delete(id)]) {
        await expect(attempt).rejects.toMatchObject({ kind: 'not_found', attr: 'featureId' })
      }
    },
  )

  it('FLAG-154 are not in the definitions feed', async () => {
    const { earlyAccessFeatures, context } = await place()
    await earlyAccessFeatures.create(CHECKOUT)
    const feed = await context.snapshots.peek(context.project.id)?.feed()
    const text = new TextDecoder().decode(feed)
    expect(text).toContain('new-checkout')
    expect(text).not.toContain('early_access')
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(201) }],
    ['stage', { stage: 'gamma' }],
    ['description', { description: 'x'.repeat(4097) }],
    ['documentationUrl', { documentationUrl: 'javascript:alert(1)' }],
    ['documentationUrl', { documentationUrl: `https://a.test/${'x'.repeat(800)}` }],
    ['payload', { payload: ['x'] }],
    ['payload', { payload: { x: 'x'.repeat(4096) } }],
    ['rolloutToAll', { rolloutToAll: true }],
  ])('FLAG-155 refuse a wrong %s', async (attr, fields) => {
    const { earlyAccessFeatures, flags } = await place()
    const { id, featureFlag } = await earlyAccessFeatures.create(CHECKOUT)
    const input = fields as never // applications without types can pass anything
    for (const attempt of [
      earlyAccessFeatures.update(id, input),
      earlyAccessFeatures.create({ name: 'Other', stage: 'beta', ...(fields as object) }),
    ]) {
      await expect(attempt).rejects.toMatchObject({ kind: 'validation', attr })
    }
    expect(await flags.get(featureFlag.id)).toMatchObject({ version: 1 })
    expect((await flags.list()).count).toBe(1)
  })

  it('FLAG-155 refuse another flag for an existing feature', async () => {
    const { earlyAccessFeatures } = await place()
    const { id } = await earlyAccessFeatures.create(CHECKOUT)
    const update = earlyAccessFeatures.update(id, { featureFlagId: 1 } as never)
    await expect(update).rejects.toMatchObject({ kind: 'validation', attr: 'featureFlagId' })
  })

  it('ACT-25 tell each change in the activity of the flag', async () => {
    const { earlyAccessFeatures, flags } = await place()
    const { id, featureFlag } = await earlyAccessFeatures.create(CHECKOUT)
    await earlyAccessFeatures.update(id, { name: 'Checkout' })
    await earlyAccessFeatures.update(id, { stage: 'archived' })
    await earlyAccessFeatures.delete(id)
    const told = (await flags.activity(featureFlag.id)).items.map(({ verb, detail }) => [
      verb,
      detail.changes.map(({ field }) => field).filter((field) => field !== 'version'),
    ])
    expect(told).toEqual([
      ['updated', ['earlyAccess']],
      ['updated', ['filters', 'earlyAccess']],
      ['updated', ['earlyAccess']],
      ['created', []],
    ])
  })
})

async function place() {
  const { deck, project, ...test } = await testDeck()
  return { ...test, ...(await deck.project(project.id)) }
}
