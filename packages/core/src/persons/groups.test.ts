import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'
import { addGroupType, addGroupTypes, listGroupTypes } from './group-types.ts'
import { deleteGroup, listGroups, retrieveGroup } from './groups.ts'
import { saveGroup } from './save-group.ts'

const PAGE = { limit: 100, offset: 0 }
const deckWithTypes = (groupTypes = ['organization', 'company']) => testDeck({ project: { groupTypes } })

const groupTypes = (before: readonly string[], after: readonly string[]) => ({
  ...{ type: 'Project', action: 'changed', field: 'groupTypes' },
  ...{ before, after },
})

describe('group types', () => {
  it('GROUP-1 are added behind the others, and evaluation knows them at once', async () => {
    const { context, flags, project } = await deckWithTypes(['organization'])
    const { version } = flags.snapshot()
    expect(await addGroupType(context, { groupType: ' company ' })).toEqual({ name: 'company', index: 1 })
    expect(await listGroupTypes(context)).toEqual([
      { name: 'organization', index: 0 },
      { name: 'company', index: 1 },
    ])
    expect(flags.snapshot().version).toBe(version + 1)
    expect(project.groupTypes).toEqual(['organization'])
    await flags.create({ key: 'f', filters: { groups: [{ aggregation_group_type_index: 1 }] } })
    expect(flags.isEnabled('f', { distinctId: 'u', groups: { company: 'acme' } })).toBe(true)
  })

  it('ACT-9 are told in the activity, each way that they come', async () => {
    const { context, store, project } = await deckWithTypes(['organization'])
    await addGroupType(context, { groupType: 'company' })
    await addGroupTypes(context, ['team', 'company'])
    await addGroupTypes(context, ['team'])
    const told = await store.read((tx) => tx.activity.list(project.id, { scope: 'Project' }, PAGE))
    expect(told.items.map(({ detail }) => detail.changes)).toEqual([
      [groupTypes(['organization', 'company'], ['organization', 'company', 'team'])],
      [groupTypes(['organization'], ['organization', 'company'])],
    ])
  })

  it('GROUP-1 are five at most, and differ', async () => {
    const { context } = await deckWithTypes(['a', 'b', 'c', 'd'])
    await expect(addGroupType(context, { groupType: 'a' })).rejects.toMatchObject({ code: 'unique', attr: 'groupType' })
    await expect(addGroupType(context, { groupType: ' ' })).rejects.toMatchObject({ code: 'blank' })
    await addGroupType(context, { groupType: 'e' })
    await expect(addGroupType(context, { groupType: 'f' })).rejects.toMatchObject({
      attr: 'groupType',
      message: 'A project has at most 5 group types.',
    })
  })
})

describe('a group', () => {
  it('GROUP-2 takes properties as a person does', async () => {
    const { context } = await deckWithTypes()
    await saveGroup(context, { groupTypeIndex: 1, groupKey: 'acme', groupProperties: { plan: 'pro', gone: 1 } })
    const saved = await saveGroup(context, {
      groupTypeIndex: 1,
      groupKey: 'acme',
      groupProperties: { seats: 7 },
      unset: ['gone'],
    })
    expect(saved).toMatchObject({ groupTypeIndex: 1, key: 'acme', properties: { plan: 'pro', seats: 7 } })
    expect(await retrieveGroup(context, 1, 'acme')).toEqual(saved)
    await expect(retrieveGroup(context, 0, 'acme')).rejects.toMatchObject({ kind: 'not_found' })
    expect(await listGroups(context, 1, 'ac', PAGE)).toEqual({ count: 1, items: [saved] })
    expect(await listGroups(context, 0, '', PAGE)).toEqual({ count: 0, items: [] })
    await deleteGroup(context, 1, 'acme')
    await expect(deleteGroup(context, 1, 'acme')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('GROUP-2 has a type that there is', async () => {
    const { context } = await deckWithTypes()
    for (const groupTypeIndex of [2, -1, 2 ** 40, 0.5, '0']) {
      const input = { groupTypeIndex: groupTypeIndex as number, groupKey: 'acme' }
      await expect(saveGroup(context, input)).rejects.toMatchObject({ kind: 'validation', attr: 'groupTypeIndex' })
    }
    for (const index of [-1, 5, 2 ** 40, Number.NaN, 0.5]) {
      await expect(retrieveGroup(context, index, 'acme')).rejects.toMatchObject({ kind: 'not_found' })
      expect(await listGroups(context, index, '', PAGE)).toEqual({ count: 0, items: [] })
    }
  })

  it('PERSON-6 needs a key that may', async () => {
    const { as, member } = await deckWithTypes()
    const reader = await as(member, { scopes: ['group:read'] })
    const stranger = await as(member, { scopes: ['person:write'] })
    const refused = { kind: 'permission_denied' }
    await expect(saveGroup(reader, { groupTypeIndex: 0, groupKey: 'a' })).rejects.toMatchObject(refused)
    await expect(deleteGroup(reader, 0, 'a')).rejects.toMatchObject(refused)
    await expect(addGroupType(reader, { groupType: 'x' })).rejects.toMatchObject(refused)
    await expect(retrieveGroup(stranger, 0, 'a')).rejects.toMatchObject(refused)
    await expect(listGroups(stranger, 0, '', PAGE)).rejects.toMatchObject(refused)
    await expect(listGroupTypes(stranger)).rejects.toMatchObject(refused)
  })
})
