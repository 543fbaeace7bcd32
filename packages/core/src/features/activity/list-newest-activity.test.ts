import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from '../flags/create-flag.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { listNewestActivity, type NewestFilter } from './list-newest-activity.ts'

async function busyProject() {
  const deck = await testDeck()
  const member = await deck.as(deck.member)
  const flag = await deck.flags.create({ key: 'a' })
  await deck.dashboards.create({ name: 'Board' })
  await updateFlag(member, flag.id, { name: 'Of a member' })
  await deck.flags.update(flag.id, { name: 'Of the system' })
  await updateFlag(member, flag.id, { active: false })
  await createFlag(member, { key: 'b' })
  const told = async (filter: NewestFilter = {}) => {
    const { items, next } = await listNewestActivity(deck.context, filter)
    return { told: items.map(({ verb, detail }) => `${verb} ${detail.name}`), next, items }
  }
  return { ...deck, told }
}

describe('the newest activity of a project', () => {
  it('ACT-15 is that of every kind, the newest first, in parts', async () => {
    const { told, flags } = await busyProject()
    const all = ['created b', 'updated a', 'updated a', 'updated a', 'created Board', 'created a']
    expect(await told()).toMatchObject({ told: all, next: null })
    const first = await told({ limit: 4 })
    expect(first.told).toEqual(all.slice(0, 4))
    await flags.create({ key: 'meanwhile' })
    expect(await told({ limit: 4, before: first.next ?? 0 })).toMatchObject({ told: all.slice(4), next: null })
    expect(await told({ scope: 'Dashboard' })).toMatchObject({ told: ['created Board'], next: null })
  })

  it('ACT-15 is what one person did, with what changed then and not what others changed between', async () => {
    const { told, member } = await busyProject()
    const { told: names, items } = await told({ user: member.uuid })
    expect(names).toEqual(['created b', 'updated a', 'updated a'])
    const changed = items.map(({ detail }) => detail.changes.map(({ field, after }) => [field, after]))
    expect(items.map(({ version }) => version)).toEqual([1, 4, 2])
    expect(changed[1]).toContainEqual(['active', false])
    expect(changed[1]).not.toContainEqual(['name', 'Of the system'])
    expect(changed[2]).toContainEqual(['name', 'Of a member'])
    expect(await told({ user: crypto.randomUUID() })).toMatchObject({ told: [], next: null })
  })

  it('ACT-15 refuses what it does not know, and ACT-7 takes the scope activity_log:read', async () => {
    const { told, as, member } = await busyProject()
    await expect(told({ user: 'ana' })).rejects.toMatchObject({ attr: 'user' })
    await expect(told({ limit: 1001 })).rejects.toMatchObject({ attr: 'limit' })
    const other = await as(member, { scopes: ['insight:read'] })
    await expect(listNewestActivity(other)).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})
