import { describe, expect, it } from 'vitest'
import { newFlagIndex } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { UpdateFlagInput } from './flag-input.ts'
import { updateFlag } from './update-flag.ts'

const HALF = { groups: [{ rollout_percentage: 50 }] }
const NOT_FOUND = { kind: 'not_found', code: 'not_found', apiDetail: 'Not found.', attr: 'flagId' }

/** Returns a deck with one flag, whose fields all differ from their defaults. */
async function deckWithFlag() {
  const deck = await testDeck()
  const flag = await deck.flags.create({
    key: 'checkout',
    name: 'New checkout',
    active: false,
    ensureExperienceContinuity: true,
    rollbackConditions: { threshold: 5 },
    performedRollback: true,
    tags: ['beta'],
    evaluationContexts: ['web'],
    evaluationRuntime: 'server',
    filters: { ...HALF, payloads: { true: '1' } },
  })
  return { ...deck, flag }
}

describe('what is sent', () => {
  it('FLAG-20 leaves everything that is missing as it is', async () => {
    const { flags, flag, clock, context } = await deckWithFlag()
    clock.advance(60_000)
    expect(await flags.update(flag.id, { name: 'Checkout' })).toEqual({
      ...flag,
      name: 'Checkout',
      version: 2,
      updatedAt: '2026-01-01T12:01:00.000000Z',
      projectVersion: context.project.version + 2,
    })
  })

  it('FLAG-20 empties what is null and can be empty', async () => {
    const { flags, flag } = await deckWithFlag()
    const emptied = {
      ensureExperienceContinuity: null,
      rollbackConditions: null,
      performedRollback: null,
      evaluationRuntime: null,
      bucketingIdentifier: null,
      isRemoteConfiguration: null,
      hasEncryptedPayloads: null,
      hasEnrichedAnalytics: null,
    }
    expect(await flags.update(flag.id, emptied)).toMatchObject(emptied)
  })

  it('FLAG-20 replaces lists whole', async () => {
    const { flags, flag } = await deckWithFlag()
    expect(await flags.update(flag.id, { tags: ['new'], evaluationContexts: [] })).toMatchObject({
      tags: ['new'],
      evaluationContexts: [],
    })
  })

  it('FLAG-20 sets every field that can be set', async () => {
    const { flags, flag } = await deckWithFlag()
    const fields = {
      key: 'checkout-2',
      name: '',
      active: true,
      ensureExperienceContinuity: false,
      rollbackConditions: [1],
      evaluationRuntime: 'client',
      bucketingIdentifier: 'device_id',
      isRemoteConfiguration: true,
      hasEnrichedAnalytics: true,
    } as const
    expect(await flags.update(flag.id, { ...fields, createdAt: '2020-01-01' })).toMatchObject({
      ...fields,
      createdAt: '2020-01-01T00:00:00.000000Z',
    })
  })

  it('FLAG-21 merges filters by their top-level keys', async () => {
    const { flags, flag } = await deckWithFlag()
    const updated = await flags.update(flag.id, { filters: { groups: [{ rollout_percentage: 75 }] } })
    expect(updated.filters).toMatchObject({ groups: [{ rollout_percentage: 75 }], payloads: { true: '1' } })
  })

  it('FLAG-21 changes no filters for filters of {}', async () => {
    const { flags, flag } = await deckWithFlag()
    expect((await flags.update(flag.id, { filters: {} })).filters).toEqual(flag.filters)
  })

  it('FLAG-53 lets a flag lose all its conditions', async () => {
    const { flags, flag } = await deckWithFlag()
    expect((await flags.update(flag.id, { filters: { groups: [] } })).filters.groups).toEqual([])
  })

  it('FLAG-22 raises the version with every update, also one that changes nothing', async () => {
    const { flags, flag } = await deckWithFlag()
    expect(await flags.update(flag.id, {})).toMatchObject({ version: 2 })
    expect(await flags.update(flag.id, { name: flag.name })).toMatchObject({ version: 3 })
    expect(await flags.update(flag.id, { filters: {} })).toMatchObject({ version: 4 })
  })

  it('FLAG-22 names who wrote last, and keeps who wrote first', async () => {
    const { as, owner, member, flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const byOwner = await updateFlag(await as(owner), id, {})
    const byMember = await updateFlag(await as(member), id, {})
    expect([byOwner.createdBy, byOwner.lastModifiedBy]).toEqual([null, owner])
    expect([byMember.createdBy, byMember.lastModifiedBy]).toEqual([null, member])
  })

  it('FLAG-26 takes a rollback back whenever it turns the flag on', async () => {
    const { flags, flag } = await deckWithFlag()
    expect(await flags.update(flag.id, { name: 'x' })).toMatchObject({ performedRollback: true })
    expect(await flags.update(flag.id, { active: true })).toMatchObject({ performedRollback: false })
    expect(await flags.update(flag.id, { performedRollback: true })).toMatchObject({ performedRollback: true })
    expect(await flags.update(flag.id, { active: false })).toMatchObject({ performedRollback: true })
  })

  it.each([
    [true, true],
    [false, false],
    [null, false],
  ])('FLAG-26 makes of a rollback of %j that is sent along %j', async (sent, performedRollback) => {
    const { flags, flag } = await deckWithFlag()
    const input = { active: true, performedRollback: sent }
    expect(await flags.update(flag.id, input)).toMatchObject({ performedRollback })
    expect(await flags.create({ key: 'on', ...input })).toMatchObject({ performedRollback })
  })

  it('FLAG-27 replaces filters whole when asked to', async () => {
    const { flags, flag } = await deckWithFlag()
    const own = { groups: [{ rollout_percentage: 75 }], own: { a: 1 } }
    await flags.update(flag.id, { filters: own })
    const filters = { groups: [{ rollout_percentage: 80 }], other: null }
    const replaced = await flags.update(flag.id, { filters }, { replaceFilters: true })
    expect(Object.keys(replaced.filters).sort()).toEqual(['aggregation_group_type_index', 'groups', 'other'])
    expect(replaced.filters).toMatchObject(filters)
  })

  it.each(['__proto__', 'constructor'])('FLAG-8 keeps a key called %s through store and merge', async (key) => {
    const { flags, flag } = await deckWithFlag()
    const document = `{"rollbackConditions":{"${key}":{"x":1}},"filters":{"${key}":{"x":1},"groups":[{"sort_key":{"${key}":2}}]}}`
    const updated = await flags.update(flag.id, JSON.parse(document))
    expect(JSON.stringify(updated.rollbackConditions)).toBe(`{"${key}":{"x":1}}`)
    expect(JSON.stringify(updated.filters.groups[0]?.sort_key)).toBe(`{"${key}":2}`)
    expect(Object.keys(updated.filters)).toContain(key)
    expect(JSON.stringify(updated.filters)).toContain(`"${key}":{"x":1}`)
    const renamed = await flags.update(flag.id, { name: 'again' })
    expect(JSON.stringify(renamed.rollbackConditions)).toBe(`{"${key}":{"x":1}}`)
  })
})

describe('what is refused', () => {
  it('FLAG-13 knows no flag by an id that never was', async () => {
    const { flags } = await deckWithFlag()
    await expect(flags.update(404, { name: 'x' })).rejects.toMatchObject(NOT_FOUND)
  })

  it('FLAG-12 renames onto no key that is taken, and keeps its own', async () => {
    const { flags, flag } = await deckWithFlag()
    await flags.create({ key: 'taken' })
    const refused = { code: 'unique', attr: 'key', message: 'There is already a feature flag with this key.' }
    await expect(flags.update(flag.id, { key: 'taken' })).rejects.toMatchObject(refused)
    await expect(flags.update(flag.id, { key: 'checkout' })).resolves.toMatchObject({ key: 'checkout', version: 2 })
  })

  it('FLAG-12 tells that a key is taken first, and whatever else is wrong behind it', async () => {
    const { flags } = await testDeck()
    await flags.create({ key: 'taken' })
    const { id } = await flags.create({ key: 'a' })
    await expect(flags.update(id, { key: 'taken', archived: true })).rejects.toMatchObject({
      violations: [
        { attr: 'key', code: 'unique' },
        { attr: null, code: 'invalid_input' },
      ],
    })
  })

  it('FLAG-11 links no dashboard that there is not', async () => {
    const { flags, flag } = await deckWithFlag()
    await expect(flags.update(flag.id, { analyticsDashboardIds: [7] })).rejects.toMatchObject({
      code: 'does_not_exist',
      attr: 'analyticsDashboardIds',
      message: 'Invalid pk "7" - object does not exist.',
    })
  })

  it('FLAG-50 looks at no cohort that there is not', async () => {
    const { flags, flag } = await deckWithFlag()
    const filters = { groups: [{ properties: [{ key: 'id', type: 'cohort' as const, value: 5151 }] }] }
    await expect(flags.update(flag.id, { filters })).rejects.toMatchObject({
      code: 'cohort_does_not_exist',
      attr: 'filters',
      message: 'Cohort with id 5151 does not exist',
    })
  })

  it('FLAG-42 measures filters again when they are merged', async () => {
    const { flags } = await testDeck({ limits: { maxFiltersBytes: 300 } })
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ description: 'd'.repeat(100) }] } })
    await expect(flags.update(id, { filters: { payloads: { true: `"${'p'.repeat(150)}"` } } })).rejects.toMatchObject({
      attr: 'filters',
      message: expect.stringMatching(
        /^Feature flag filters exceed maximum size of 300 bytes\. Current size: \d+ bytes\./,
      ),
    })
  })

  it('FLAG-49 leaves a bad pattern alone that was stored before, and refuses another', async () => {
    const { flags, flag, store, context } = await deckWithFlag()
    const pattern = (value: string) => ({
      groups: [{ properties: [{ key: 'k', type: 'person' as const, operator: 'regex' as const, value }] }],
    })
    await store.write(async (tx) => {
      const stored = await tx.flags.find(context.project.id, flag.id)
      if (!stored) throw new Error('the flag is gone')
      await tx.flags.update({ ...stored, filters: pattern('(?=old)') }, newFlagIndex(stored), stored.version)
    })
    await expect(flags.update(flag.id, { filters: pattern('(?=old)') })).resolves.toMatchObject({ version: 2 })
    await expect(flags.update(flag.id, { filters: pattern('(?=new)') })).rejects.toMatchObject({
      message:
        'groups[0].properties[0].value: invalid regex pattern: look-around and back-references are not supported',
    })
  })

  it('FLAG-92 writes nothing of an update that it refuses', async () => {
    const { flags, flag, store, context } = await deckWithFlag()
    const state = () =>
      store.read(async (tx) => [
        await tx.flags.changedSince(context.project.id, 0),
        await tx.activity.list(context.project.id, { scope: 'FeatureFlag' }, { limit: 100, offset: 0 }),
        await tx.projects.versions([context.project.id]),
      ])
    const before = await state()
    await flags.create({ key: 'gone' }).then(({ id }) => flags.delete(id))
    const withTombstone = await state()
    expect(withTombstone).not.toEqual(before)
    // The tombstone would be renamed first; the payload is invalid.
    const input: UpdateFlagInput = { key: 'gone', name: 'x', filters: { payloads: { x: '1' } } }
    await expect(flags.update(flag.id, input)).rejects.toMatchObject({ attr: 'filters' })
    expect(await state()).toEqual(withTombstone)
  })
})

describe('the version that a client insists on', () => {
  it('FLAG-24 writes when it is the stored one', async () => {
    const { flags, flag } = await deckWithFlag()
    await expect(flags.update(flag.id, { name: 'x' }, { ifVersion: 1 })).resolves.toMatchObject({ version: 2 })
  })

  it.each([0, 2, 7])('FLAG-24 refuses version %d of a flag at version 1', async (ifVersion) => {
    const { flags, flag } = await deckWithFlag()
    await expect(flags.update(flag.id, { name: 'x' }, { ifVersion })).rejects.toMatchObject({
      kind: 'precondition_failed',
      code: 'precondition_failed',
      message: `The feature flag is at version 1, not ${ifVersion}. Please refresh and try again.`,
    })
    expect(await flags.get(flag.id)).toEqual(flag)
  })

  it('FLAG-24 lets one of two writers of the same version through', async () => {
    const { flags, flag } = await deckWithFlag()
    const outcomes = await Promise.allSettled(
      ['a', 'b'].map((name) => flags.update(flag.id, { name }, { ifVersion: 1 })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
