import { describe, expect, it } from 'vitest'
import { BUILT_AT, newFlagIndex, newFlagRow, newProjectRow } from '../../testing/row-builders.ts'
import { insertFlag } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'
import type { CreateFlagInput } from './flag-input.ts'

const UNIQUE = {
  kind: 'validation',
  code: 'unique',
  attr: 'key',
  message: 'There is already a feature flag with this key.',
}

describe('a new flag', () => {
  it('FLAG-1 has these defaults', async () => {
    const { as, member, context } = await testDeck()
    const { warnings: _, ...flag } = await createFlag(await as(member), { key: 'new-checkout' })
    expect(flag).toEqual({
      id: expect.any(Number),
      projectId: context.project.id,
      projectVersion: context.project.version + 1,
      key: 'new-checkout',
      name: '',
      filters: { groups: [] },
      active: true,
      deleted: false,
      archived: false,
      createdBy: member,
      createdAt: BUILT_AT,
      lastModifiedBy: member,
      updatedAt: BUILT_AT,
      version: 1,
      ensureExperienceContinuity: false,
      rollbackConditions: null,
      performedRollback: null,
      tags: [],
      evaluationContexts: [],
      evaluationRuntime: 'all',
      bucketingIdentifier: 'distinct_id',
      isRemoteConfiguration: false,
      hasEncryptedPayloads: false,
      hasEnrichedAnalytics: false,
      owner: '',
      payloadSchema: null,
      earlyAccess: null,
      usageDashboardId: null,
      analyticsDashboardIds: [],
      lastCalledAt: null,
      usageKey: null,
      usageOrigin: null,
      usageResetAt: null,
      canEdit: true,
      userAccessLevel: 'manager',
      status: 'active',
      isSimpleFlag: false,
      rolloutPercentage: null,
      isEligibleForExperiment: false,
    })
  })

  it('FLAG-1 has everything that was sent', async () => {
    const { flags } = await testDeck()
    const input = {
      key: 'all',
      name: 'Everything',
      active: false,
      archived: true,
      createdAt: '2020-02-29T10:00:00+01:00',
      ensureExperienceContinuity: true,
      rollbackConditions: [{ threshold: 5 }],
      performedRollback: true,
      tags: ['Beta'],
      evaluationContexts: ['Web'],
      evaluationRuntime: 'server',
      bucketingIdentifier: null,
      isRemoteConfiguration: true,
      hasEnrichedAnalytics: true,
      owner: 'Anna',
      creationContext: 'surveys',
      filters: { groups: [{ rollout_percentage: 50 }], payloads: { true: { size: 3 } } },
    } as const
    const { creationContext: _, ...fields } = input
    expect(await flags.create(input)).toMatchObject({
      ...fields,
      createdAt: '2020-02-29T09:00:00.000000Z',
      tags: ['beta'],
      filters: {
        groups: [{ properties: [], rollout_percentage: 50, aggregation_group_type_index: null }],
        payloads: { true: '{"size":3}' },
        aggregation_group_type_index: null,
      },
    })
  })

  it('FLAG-1 keeps what was sent as null', async () => {
    const { flags } = await testDeck()
    const nothing = {
      evaluationRuntime: null,
      bucketingIdentifier: null,
      ensureExperienceContinuity: null,
      isRemoteConfiguration: null,
      hasEncryptedPayloads: null,
      hasEnrichedAnalytics: null,
    }
    expect(await flags.create({ key: 'a', ...nothing })).toMatchObject(nothing)
  })

  it('FLAG-7 keeps NUL and lone surrogates in its documents', async () => {
    const { flags } = await testDeck()
    const rollbackConditions = { '\0': ['\ud800', '\udfff\0'] }
    const properties = [{ key: 'plan', type: 'person', operator: 'exact', value: ['a\0b', '\ud800'] } as const]
    const filters = { groups: [{ properties }], payloads: { true: '"\ud800"' } }
    const { id } = await flags.create({ key: 'a', filters, rollbackConditions })
    const stored = await flags.get(id)
    expect(stored).toMatchObject({ rollbackConditions, filters })
    expect(flags.isEnabled('a', { distinctId: 'x', properties: { plan: 'a\0b' } })).toBe(true)
  })

  it('FLAG-1 begins at version 1, whatever was sent', async () => {
    const { flags } = await testDeck()
    const input: CreateFlagInput & { version: number } = { key: 'a', version: 7 }
    expect(await flags.create(input)).toMatchObject({ version: 1 })
  })

  it('FLAG-1 made by the system has nobody as its creator', async () => {
    const { flags } = await testDeck()
    expect(await flags.create({ key: 'a' })).toMatchObject({ createdBy: null, lastModifiedBy: null })
  })

  it('FLAG-26 that is sent as active has performed no rollback', async () => {
    const { flags } = await testDeck()
    expect(await flags.create({ key: 'a', active: true })).toMatchObject({ performedRollback: false })
    expect(await flags.create({ key: 'b', performedRollback: true })).toMatchObject({ performedRollback: true })
  })
})

describe('rollback conditions', () => {
  it.each(['text', 5, true])('FLAG-19 that are the %s from before stay until they change', async (stored) => {
    const { flags, store, project } = await testDeck()
    const row = newFlagRow({ projectId: project.id, key: 'old', rollbackConditions: stored })
    const { id } = await store.write((tx) => tx.flags.insert(row, newFlagIndex(row)))
    const kept = await flags.update(id, { name: 'x', rollbackConditions: stored })
    expect(kept).toMatchObject({ name: 'x', rollbackConditions: stored })
    await expect(flags.update(id, { rollbackConditions: 'other' })).rejects.toMatchObject({
      code: 'invalid_input',
      attr: 'rollbackConditions',
      message: 'Expected a dictionary or a list of items but got type "str".',
    })
    expect(await flags.update(id, { rollbackConditions: [stored] })).toMatchObject({ rollbackConditions: [stored] })
  })
})

describe('the key', () => {
  it('FLAG-12 is free for one live flag of a project only', async () => {
    const { flags } = await testDeck()
    await flags.create({ key: 'taken' })
    await expect(flags.create({ key: 'taken' })).rejects.toMatchObject(UNIQUE)
    await expect(flags.create({ key: 'Taken' })).resolves.toMatchObject({ key: 'Taken' })
  })

  it('FLAG-12 may be that of a flag in another project', async () => {
    const { flags, deck, store, organization } = await testDeck()
    const other = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    await flags.create({ key: 'taken' })
    const elsewhere = await deck.project(other.id)
    await expect(elsewhere.flags.create({ key: 'taken' })).resolves.toMatchObject({ projectId: other.id })
  })

  it('FLAG-12 that is taken is told before anything else that is stored', async () => {
    const { flags } = await testDeck()
    await flags.create({ key: 'taken' })
    const refused = flags.create({
      key: 'taken',
      filters: { groups: [], payloads: { x: '1' } },
      analyticsDashboardIds: [7],
      archived: true,
    })
    await expect(refused).rejects.toMatchObject({
      ...UNIQUE,
      violations: [
        { attr: 'key', code: 'unique' },
        { attr: 'filters', code: 'payload_key_not_true' },
        { attr: 'analyticsDashboardIds', code: 'does_not_exist', detail: 'Invalid pk "7" - object does not exist.' },
        { attr: null, code: 'invalid_input' },
      ],
    })
  })
})

describe('conditions', () => {
  const NONE = {
    code: 'reaches_nobody',
    attr: 'filters',
    detail: 'The flag matches no users: it has no condition sets.',
  }

  it.each([{ groups: [] }, { payloads: { true: '1' } }])(
    'FLAG-145 accepts a new flag with filters of %j, and warns',
    async (filters) => {
      const { flags } = await testDeck()
      const { id, warnings } = await flags.create({ key: 'a', filters })
      expect(warnings).toEqual([NONE])
      expect(await flags.update(id, { name: 'x' })).not.toHaveProperty('warnings')
      expect((await flags.update(id, { filters: { groups: [] } })).warnings).toEqual([NONE])
    },
  )

  it.each([{}, { filters: {} }, { active: false }])(
    'FLAG-145 warns of a new flag without filters: %j',
    async (fields) => {
      const errors: unknown[] = []
      const { flags } = await testDeck({ onError: (error) => errors.push(error) })
      expect((await flags.create({ key: 'a', ...fields })).warnings).toEqual([NONE])
      // Clients add the conditions of such a flag next, so there is nothing to log.
      expect(errors).toEqual([])
      await flags.create({ key: 'b', filters: { groups: [] } })
      expect(errors).toHaveLength(1)
    },
  )

  it('FLAG-165 warns of a percentage beside the filters that the flag does not get', async () => {
    const { flags } = await testDeck()
    const flag = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 20 }] } })
    const edited = { ...flag, rolloutPercentage: 80 }
    const { warnings } = await flags.update('a', edited)
    expect(warnings).toMatchObject([{ code: 'unread_key', attr: 'rolloutPercentage' }])
    expect(await flags.update('a', await flags.get('a'))).not.toHaveProperty('warnings')
    const filters = { groups: [{ rollout_percentage: 30 }] }
    expect(await flags.update('a', { ...(await flags.get('a')), filters })).not.toHaveProperty('warnings')
  })

  it('FLAG-145 accepts a flag without conditions as it was read, under another key', async () => {
    const { flags } = await testDeck()
    const read = await flags.get((await flags.create({ key: 'a' })).id)
    const again = await flags.create({ ...read, key: 'b' })
    expect(again).toMatchObject({ filters: read.filters, warnings: [NONE] })
  })

  it.each([
    [{ groups: [{ rollout_percentage: 0 }] }, 'all of its condition sets are at 0 %.'],
    [undefined, 'it has no condition sets.'],
  ])('FLAG-146 warns where a flag for nobody becomes remote configuration: %j', async (filters, why) => {
    const { flags } = await testDeck()
    await flags.create({ key: 'a', ...(filters && { filters }) })
    const { warnings } = await flags.update('a', { isRemoteConfiguration: true })
    expect(warnings).toMatchObject([{ code: 'reaches_nobody', detail: expect.stringContaining(why) }])
    expect(await flags.update('a', { name: 'x' })).not.toHaveProperty('warnings')
    const some = { groups: [{ rollout_percentage: 0 }, { rollout_percentage: 1 }] }
    expect(await flags.update('a', { filters: some })).not.toHaveProperty('warnings')
  })

  it.each([undefined, {}])('FLAG-53 lets a new flag do without filters: %j', async (filters) => {
    const { flags } = await testDeck()
    expect((await flags.create({ key: 'a', filters })).filters).toEqual({ groups: [] })
  })

  it.each([
    [undefined, [100]],
    [{ groups: [] }, [100]],
    [
      { groups: [{ rollout_percentage: 0 }, {}, { rollout_percentage: null }, { rollout_percentage: 20 }] },
      [100, 100, 100, 20],
    ],
  ])('FLAG-53 gives remote configuration to everybody where %j says nobody', async (filters, percentages) => {
    const { flags } = await testDeck()
    const flag = await flags.create({ key: 'a', isRemoteConfiguration: true, filters })
    expect(flag.filters.groups.map((group) => group.rollout_percentage)).toEqual(percentages)
    expect(flag.filters.groups[0]).toMatchObject({ properties: [], aggregation_group_type_index: null })
  })

  it('FLAG-53 gives remote configuration for groups to every group', async () => {
    const { flags } = await testDeck()
    const filters = { groups: [], aggregation_group_type_index: 1 }
    const flag = await flags.create({ key: 'a', isRemoteConfiguration: true, filters })
    expect(flag.filters).toMatchObject({
      aggregation_group_type_index: 1,
      groups: [{ aggregation_group_type_index: 1, rollout_percentage: 100 }],
    })
  })
})

describe('the number of flags', () => {
  const FULL = {
    code: 'invalid_input',
    attr: null,
    message:
      'Maximum of 2 feature flags allowed per team. Please delete unused flags, or raise FLAGDECK_MAX_FLAGS_PER_PROJECT, or the limits.maxFlagsPerProject option of the library.',
  }

  it('FLAG-9 is limited to the live ones of a project', async () => {
    const { flags } = await testDeck({ limits: { maxFlagsPerProject: 2 } })
    const { id } = await flags.create({ key: 'a' })
    await flags.create({ key: 'b', active: false, archived: true })
    await expect(flags.create({ key: 'c' })).rejects.toMatchObject(FULL)
    await flags.delete(id)
    await expect(flags.create({ key: 'c' })).resolves.toMatchObject({ key: 'c' })
  })

  it('FLAG-9 is 2,000 unless it is set, and says so', async () => {
    const { context, store, flags } = await testDeck()
    await store.write(async (tx) => {
      for (let count = 0; count < 2000; count++) await insertFlag(tx, { projectId: context.project.id })
    })
    await expect(flags.create({ key: 'a' })).rejects.toThrow(/^Maximum of 2,000 feature flags allowed per team\./)
  })

  it('FLAG-9 does not count when a flag is restored', async () => {
    const { flags } = await testDeck({ limits: { maxFlagsPerProject: 1 } })
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    await flags.create({ key: 'b' })
    await expect(flags.restore(id)).resolves.toMatchObject({ deleted: false })
  })
})
