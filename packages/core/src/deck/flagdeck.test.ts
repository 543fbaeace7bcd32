import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../data/memory/memory-store.ts'
import { StoreUnavailable } from '../data/store-errors.ts'
import { testDeck } from '../testing/test-deck.ts'
import { createFlagdeck } from './flagdeck.ts'

describe('an application that embeds Flagdeck', () => {
  it('EMBED-1 manages and evaluates flags in five lines', async () => {
    const deck = await createFlagdeck({ store: memoryStore() })
    onTestFinished(() => deck.close())
    const { flags } = await deck.project()
    await flags.create({ key: 'new-checkout', filters: { groups: [{ rollout_percentage: 100 }] } })
    expect(flags.isEnabled('new-checkout', { distinctId: 'user-42' })).toBe(true)
  })

  it('EMBED-23 says what is missing when it is started without a store', async () => {
    // A program without types may pass these.
    for (const options of [undefined, {}]) {
      const starting = createFlagdeck(options as unknown as Parameters<typeof createFlagdeck>[0])
      await expect(starting).rejects.toThrow(/^createFlagdeck requires a store/)
    }
  })

  it.each([
    [{ store: 'flags.db' }, /^createFlagdeck requires a store: /],
    [{ store: memoryStore }, /^createFlagdeck requires a store: /],
    [{ checkIntervalMs: Number.POSITIVE_INFINITY }, /^checkIntervalMs of createFlagdeck must be a number from 1 to /],
    [{ checkIntervalMs: 0 }, /^checkIntervalMs /],
    [{ usageFlushIntervalMs: '10s' }, /^usageFlushIntervalMs /],
    [{ onError: 'log' }, /^onError of createFlagdeck requires a function\.$/],
    [{ onEvaluation: {} }, /^onEvaluation /],
    [{ limits: 5 }, 'limits of createFlagdeck must be an object.'],
    [{ usageRetention: 'x' }, 'usageRetention of createFlagdeck must be an object.'],
    [{ recordUsage: 'no' }, 'recordUsage of createFlagdeck must be true or false.'],
  ])('EMBED-23 says what has to be there instead of %j', async (wrong, sentence) => {
    const options = { store: memoryStore(), ...wrong } as unknown as Parameters<typeof createFlagdeck>[0]
    await expect(createFlagdeck(options)).rejects.toThrow(sentence)
  })

  it.each([new StoreUnavailable('The store is unavailable.'), new Error('No thread starts here.')])(
    'EMBED-37 reports evaluations that it cannot write when it is closed: %s',
    async (failure) => {
      const errors: unknown[] = []
      const store = memoryStore()
      const deck = await createFlagdeck({ store, onError: (error) => errors.push(error) })
      const { flags } = await deck.project()
      await flags.create({ key: 'new-checkout' })
      for (let n = 0; n < 500; n++) flags.isEnabled('new-checkout', { distinctId: `user-${n}` })
      store.write = () => Promise.reject(failure)
      await deck.close()
      expect(errors.map(String)).toEqual([
        String(failure),
        // An evaluation counts as usage, and as an exposure of its user.
        'UsageLost: 1000 flag calls could not be stored and are not counted.',
      ])
    },
  )

  it('EMBED-2 answers with variants, payloads and reasons', async () => {
    const { flags } = await testDeck()
    await flags.create({
      key: 'banner',
      filters: {
        groups: [{ rollout_percentage: 100 }],
        multivariate: { variants: [{ key: 'blue', rollout_percentage: 100 }] },
        payloads: { blue: { size: 3 } },
      },
    })
    const ada = { distinctId: 'ada' }
    expect(flags.variant('banner', ada)).toBe('blue')
    expect(flags.evaluate('banner', ada)).toMatchObject({ variant: 'blue', payload: '{"size":3}' })
    expect(flags.evaluateAll(ada)).toEqual([flags.evaluate('banner', ada)])
    expect(flags.evaluateAll(ada, { keys: ['x'] })).toMatchObject([
      { enabled: false, reason: { code: 'flag_not_found' } },
    ])
    expect(flags.snapshot().keys).toEqual(['banner'])
  })

  it('EMBED-3 acts as the system, or as a user', async () => {
    const { deck, flags, member, project } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await flags.create({ key: 'a' })
    const asMember = await deck.as(member).project(project.id)
    await expect(asMember.flags.update(id, {})).rejects.toMatchObject({ kind: 'permission_denied' })
    const own = await asMember.flags.create({ key: 'b' })
    expect(own).toMatchObject({ createdBy: member, canEdit: true })
    await expect(flags.find('b')).resolves.toMatchObject({ id: own.id })
  })

  it('EMBED-3 lets no user into a project of others', async () => {
    const { deck, store } = await testDeck()
    const stranger = await testDeck({ store })
    await expect(deck.as(stranger.owner).project()).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it.each(['phc_0123', '1', { id: 1 }, {}, true])(
    'EMBED-4 says how a project is named instead of %j',
    async (wrong) => {
      const deck = await createFlagdeck({ store: memoryStore() })
      onTestFinished(() => deck.close())
      // A program without types may pass this.
      await expect(deck.project(wrong as number)).rejects.toThrow(/^A project is named by its id or its public token: /)
    },
  )

  it.each(['onChange', 'onStale'] as const)('EMBED-23 %s of flags needs a function', async (name) => {
    const { flags } = await testDeck()
    expect(() => flags[name](undefined as unknown as () => void)).toThrow(`flags.${name} requires a function.`)
  })

  it('EMBED-4 finds a project by its id or its token', async () => {
    const { deck, project } = await testDeck()
    expect((await deck.project({ token: project.apiToken })).project).toEqual(project)
    await expect(deck.project(404)).rejects.toMatchObject({ kind: 'not_found', apiDetail: 'Project not found.' })
  })

  it('EMBED-5 pages through flags and what happened', async () => {
    const { flags } = await testDeck()
    for (const key of ['a', 'b', 'c']) await flags.create({ key })
    expect(await flags.list({ order: 'key' }, { limit: 1, offset: 1 })).toMatchObject({
      count: 3,
      items: [{ key: 'b' }],
    })
    expect(await flags.activity(undefined, { limit: 1 })).toMatchObject({
      count: 3,
      items: [{ detail: { name: 'c' } }],
    })
  })

  it('EMBED-6 closes the store', async () => {
    const { deck, flags } = await testDeck()
    await deck.close()
    await expect(flags.list()).rejects.toBeInstanceOf(StoreUnavailable)
  })
})
