import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'

describe('a deleted flag', () => {
  it('FLAG-13 can still be read by its id, and keeps its key', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    expect(await flags.delete(id)).toMatchObject({ deleted: true, key: 'a', active: true, version: 2 })
    expect(await flags.get(id)).toMatchObject({ deleted: true, key: 'a', status: 'deleted' })
  })

  it('FLAG-13 is found by no list, no key and no evaluation', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 100 }] } })
    expect(flags.isEnabled('a', { distinctId: 'x' })).toBe(true)
    await flags.delete(id)
    expect(await flags.list()).toEqual({ count: 0, items: [] })
    expect(await flags.find('a')).toBeUndefined()
    expect(flags.evaluate('a', { distinctId: 'x' })).toMatchObject({ enabled: false, flagId: null })
    expect(flags.snapshot().keys).toEqual([])
  })

  it('FLAG-18 can be changed while it is deleted', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    await flags.create({ key: 'b' })
    expect(await flags.update(id, { name: 'x', key: 'b' })).toMatchObject({ name: 'x', key: 'b', deleted: true })
  })

  it('FLAG-18 can be deleted again', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    expect(await flags.delete(id)).toMatchObject({ deleted: true, version: 3 })
  })
})

describe('a key that a deleted flag holds', () => {
  it('FLAG-14 lets a key be reused after soft delete', async () => {
    const { flags } = await testDeck()
    const first = await flags.create({ key: 'a', name: 'first' })
    await flags.delete(first.id)
    const second = await flags.create({ key: 'a', name: 'second', filters: { groups: [{}] } })
    expect(second.id).not.toBe(first.id)
    expect(await flags.find('a')).toEqual(second)
    expect(await flags.get(first.id)).toMatchObject({ name: 'first', key: `a:deleted:${first.id}`, deleted: true })
  })

  it('FLAG-14 tells in the activity of the old flag who took its key', async () => {
    const { flags, as, member } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const deleted = await flags.delete(id)
    await createFlag(await as(member), { key: 'a' })
    const { items } = await flags.activity(id)
    expect(items[0]).toMatchObject({
      verb: 'updated',
      user: { email: member.email },
      detail: {
        name: `a:deleted:${id}`,
        changes: [{ field: 'key', before: 'a', after: `a:deleted:${id}` }],
      },
    })
    // The user that takes the key does not need permission to edit the flag.
    const { version, lastModifiedBy, updatedAt } = await flags.get(id)
    expect({ version, lastModifiedBy, updatedAt }).toEqual({
      version: 2,
      lastModifiedBy: deleted.lastModifiedBy,
      updatedAt: deleted.updatedAt,
    })
  })

  it('FLAG-14 lets a key be reused by renaming and by restoring', async () => {
    const { flags } = await testDeck()
    const gone = await flags.create({ key: 'a' })
    await flags.delete(gone.id)
    const other = await flags.create({ key: 'b' })
    await flags.update(other.id, { key: 'a' })
    expect(await flags.get(gone.id)).toMatchObject({ key: `a:deleted:${gone.id}` })
    await flags.delete(other.id)
    const third = await flags.create({ key: 'c' })
    await flags.delete(third.id)
    expect(await flags.update(third.id, { deleted: false, key: 'a' })).toMatchObject({ key: 'a', deleted: false })
    expect(await flags.get(other.id)).toMatchObject({ key: `a:deleted:${other.id}` })
  })

  it('FLAG-14 can be reused again and again', async () => {
    const { flags } = await testDeck()
    const ids: number[] = []
    for (let round = 0; round < 4; round++) {
      const { id } = await flags.create({ key: 'a' })
      ids.push(id)
      await flags.delete(id)
    }
    const keys = await Promise.all(ids.map(async (id) => (await flags.get(id)).key))
    expect(keys).toEqual([...ids.slice(0, 3).map((id) => `a:deleted:${id}`), 'a'])
  })

  it('FLAG-12 leaves the old flag a key that can be sent back', async () => {
    const { flags } = await testDeck()
    const longKey = 'k'.repeat(400)
    const old = await flags.create({ key: longKey })
    await flags.delete(old.id)
    const next = await flags.create({ key: longKey })
    const { key, version } = await flags.get(old.id)
    expect(key).toBe(`${longKey}:deleted:${old.id}`)
    const originalFlag = { key, name: '' }
    expect(await flags.update(old.id, { key, name: 'x', version, originalFlag })).toMatchObject({ key, name: 'x' })
    expect(await flags.update(old.id, { key, deleted: false })).toMatchObject({
      key: `${'k'.repeat(398)}-2`,
      deleted: false,
    })
    const refused = { code: 'invalid_key', attr: 'key' }
    await expect(flags.update(old.id, { key: `a:deleted:${old.id}` })).rejects.toMatchObject(refused)
    await expect(flags.update(next.id, { key: `a:deleted:${next.id}` })).rejects.toMatchObject(refused)
    await expect(flags.update(next.id, { key: `a:deleted:${old.id}` })).rejects.toMatchObject(refused)
  })

  it('FLAG-14 stays as it is when the new flag is refused', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const deleted = await flags.delete(id)
    await expect(flags.create({ key: 'a', filters: { payloads: { x: '1' } } })).rejects.toMatchObject({
      attr: 'filters',
    })
    expect(await flags.get(id)).toEqual(deleted)
  })
})

describe('restoring', () => {
  it('FLAG-15 gives a flag its own key back', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 100 }] } })
    await flags.delete(id)
    expect(await flags.restore(id)).toMatchObject({ key: 'a', deleted: false, version: 3 })
    expect(flags.isEnabled('a', { distinctId: 'x' })).toBe(true)
  })

  it('FLAG-15 drops the suffix when the key is free again', async () => {
    const { flags } = await testDeck()
    const first = await flags.create({ key: 'a' })
    await flags.delete(first.id)
    const second = await flags.create({ key: 'a' })
    await flags.update(second.id, { key: 'b' })
    expect(await flags.restore(first.id)).toMatchObject({ key: 'a' })
  })

  it('FLAG-15 counts up from 2 while a live flag has the key', async () => {
    const { flags } = await testDeck()
    const first = await flags.create({ key: 'a' })
    await flags.delete(first.id)
    await flags.create({ key: 'a' })
    const second = await flags.create({ key: 'a-2' })
    const deleted = await flags.create({ key: 'a-3' })
    await flags.delete(deleted.id)
    expect(await flags.restore(first.id)).toMatchObject({ key: 'a-3' })
    expect(await flags.get(second.id)).toMatchObject({ key: 'a-2', deleted: false })
    expect(await flags.get(deleted.id)).toMatchObject({ key: `a-3:deleted:${deleted.id}`, deleted: true })
  })

  it('FLAG-15 counts up too for a flag whose key never got a suffix', async () => {
    const { flags } = await testDeck()
    const first = await flags.create({ key: 'a' })
    const second = await flags.create({ key: 'b' })
    await flags.delete(first.id)
    await flags.update(first.id, { key: 'b' })
    expect(await flags.restore(first.id)).toMatchObject({ key: 'b-2' })
    expect(await flags.get(second.id)).toMatchObject({ key: 'b' })
  })

  it('FLAG-15 never makes a key longer than 400 characters', async () => {
    const { flags } = await testDeck()
    const key = 'k'.repeat(400)
    const first = await flags.create({ key })
    await flags.delete(first.id)
    await flags.create({ key })
    const restored = await flags.restore(first.id)
    expect(restored.key).toBe(`${'k'.repeat(398)}-2`)
  })

  it('FLAG-15 takes a key that is sent along, if it is free', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await flags.delete(id)
    await flags.create({ key: 'b' })
    await expect(flags.update(id, { deleted: false, key: 'b' })).rejects.toMatchObject({ code: 'unique', attr: 'key' })
    await expect(flags.update(id, { deleted: false, key: 'c' })).resolves.toMatchObject({ key: 'c' })
  })

  it('FLAG-15 gives the key back that only a deleted flag holds, which becomes a tombstone', async () => {
    const { flags } = await testDeck()
    const first = await flags.create({ key: 'a', name: 'first' })
    await flags.delete(first.id)
    const second = await flags.create({ key: 'a', name: 'second', filters: { groups: [{}] } })
    await flags.delete(second.id)
    expect(await flags.restore(first.id)).toMatchObject({ key: 'a', name: 'first' })
    const tombstone = { key: `a:deleted:${second.id}`, deleted: true }
    expect(await flags.get(second.id)).toMatchObject(tombstone)
    expect((await flags.activity(second.id)).items[0]?.detail.changes).toContainEqual(
      expect.objectContaining({ field: 'key', before: 'a', after: tombstone.key }),
    )
    await flags.delete(first.id)
    expect(await flags.restore(second.id)).toMatchObject({ key: 'a', name: 'second' })
  })

  it('FLAG-17 leaves a live flag as it is', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    expect(await flags.restore(id)).toMatchObject({ key: 'a', deleted: false, version: 2 })
  })
})
