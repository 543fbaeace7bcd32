import { describe, expect, it } from 'vitest'
import { BUILT_AT } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'
import { listFlagActivity } from './list-flag-activity.ts'
import { updateFlag } from './update-flag.ts'

describe('what happened to a flag', () => {
  it('ACT-1 begins with its creation, without changes', async () => {
    const { as, member, flags, context } = await testDeck()
    const { id } = await createFlag(await as(member), { key: 'a' })
    expect((await flags.activity(id)).items).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        projectId: context.project.id,
        user: { firstName: member.firstName, email: member.email },
        verb: 'created',
        scope: 'FeatureFlag',
        itemId: String(id),
        detail: { changes: [], trigger: null, type: null, name: 'a', shortId: null },
        createdAt: BUILT_AT,
      },
    ])
  })

  it('ACT-23 does not report a rollback that only ended because the flag was enabled', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', active: false, performedRollback: null })
    const fieldsAfter = async (changes: Parameters<typeof flags.update>[1]) => {
      await flags.update(id, changes)
      const [entry] = (await flags.activity(id)).items
      const [version] = (await flags.versions(id)).items
      const fields = entry?.detail.changes.map(({ field }) => field).filter((field) => field !== 'version')
      expect(version?.fields).toEqual(fields)
      return fields
    }
    expect(await fieldsAfter({ active: true })).toEqual(['active'])
    expect(await fieldsAfter({ active: false, performedRollback: true })).toEqual(['active', 'performedRollback'])
    expect(await fieldsAfter({ active: true, name: 'again' })).toEqual(['name', 'active'])
    expect(await flags.get(id)).toMatchObject({ performedRollback: false })
    expect(await fieldsAfter({ performedRollback: true })).toEqual(['performedRollback'])
    expect(await fieldsAfter({ performedRollback: false })).toEqual(['performedRollback'])
  })

  it('ACT-2 tells each field that an update changed, before and after', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', tags: ['old'], rollbackConditions: [1] })
    await flags.update(id, {
      key: 'b',
      name: 'Name',
      active: false,
      tags: ['new'],
      rollbackConditions: null,
      performedRollback: true,
      evaluationRuntime: null,
    })
    const [entry] = (await flags.activity(id)).items
    expect(entry).toMatchObject({ verb: 'updated', detail: { name: 'b' } })
    const type = 'FeatureFlag'
    expect(entry?.detail.changes).toEqual([
      { type, action: 'changed', field: 'name', before: '', after: 'Name' },
      { type, action: 'changed', field: 'key', before: 'a', after: 'b' },
      { type, action: 'changed', field: 'active', before: true, after: false },
      { type, action: 'changed', field: 'version', before: 1, after: 2 },
      { type, action: 'deleted', field: 'rollbackConditions', before: [1], after: null },
      { type, action: 'created', field: 'performedRollback', before: null, after: true },
      { type, action: 'changed', field: 'tags', before: ['old'], after: ['new'] },
      { type, action: 'deleted', field: 'evaluationRuntime', before: 'all', after: null },
    ])
  })

  it('ACT-2 always tells the version, also when nothing else changed', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.update(id, {})
    const [entry] = (await flags.activity(id)).items
    expect(entry?.detail.changes).toEqual([
      { type: 'FeatureFlag', action: 'changed', field: 'version', before: 1, after: 2 },
    ])
  })

  it('ACT-2 tells filters as they are stored, and not when only the order of keys differs', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 5, variant: null }] } })
    await flags.update(id, { filters: { groups: [{ variant: null, rollout_percentage: 5 }] } })
    await flags.update(id, { filters: { payloads: { true: { a: 1 } } } })
    const [second, first] = (await flags.activity(id)).items
    expect(first?.detail.changes.map(({ field }) => field)).toEqual(['version'])
    expect(second?.detail.changes[0]).toMatchObject({ field: 'filters', after: { payloads: { true: '{"a":1}' } } })
  })

  it('ACT-2 tells no ids, no times and nothing that follows from other fields', async () => {
    const { flags, clock, as, owner } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    clock.advance(1000)
    await updateFlag(await as(owner), id, { createdAt: '2020-01-01' })
    const [entry] = (await flags.activity(id)).items
    expect(entry?.detail.changes.map(({ field }) => field)).toEqual(['version'])
  })

  it('ACT-3 calls deleting and restoring by their names', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    await flags.update(id, { name: 'x' })
    await flags.restore(id)
    const { items } = await flags.activity(id)
    expect(items.map(({ verb }) => verb)).toEqual(['restored', 'updated', 'deleted', 'created'])
    expect(items[2]?.detail.changes).toEqual([
      { type: 'FeatureFlag', action: 'changed', field: 'deleted', before: false, after: true },
      { type: 'FeatureFlag', action: 'changed', field: 'version', before: 1, after: 2 },
    ])
  })

  it('ACT-4 has nobody as the user where it was the system', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    expect((await flags.activity(id)).items).toMatchObject([{ user: null }])
  })
})

describe('the list of what happened', () => {
  it('ACT-5 is newest first by the order of writing, whatever the clock says', async () => {
    const { flags, clock } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    clock.advance(-86_400_000)
    await flags.update(id, { name: 'earlier by the clock' })
    expect((await flags.activity(id)).items.map(({ verb }) => verb)).toEqual(['updated', 'created'])
  })

  it('ACT-5 is of one flag, or of all flags of the project', async () => {
    const { flags, store } = await testDeck()
    const a = await flags.create({ key: 'a' })
    const b = await flags.create({ key: 'b' })
    const other = await testDeck({ store })
    const foreign = await other.flags.create({ key: 'c' })
    expect((await flags.activity()).items.map(({ itemId }) => itemId)).toEqual([String(b.id), String(a.id)])
    expect((await flags.activity(a.id)).count).toBe(1)
    await expect(flags.activity(foreign.id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(flags.activity(404)).rejects.toMatchObject({ kind: 'not_found', apiDetail: 'Not found.' })
  })

  it('ACT-5 goes on after the flag is deleted', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    expect((await flags.activity(id)).count).toBe(2)
  })

  it('ACT-6 comes in pages, and is empty past the end', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    for (const name of ['x', 'y', 'z']) await flags.update(id, { name })
    const page = await flags.activity(id, { limit: 2, offset: 1 })
    expect([page.count, page.items.map(({ detail }) => detail.changes[0]?.after)]).toEqual([4, ['y', 'x']])
    expect(await flags.activity(id, { offset: 4 })).toEqual({ count: 4, items: [] })
  })

  it.each(['feature_flag:read', 'feature_flag:write', 'activity_log:read', '*'] as const)(
    'ACT-7 can be read with the scope %s',
    async (scope) => {
      const { as, member } = await testDeck()
      const ctx = await as(member, { scopes: [scope] })
      await expect(listFlagActivity(ctx, { limit: 10, offset: 0 })).resolves.toEqual({ count: 0, items: [] })
    },
  )

  it('ACT-7 cannot be read with other scopes', async () => {
    const { as, member } = await testDeck()
    const ctx = await as(member, { scopes: ['dashboard:write'] })
    await expect(listFlagActivity(ctx, { limit: 10, offset: 0 })).rejects.toMatchObject({
      kind: 'permission_denied',
      message: "API key missing required scope 'feature_flag:read'",
    })
  })
})
