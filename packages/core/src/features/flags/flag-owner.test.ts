import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'

const TOO_LONG = 'a'.repeat(401)

describe('who looks after a flag', () => {
  it('FLAG-96 is nobody unless it is sent, and stays what it is until something else is', async () => {
    const { flags } = await testDeck()
    const { id, owner } = await flags.create({ key: 'a' })
    expect(owner).toBe('')
    expect(await flags.update(id, { owner: 'Team Checkout' })).toMatchObject({ owner: 'Team Checkout' })
    expect(await flags.update(id, { name: 'x' })).toMatchObject({ owner: 'Team Checkout' })
    expect(await flags.find('a')).toMatchObject({ owner: 'Team Checkout' })
  })

  it.each([
    ['  Anna Å. ', 'Anna Å.'],
    ['   ', ''],
    ['', ''],
    [null, ''],
    [TOO_LONG.slice(1), TOO_LONG.slice(1)],
  ])('FLAG-96 %j is kept as %j', async (sent, kept) => {
    const { flags } = await testDeck()
    expect((await flags.create({ key: 'a', owner: sent })).owner).toBe(kept)
    const { id } = await flags.create({ key: 'b', owner: 'before' })
    expect((await flags.update(id, { owner: sent })).owner).toBe(kept)
  })

  it.each([[TOO_LONG, 'max_length'] as const, ['a\0b', 'null_characters_not_allowed'] as const])(
    'FLAG-96 refuses %j',
    async (owner, code) => {
      const { flags } = await testDeck()
      await expect(flags.create({ key: 'a', owner })).rejects.toMatchObject({ attr: 'owner', code })
    },
  )

  it('FLAG-96 ACT-2 is told in the activity', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', owner: 'Anna' })
    await flags.update(id, { owner: 'Ben' })
    const [entry] = (await flags.activity(id)).items
    expect(entry?.detail.changes.find(({ field }) => field === 'owner')).toMatchObject({ before: 'Anna', after: 'Ben' })
  })

  it('FLAG-23 FLAG-96 two who change it differently meet a conflict', async () => {
    const { flags } = await testDeck()
    const read = await flags.create({ key: 'a', owner: 'Anna' })
    await flags.update(read.id, { owner: 'Ben' })
    const stale = { version: 1, originalFlag: read }
    await expect(flags.update(read.id, { owner: 'Cleo', ...stale })).rejects.toMatchObject({ kind: 'conflict' })
    expect(await flags.update(read.id, { owner: 'Anna', name: 'x', ...stale })).toMatchObject({ owner: 'Ben' })
  })

  it('FLAG-96 is not in the definitions feed', async () => {
    const { flags, context } = await testDeck()
    await flags.create({ key: 'a', owner: 'Anna' })
    const snapshot = context.snapshots.peek(context.project.id)
    expect(snapshot?.flags.map(({ key }) => key)).toEqual(['a'])
    expect(JSON.stringify(snapshot?.flags)).not.toContain('Anna')
  })
})
