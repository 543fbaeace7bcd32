import { describe, expect, it } from 'vitest'
import { testDeck } from '../../../testing/test-deck.ts'
import { tagFlags } from './tag-flags.ts'

async function deckWithTags() {
  const deck = await testDeck()
  const one = await deck.flags.create({ key: 'one', tags: ['a', 'b'] })
  const two = await deck.flags.create({ key: 'two', tags: ['b'] })
  return { ...deck, one, two, ids: [one.id, two.id] }
}

describe('changing the tags of several flags', () => {
  it.each([
    [
      'add',
      ['c', ' B '],
      [
        ['a', 'b', 'c'],
        ['b', 'c'],
      ],
    ],
    ['remove', ['B'], [['a'], []]],
    ['set', ['C', 'c'], [['c'], ['c']]],
    ['set', [], [[], []]],
  ] as const)('FLAG-104 %s %o', async (action, tags, expected) => {
    const { context, flags, one, two, ids } = await deckWithTags()
    const { updated, skipped } = await tagFlags(context, { ids, action, tags: [...tags] })
    expect({ updated, skipped }).toEqual({
      updated: [one, two].map(({ id }, index) => ({ id, tags: expected[index] })),
      skipped: [],
    })
    expect((await flags.get(one.id)).tags).toEqual(expected[0])
    expect((await flags.get(two.id)).tags).toEqual(expected[1])
  })

  it('FLAG-104 gives no version to a flag that has its tags so already', async () => {
    const { context, flags, one, two, ids } = await deckWithTags()
    await tagFlags(context, { ids, action: 'add', tags: ['a'] })
    expect((await flags.get(one.id)).version).toBe(1)
    expect((await flags.get(two.id)).version).toBe(2)
  })

  it('FLAG-104 skips what is not there and what would have too many, with the reason', async () => {
    const { context, flags } = await testDeck()
    const full = await flags.create({ key: 'full', tags: Array.from({ length: 500 }, (_, n) => `t${n}`) })
    const { skipped } = await tagFlags(context, { ids: [full.id, 99_999, 'x'], action: 'add', tags: ['new'] })
    expect(skipped).toEqual([
      { id: 'x', reason: 'Not found or no edit access' },
      { id: 99_999, reason: 'Not found or no edit access' },
      { id: full.id, key: 'full', reason: 'A feature flag can have at most 500 tags.' },
    ])
  })

  it('FLAG-104 skips flags that the caller may not edit', async () => {
    const { as, member, flags } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await flags.create({ key: 'k', tags: ['a'] })
    const answer = await tagFlags(await as(member), { ids: [id], action: 'set', tags: [] })
    expect(answer).toEqual({ updated: [], skipped: [{ id, reason: 'Not found or no edit access' }] })
    expect(await flags.get(id)).toMatchObject({ tags: ['a'], version: 1 })
  })

  it.each([
    [
      { ids: [1], action: 'add', tags: [] },
      { code: 'empty', attr: 'tags' },
      "tags must not be empty for action 'add'.",
    ],
    [{ ids: [1], action: 'remove', tags: [' '] }, { code: 'empty', attr: 'tags' }, "for action 'remove'."],
    [{ ids: [1], action: 'paint', tags: ['x'] }, { code: 'invalid_choice', attr: 'action' }, 'not a valid choice'],
    [{ ids: Array(501).fill(1), action: 'set', tags: [] }, { code: 'max_length', attr: 'ids' }, '500'],
    [
      { ids: [1], action: 'set', tags: Array.from({ length: 101 }, (_, n) => `t${n}`) },
      { code: 'max_length', attr: 'tags' },
      '100',
    ],
  ])('FLAG-104 refuses %o', async (input, error, detail) => {
    const { context } = await testDeck()
    const refused = tagFlags(context, input as Parameters<typeof tagFlags>[1])
    await expect(refused).rejects.toMatchObject(error)
    await expect(refused).rejects.toThrow(detail)
  })
})
