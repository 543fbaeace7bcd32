import { describe, expect, it } from 'vitest'
import type { ProjectContext } from '../../runtime/context.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { removeGroupType, renameGroupType } from './change-group-type.ts'
import { addGroupType, addGroupTypesOfEvents, listGroupTypes } from './group-types.ts'
import { deleteGroup, listGroups, retrieveGroup } from './groups.ts'
import { saveGroup } from './save-group.ts'

const PAGE = { limit: 100, offset: 0 }
const deckWithTypes = (groupTypes = ['organization', 'company']) => testDeck({ project: { groupTypes } })

const groupTypes = (before: readonly string[], after: readonly (string | null)[]) => ({
  ...{ type: 'Project', action: 'changed', field: 'groupTypes' },
  ...{ before, after },
})

describe('group types', () => {
  it('GROUP-1 are added behind the others, and evaluation knows them at once', async () => {
    const { context, flags, project } = await deckWithTypes(['organization'])
    const { version } = flags.snapshot()
    expect(await addGroupType(context, { name: ' company ' })).toEqual({ name: 'company', index: 1 })
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
    const { context, store, project } = await testDeck({
      project: { groupTypes: ['organization'], eventsAddGroupTypes: true },
    })
    await addGroupType(context, { name: 'company' })
    await addGroupTypesOfEvents(context, ['team', 'company'])
    await addGroupTypesOfEvents(context, ['team'])
    await renameGroupType(context, 2, { name: 'crew' })
    await removeGroupType(context, 1)
    const told = await store.read((tx) => tx.activity.list(project.id, { scope: 'Project' }, PAGE))
    expect(told.items.map(({ detail }) => detail.changes)).toEqual([
      [groupTypes(['organization', 'company', 'crew'], ['organization', null, 'crew'])],
      [groupTypes(['organization', 'company', 'team'], ['organization', 'company', 'crew'])],
      [groupTypes(['organization', 'company'], ['organization', 'company', 'team'])],
      [groupTypes(['organization'], ['organization', 'company'])],
    ])
  })

  it('GROUP-1 are five at most, and differ', async () => {
    const { context } = await deckWithTypes(['a', 'b', 'c', 'd'])
    await expect(addGroupType(context, { name: 'a' })).rejects.toMatchObject({ code: 'unique', attr: 'name' })
    await expect(addGroupType(context, { name: ' ' })).rejects.toMatchObject({ code: 'blank' })
    await addGroupType(context, { name: 'e' })
    await expect(addGroupType(context, { name: 'f' })).rejects.toMatchObject({
      attr: 'name',
      message: 'A project can have at most 5 group types.',
    })
  })
})

describe('a group type that no live flag names', () => {
  const about = (index: number) => ({ groups: [{ aggregation_group_type_index: index }] })
  const save = (context: ProjectContext, groupTypeIndex: number, groupKey: string) =>
    saveGroup(context, { groupTypeIndex, key: groupKey, properties: { of: groupTypeIndex } })

  it('GROUP-4 is renamed, with its index and its groups', async () => {
    const { as, admin, context, flags } = await deckWithTypes()
    await save(context, 1, 'acme')
    const { version } = flags.snapshot()
    expect(await renameGroupType(await as(admin), 1, { name: ' customer ' })).toEqual({
      name: 'customer',
      index: 1,
    })
    expect(await listGroupTypes(context)).toEqual([
      { name: 'organization', index: 0 },
      { name: 'customer', index: 1 },
    ])
    expect(flags.snapshot().version).toBe(version + 1)
    await flags.create({ key: 'f', filters: about(1) })
    const groups = { customer: 'acme' }
    expect(flags.isEnabled('f', { distinctId: 'u', groups })).toBe(true)
    expect(flags.isEnabled('f', { distinctId: 'u', groups: { company: 'acme' } })).toBe(false)
    expect(await retrieveGroup(context, 1, 'acme')).toMatchObject({ properties: { of: 1 } })
  })

  it('GROUP-4 may keep its name, and takes none that another has', async () => {
    const { context } = await deckWithTypes()
    await renameGroupType(context, 1, { name: 'company' })
    const rename = (groupType: string, index = 1) => renameGroupType(context, index, { name: groupType })
    await expect(rename('organization')).rejects.toMatchObject({ code: 'unique', attr: 'name' })
    await expect(rename(' ')).rejects.toMatchObject({ code: 'blank', attr: 'name' })
    for (const index of [2, -1, 0.5]) {
      await expect(rename('x', index)).rejects.toMatchObject({ kind: 'not_found' })
      await expect(removeGroupType(context, index)).rejects.toMatchObject({ kind: 'not_found' })
    }
  })

  it('GROUP-5 is removed with its groups, and another may take its index', async () => {
    const { as, admin, context, flags } = await deckWithTypes(['a', 'b', 'c'])
    for (let n = 0; n < 1200; n++) await save(context, 1, `g${n}`)
    await save(context, 2, 'kept')
    await removeGroupType(await as(admin), 1)
    expect(await listGroupTypes(context)).toEqual([
      { name: 'a', index: 0 },
      { name: 'c', index: 2 },
    ])
    expect(await listGroups(context, 1, '', PAGE)).toEqual({ count: 0, items: [] })
    await expect(save(context, 1, 'x')).rejects.toMatchObject({ attr: 'groupTypeIndex' })
    await flags.create({ key: 'f', filters: about(2) })
    expect(flags.isEnabled('f', { distinctId: 'u', groups: { c: 'kept' } })).toBe(true)
    expect(await addGroupType(context, { name: 'd' })).toEqual({ name: 'd', index: 1 })
    expect((await listGroups(context, 1, '', PAGE)).count).toBe(0)
    expect(await retrieveGroup(context, 2, 'kept')).toMatchObject({ properties: { of: 2 } })
  })

  it('GROUP-5 leaves nothing to the next with its index, though its removal was interrupted', async () => {
    const { context, store, project } = await deckWithTypes(['a', 'b'])
    await save(context, 1, 'left')
    await store.write(async (tx) => {
      const stored = await tx.projects.find(project.id)
      if (stored) await tx.projects.update({ ...stored, groupTypes: ['a', null] })
    })
    expect(await addGroupType(context, { name: 'c' })).toEqual({ name: 'c', index: 1 })
    await expect(retrieveGroup(context, 1, 'left')).rejects.toMatchObject({ kind: 'not_found' })
  })

  it.each([
    ['what a condition is about', about(1)],
    ['what the flag is about', { aggregation_group_type_index: 1, groups: [{}] }],
    [
      'a filter',
      {
        aggregation_group_type_index: 1,
        groups: [{ properties: [{ key: 'seats', type: 'group', group_type_index: 1, value: '5', operator: 'gt' }] }],
      },
    ],
  ] as const)('GROUP-4 GROUP-5 stays as it is while a flag names it as %s', async (_, filters) => {
    const { context, flags } = await deckWithTypes()
    const { id } = await flags.create({ key: 'f', filters, active: false })
    const refused = {
      kind: 'validation',
      message: `This group type is used by feature flags: f (ID: ${id}). Please update them first.`,
    }
    await expect(renameGroupType(context, 1, { name: 'x' })).rejects.toMatchObject(refused)
    await expect(removeGroupType(context, 1)).rejects.toMatchObject(refused)
    await renameGroupType(context, 0, { name: 'x' })
    await flags.update(id, { deleted: true })
    await removeGroupType(context, 1)
  })

  it('GROUP-4 GROUP-5 is for admins, with a key that writes groups', async () => {
    const { as, admin, member, context } = await deckWithTypes()
    const change = async (who: ProjectContext) => {
      await expect(renameGroupType(who, 0, { name: 'x' })).rejects.toMatchObject({ kind: 'permission_denied' })
      await expect(removeGroupType(who, 0)).rejects.toMatchObject({ kind: 'permission_denied' })
    }
    await change(await as(member))
    await change(await as(admin, { scopes: ['group:read', 'project:write'] }))
    expect((await listGroupTypes(context)).map(({ name }) => name)).toEqual(['organization', 'company'])
  })
})

describe('a group', () => {
  it('GROUP-2 takes properties as a person does', async () => {
    const { context } = await deckWithTypes()
    await saveGroup(context, { groupTypeIndex: 1, key: 'acme', properties: { plan: 'pro', gone: 1 } })
    const saved = await saveGroup(context, {
      groupTypeIndex: 1,
      key: 'acme',
      properties: { seats: 7 },
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
      const input = { groupTypeIndex: groupTypeIndex as number, key: 'acme' }
      await expect(saveGroup(context, input)).rejects.toMatchObject({ kind: 'validation', attr: 'groupTypeIndex' })
    }
    for (const index of [-1, 5, 2 ** 40, Number.NaN, 0.5]) {
      await expect(retrieveGroup(context, index, 'acme')).rejects.toMatchObject({ kind: 'not_found' })
    }
  })

  it('HTTP-110 refuses to list groups of an index that no type can have', async () => {
    const { context } = await deckWithTypes()
    for (const index of [-1, 5, 2 ** 40, Number.NaN, 0.5]) {
      await expect(listGroups(context, index, '', PAGE)).rejects.toMatchObject({
        attr: 'groupTypeIndex',
        message: 'Send the index of a group type, from 0 to 4.',
      })
    }
    expect(await listGroups(context, 4, '', PAGE)).toEqual({ count: 0, items: [] })
  })

  it('PERSON-6 needs a key that may', async () => {
    const { as, member } = await deckWithTypes()
    const reader = await as(member, { scopes: ['group:read'] })
    const stranger = await as(member, { scopes: ['person:write'] })
    const refused = { kind: 'permission_denied' }
    await expect(saveGroup(reader, { groupTypeIndex: 0, key: 'a' })).rejects.toMatchObject(refused)
    await expect(deleteGroup(reader, 0, 'a')).rejects.toMatchObject(refused)
    await expect(addGroupType(reader, { name: 'x' })).rejects.toMatchObject(refused)
    await expect(retrieveGroup(stranger, 0, 'a')).rejects.toMatchObject(refused)
    await expect(listGroups(stranger, 0, '', PAGE)).rejects.toMatchObject(refused)
    await expect(listGroupTypes(stranger)).rejects.toMatchObject(refused)
  })
})
