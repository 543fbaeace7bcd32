import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryDeck } from './memory-deck.ts'
import { withFlags } from './with-flags.ts'

const ADA = { distinctId: 'ada' }

const DOCUMENT = {
  flagdeck_export: 1,
  flags: [
    { key: 'checkout', filters: { groups: [{ rollout_percentage: 0 }], payloads: { true: '"old"' } } },
    {
      key: 'pages',
      active: false,
      filters: {
        groups: [{ rollout_percentage: 50 }],
        multivariate: {
          variants: [
            { key: 'one', rollout_percentage: 50 },
            { key: 'three', rollout_percentage: 50 },
          ],
        },
      },
    },
  ],
}

async function openDeck() {
  const deck = await memoryDeck({ document: DOCUMENT })
  onTestFinished(() => deck.close())
  const { flags } = await deck.project()
  const state = async () =>
    (await flags.list({ order: 'key' })).items.map(({ active, filters }) => ({ active, filters }))
  return { deck, flags, before: await state(), state }
}

describe('a deck in memory', () => {
  it('EMBED-30 has the flags of a document', async () => {
    const { flags } = await openDeck()
    expect(flags.snapshot().keys).toEqual(['checkout', 'pages'])
    expect(flags.evaluate('pages', ADA).reason.code).toBe('flag_disabled')
  })

  it.each([DOCUMENT, 'project.json'])(
    'EMBED-30 says that the document is an option instead of taking %j for options',
    async (wrong) => {
      // A program without types may pass this.
      await expect(memoryDeck(wrong as object)).rejects.toThrow(/^memoryDeck needs the document as an option: /)
    },
  )

  it('EMBED-30 says what is wrong with a document', async () => {
    const document = { flagdeck_export: 1, flags: [{ key: 'no key' }] }
    await expect(memoryDeck({ document })).rejects.toThrow(/flags\[0\]/)
  })
})

describe('flags of a test', () => {
  it('EMBED-31 answer everybody as the test says, and there are no others', async () => {
    const answers = await withFlags(
      { on: true, off: false, pages: 'one', limits: { answer: true, payload: { uploads: 3 } } },
      (flags) => ({
        keys: flags.snapshot().keys,
        given: ['on', 'off', 'pages', 'limits'].map((key) => flags.variant(key, { distinctId: crypto.randomUUID() })),
        payload: flags.payload('limits', ADA),
      }),
    )
    expect(answers).toEqual({
      keys: ['limits', 'off', 'on', 'pages'],
      given: [true, false, 'one', true],
      payload: { uploads: 3 },
    })
  })

  it('EMBED-31 pass on what the test throws', async () => {
    const failing = withFlags({ on: true }, () => {
      throw new Error('the test')
    })
    await expect(failing).rejects.toThrow('the test')
  })

  it('EMBED-32 answer so on the deck of the application, and as before afterwards', async () => {
    const { deck, flags, before, state } = await openDeck()
    const given = await withFlags(
      { checkout: true, pages: 'three' },
      async () => [flags.variant('checkout', ADA), flags.variant('pages', ADA), flags.payload('checkout', ADA)],
      { deck },
    )
    expect(given).toEqual([true, 'three', 'old'])
    expect([flags.variant('checkout', ADA), flags.variant('pages', ADA)]).toEqual([false, false])
    expect(await state()).toEqual(before)
    await withFlags({ pages: 'seven' }, () => expect(flags.variant('pages', ADA)).toBe('seven'), { deck })
    await withFlags(
      { pages: false },
      () => expect(flags.evaluate('pages', ADA).reason.code).not.toBe('flag_disabled'),
      {
        deck,
      },
    )
    expect(await state()).toEqual(before)
  })

  it('EMBED-32 are as before when the test fails', async () => {
    const { deck, before, state } = await openDeck()
    const failing = withFlags({ checkout: true }, () => Promise.reject(new Error('the test')), { deck })
    await expect(failing).rejects.toThrow('the test')
    expect(await state()).toEqual(before)
    expect(await withFlags({ checkout: true }, () => 'again', { deck })).toBe('again')
  })

  it('EMBED-32 says that the deck is an option', async () => {
    const { deck } = await openDeck()
    await expect(withFlags({ checkout: true }, () => true, deck as object)).rejects.toThrow(
      /^withFlags needs the deck as /,
    )
  })

  it('EMBED-32 have to be flags of that deck, and of one test at a time', async () => {
    const { deck, before, state } = await openDeck()
    const unknown = withFlags({ checkout: true, 'no-such-flag': true }, () => 'ran', { deck })
    await expect(unknown).rejects.toThrow('The deck has no flag no-such-flag')
    expect(await state()).toEqual(before)
    const second = withFlags({ checkout: true }, () => withFlags({ pages: 'one' }, () => 'ran', { deck }), { deck })
    await expect(second).rejects.toThrow('Another test holds flags of this deck')
    expect(await state()).toEqual(before)
  })
})
