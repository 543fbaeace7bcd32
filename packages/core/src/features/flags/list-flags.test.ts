import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'
import type { CreateFlagInput } from './flag-input.ts'
import { listFlags } from './list-flags.ts'
import { type FlagListFilters, parseFlagQuery } from './parse-flag-query.ts'

/** Returns a deck with these flags, created one minute apart. `keys` returns the keys in a list with these filters. */
async function deckOf(...inputs: readonly (string | CreateFlagInput)[]) {
  const deck = await testDeck()
  for (const input of inputs) {
    await deck.flags.create(typeof input === 'string' ? { key: input } : input)
    deck.clock.advance(60_000)
  }
  const keys = async (filters: FlagListFilters = {}) => {
    const { count, items } = await deck.flags.list(filters)
    expect(count).toBe(items.length)
    return items.map(({ key }) => key)
  }
  return { ...deck, keys }
}

const VARIANTS = {
  groups: [{ rollout_percentage: 100 }],
  multivariate: {
    variants: [
      { key: 'a', rollout_percentage: 50 },
      { key: 'b', rollout_percentage: 50 },
    ],
  },
}

describe('the list of flags', () => {
  it('FLAG-30 shows live flags, newest first', async () => {
    const { keys, flags } = await deckOf('a', 'b', 'c')
    const [, middle] = (await flags.list()).items
    await flags.delete(middle?.id ?? 0)
    expect(await keys()).toEqual(['c', 'a'])
  })

  it('FLAG-35 shows the deleted flags when asked to, and narrows them like the others', async () => {
    const { keys, flags } = await deckOf('live', { key: 'a', tags: ['x'] }, 'b')
    const archived = await flags.create({ key: 'archived', active: false, archived: true })
    const [b, a] = (await flags.list()).items
    for (const flag of [a, b, archived]) await flags.delete(flag?.id ?? 0)
    expect(await keys()).toEqual(['live'])
    for (const deleted of ['false', '']) expect(await keys({ deleted })).toEqual(['live'])
    for (const deleted of ['true', 'True']) expect(await keys({ deleted })).toEqual(['archived', 'b', 'a'])
    expect(await keys({ deleted: 'true', tags: '["x"]' })).toEqual(['a'])
    expect(await keys({ deleted: 'true', archived: 'true' })).toEqual(['archived'])
    expect(await keys({ deleted: 'true', archived: 'false', order: 'key' })).toEqual(['a', 'b'])
    expect(await keys({ deleted: 'true', active: 'STALE' })).toEqual([])
  })

  it('FLAG-30 breaks ties by the id, the later first', async () => {
    const { flags } = await testDeck()
    for (const key of ['a', 'b', 'c']) await flags.create({ key, createdAt: '2026-01-01T00:00:00Z' })
    expect((await flags.list()).items.map(({ key }) => key)).toEqual(['c', 'b', 'a'])
    expect((await flags.list({ order: 'created_at' })).items.map(({ key }) => key)).toEqual(['c', 'b', 'a'])
  })

  it('PAGE-1 shows each once while nothing comes or goes, and moves on with what does', async () => {
    const { flags } = await testDeck()
    for (const key of ['d', 'c', 'b', 'a']) await flags.create({ key })
    const page = async (offset: number) => (await flags.list({}, { limit: 2, offset })).items.map(({ key }) => key)
    expect([...(await page(0)), ...(await page(2))]).toEqual(['a', 'b', 'c', 'd'])
    const { id } = await flags.create({ key: 'new' })
    expect(await page(2)).toEqual(['b', 'c'])
    await flags.delete(id)
    expect(await page(2)).toEqual(['c', 'd'])
    const [first] = (await flags.list({}, { limit: 1, offset: 0 })).items
    if (first) await flags.delete(first.id)
    expect(await page(2)).toEqual(['d'])
  })

  it('PAGE-1 counts all that match and shows one part of them', async () => {
    const { flags } = await deckOf('a', 'b', 'c', 'd')
    const page = await flags.list({ order: 'key' }, { limit: 2, offset: 1 })
    expect([page.count, page.items.map(({ key }) => key)]).toEqual([4, ['b', 'c']])
  })

  it('PAGE-4 is empty past the end, and still says how many there are', async () => {
    const { flags } = await deckOf('a', 'b')
    expect(await flags.list({}, { offset: 2 })).toEqual({ count: 2, items: [] })
    expect(await flags.list({}, { offset: 1e12 })).toEqual({ count: 2, items: [] })
  })

  it('FLAG-30 shows only the flags of the project', async () => {
    const { flags, deck, store, organization } = await deckOf('a')
    const other = await testDeck({ store })
    await other.flags.create({ key: 'b' })
    expect((await flags.list()).items.map(({ key }) => key)).toEqual(['a'])
    expect(deck.context.store).toBe(store)
    expect(other.organization.id).not.toBe(organization.id)
  })
})

describe('filters of the list', () => {
  const off = { key: 'off', active: false }
  const archived = { key: 'archived', active: false, archived: true }

  it.each([{ active: true }, { search: 5 }, { tags: ['x'] }])(
    'FLAG-31 says that filters are text instead of %j',
    async (wrong) => {
      const { flags } = await testDeck()
      // Programs without types can send this.
      await expect((async () => flags.list(wrong as object))()).rejects.toMatchObject({
        kind: 'validation',
        attr: Object.keys(wrong)[0],
        message: 'Not a valid string.',
      })
    },
  )

  it.each([
    ['true', ['on']],
    ['TRUE', ['on']],
    ['false', ['off']],
    ['False', ['off']],
    ['1', ['on']],
    ['', ['off', 'on']],
    [undefined, ['off', 'on']],
  ])('FLAG-31 active=%s', async (active, expected) => {
    const { keys } = await deckOf('on', off)
    expect(await keys({ active })).toEqual(expected)
  })

  it.each([
    [undefined, ['on']],
    ['false', ['on']],
    ['', ['on']],
    ['true', ['archived']],
    ['True', ['archived']],
  ])('FLAG-31 archived=%s: archived flags are hidden unless they are asked for', async (asked, expected) => {
    const { keys } = await deckOf('on', archived)
    expect(await keys({ archived: asked })).toEqual(expected)
  })

  it('FLAG-170 mine lists what the caller created or owns, narrowed by other filters', async () => {
    const { flags, as, member } = await testDeck()
    const ctx = await as(member)
    await createFlag(ctx, { key: 'created' })
    await flags.create({ key: 'by-email', owner: member.email.toUpperCase() })
    await flags.create({ key: 'by-name', owner: member.firstName })
    await flags.create({ key: 'off', owner: member.email, active: false })
    await flags.create({ key: 'of-others', owner: 'Somebody else' })
    const keysOf = async (filters: FlagListFilters) => {
      const query = parseFlagQuery(ctx, { ...filters, order: 'key' })
      return (await listFlags(ctx, query, { limit: 10, offset: 0 })).items.map(({ key }) => key)
    }
    expect(await keysOf({ mine: 'true' })).toEqual(['by-email', 'by-name', 'created', 'off'])
    expect(await keysOf({ mine: 'true', active: 'true' })).toEqual(['by-email', 'by-name', 'created'])
    expect((await flags.list({ mine: 'true' })).items).toEqual([])
  })

  it.each(['false', 'perhaps'])('FLAG-171 refuses mine=%s', async (mine) => {
    const { keys } = await deckOf('a')
    await expect(keys({ mine })).rejects.toMatchObject({ attr: 'mine', code: 'invalid_input' })
  })

  it('FLAG-31 created_by_id is one id, several, or a JSON list', async () => {
    const { flags, as, owner, member, admin } = await testDeck()
    for (const user of [owner, member, admin]) await createFlag(await as(user), { key: `by-${user.id}` })
    await flags.create({ key: 'by-nobody' })
    const by = async (createdById: string) =>
      (await flags.list({ createdById, order: 'id' })).items.map(({ createdBy }) => createdBy?.id ?? null)
    expect(await by(String(owner.id))).toEqual([owner.id])
    expect(await by(` ${owner.id} , ${member.id}`)).toEqual([owner.id, member.id])
    expect(await by(`[${owner.id}, "${admin.id}"]`)).toEqual([owner.id, admin.id])
    expect(await by('404')).toEqual([])
    for (const empty of ['', ' ', '[]']) expect(await by(empty)).toHaveLength(4)
  })

  it('FLAG-31 key is the whole key, whatever its case', async () => {
    const { keys } = await deckOf('New-Checkout', 'new-checkout-2')
    expect(await keys({ key: 'new-CHECKOUT' })).toEqual(['New-Checkout'])
    expect(await keys({ key: 'new' })).toEqual([])
  })

  it.each([
    ['boolean', ['remote', 'plain']],
    ['multivariant', ['variants']],
    ['remote_config', ['remote']],
    ['experiment', []],
    ['', ['remote', 'variants', 'plain']],
  ])('FLAG-31 type=%s', async (type, expected) => {
    const { keys } = await deckOf(
      'plain',
      { key: 'variants', filters: VARIANTS },
      { key: 'remote', isRemoteConfiguration: true },
    )
    expect(await keys({ type })).toEqual(expected)
  })

  it.each([
    ['server', ['server']],
    ['all', ['all']],
    ['both', ['all']],
    ['client', []],
    ['', ['all', 'server']],
  ])('FLAG-31 evaluation_runtime=%s', async (evaluationRuntime, expected) => {
    const { keys } = await deckOf({ key: 'server', evaluationRuntime: 'server' }, 'all')
    expect(await keys({ evaluationRuntime })).toEqual(expected)
  })

  it('FLAG-31 tags are any of these, excluded_tags none of those', async () => {
    const { keys } = await deckOf({ key: 'ab', tags: ['a', 'b'] }, { key: 'b', tags: ['b'] }, 'none')
    expect(await keys({ tags: '["a"]' })).toEqual(['ab'])
    expect(await keys({ tags: '["A ", "x"]' })).toEqual(['ab'])
    expect(await keys({ excludedTags: '["a"]' })).toEqual(['none', 'b'])
    expect(await keys({ tags: '["b"]', excludedTags: '["a"]' })).toEqual(['b'])
    for (const one of ['a', ' A ']) expect(await keys({ tags: one })).toEqual(['ab'])
    expect(await keys({ excludedTags: 'a' })).toEqual(['none', 'b'])
    for (const empty of ['', ' ', '[]']) expect(await keys({ tags: empty })).toHaveLength(3)
  })

  it('FLAG-31 excluded_properties are keys to leave out', async () => {
    const { keys } = await deckOf('a', 'b', 'c')
    expect(await keys({ excludedProperties: '["a","c","x"]' })).toEqual(['b'])
    expect(await keys({ excludedProperties: 'a' })).toEqual(['c', 'b'])
  })

  it('FLAG-31 has_evaluation_contexts', async () => {
    const { keys } = await deckOf({ key: 'with', evaluationContexts: ['web'] }, 'without')
    expect(await keys({ hasEvaluationContexts: 'true' })).toEqual(['with'])
    expect(await keys({ hasEvaluationContexts: 'false' })).toEqual(['without'])
    expect(await keys({ hasEvaluationContexts: '' })).toHaveLength(2)
  })

  it.each([
    ['active', ['whatever', 'yess', 'STALED'], 'Send true, false or STALE.'],
    ['archived', ['ja', 'x'], 'Send true or false.'],
    ['deleted', ['perhaps'], 'Send true or false.'],
    ['hasEvaluationContexts', ['maybe'], 'Send true or false.'],
    ['type', ['bool', 'Boolean'], 'Send one of boolean, multivariant, experiment, remote_config.'],
    ['evaluationRuntime', ['SERVER', 'node', '\0'], 'Send one of server, client, all, both.'],
    ['createdById', ['x', '{}', ',', '1,x', '1,', '["x"]', '1.5', 'null'], 'Send the id of a user'],
    ['tags', ['["a"', '{"a":1}', '[1]', '[["a"]]', '["a",null]', '[" "]', 'a,b', '"a"'], 'Send a JSON list of text'],
    ['excludedTags', ['["a"', '[1]', 'a,b'], 'Send a JSON list of text'],
    ['excludedProperties', ['["a"', '[1]', 'a,b'], 'Send a JSON list of text'],
  ])('FLAG-161 refuses %s with another value than %j', async (name, values, detail) => {
    const { keys } = await deckOf('a')
    for (const value of values) {
      const refusal = await keys({ [name]: value }).then(String, (error: unknown) => error)
      expect(refusal, value).toMatchObject({ kind: 'validation', attr: name, message: expect.stringContaining(detail) })
    }
  })

  it('FLAG-36 owner is the whole owner, whatever its case', async () => {
    const { keys } = await deckOf({ key: 'a', owner: 'Anna Åberg' }, { key: 'b', owner: 'anna åberg' }, 'c')
    for (const owner of ['Anna Åberg', 'ANNA ÅBERG', ' anna åberg ']) expect(await keys({ owner })).toEqual(['b', 'a'])
    for (const owner of ['Anna', 'nobody', 'anna_åberg']) expect(await keys({ owner })).toEqual([])
    for (const owner of ['', ' ']) expect(await keys({ owner })).toEqual(['c', 'b', 'a'])
  })

  it('FLAG-36 follows a change of the owner', async () => {
    const { keys, flags } = await deckOf({ key: 'a', owner: 'Anna' })
    await flags.update((await flags.find('a'))?.id ?? 0, { owner: 'Ben' })
    expect(await keys({ owner: 'anna' })).toEqual([])
    expect(await keys({ owner: 'ben' })).toEqual(['a'])
  })

  it('FLAG-31 go together', async () => {
    const { keys } = await deckOf({ key: 'a', tags: ['x'] }, { key: 'b', tags: ['x'], active: false }, 'c')
    expect(await keys({ tags: '["x"]', active: 'true' })).toEqual(['a'])
  })
})

describe('stale flags', () => {
  it('FLAG-34 are listed as their status says', async () => {
    const { flags, store, context, clock } = await testDeck()
    const everybody = { groups: [{ rollout_percentage: 100 }] }
    const old = timestampOf(clock() - 30 * 86_400_000 - 1)
    const calledAt = { 'called-long-ago': old, 'called-lately': timestampOf(clock() - 30 * 86_400_000) } as const
    for (const key of ['open', 'called-long-ago', 'called-lately', 'off', 'half']) {
      const filters = key === 'half' ? { groups: [{ rollout_percentage: 50 }] } : everybody
      await flags.create({ key, filters, createdAt: old, active: key !== 'off' })
    }
    await flags.create({ key: 'young', filters: everybody, createdAt: timestampOf(clock() - 30 * 86_400_000) })
    await store.write(async (tx) => {
      const projectId = context.project.id
      for (const [flagKey, at] of Object.entries(calledAt)) {
        const seen = { projectId, flagKey, firstSeen: at, lastSeen: at, lastVariant: 'true', lastSdk: '' }
        await tx.seenFlags.note([seen])
      }
    })
    const { items } = await flags.list({ active: 'STALE', order: 'key' })
    expect(items.map(({ key }) => key)).toEqual(['called-long-ago', 'open'])
    const all = await flags.list({ order: 'key' })
    expect(all.items.filter(({ status }) => status === 'stale')).toEqual(items)
  })

  it('FLAG-136 are listed without conditions, as their status says', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', createdAt: '2020-01-01' })
    expect(await flags.get(id)).toMatchObject({ status: 'stale' })
    expect((await flags.list({ active: 'stale' })).items).toMatchObject([{ id }])
  })
})

describe('the order of the list', () => {
  it.each([
    ['key', ['a', 'b', 'c']],
    ['-key', ['c', 'b', 'a']],
    ['id', ['b', 'c', 'a']],
    ['-created_at', ['a', 'c', 'b']],
    ['created_at', ['b', 'c', 'a']],
    ['active', ['c', 'a', 'b']],
    ['-active', ['a', 'b', 'c']],
    ['version', ['a', 'c', 'b']],
    [undefined, ['a', 'c', 'b']],
    ['', ['a', 'c', 'b']],
  ])('FLAG-32 order=%s', async (order, expected) => {
    const { keys, flags } = await deckOf('b', { key: 'c', active: false }, 'a')
    await flags.find('b').then((flag) => flags.update(flag?.id ?? 0, {}))
    expect(await keys({ order })).toEqual(expected)
  })

  it('FLAG-32 takes any column of the flag', async () => {
    const { keys } = await deckOf('a')
    const columns = [
      'id',
      'key',
      'name',
      'active',
      'archived',
      'created_at',
      'updated_at',
      'created_by',
      'last_modified_by',
      'version',
      'ensure_experience_continuity',
      'performed_rollback',
      'evaluation_runtime',
      'bucketing_identifier',
      'is_remote_configuration',
      'has_encrypted_payloads',
      'last_called_at',
      'owner',
    ]
    for (const column of columns) expect(await keys({ order: column })).toEqual(['a'])
  })

  it.each([
    'filters',
    'x',
    '-',
    '--key',
    'key,name',
    'createdAt',
    'created_by_id',
    '__proto__',
    'constructor',
    'key desc',
    '?',
  ])('FLAG-32 refuses order=%s', async (order) => {
    const { keys } = await deckOf('a')
    await expect(keys({ order })).rejects.toMatchObject({
      kind: 'validation',
      code: 'invalid_choice',
      attr: 'order',
      message: expect.stringContaining(`"${order}" is not a valid choice. Choose one of: id, key, name, `),
    })
  })
})

describe('searching', () => {
  const FLAGS = [
    { key: 'new-check_out', name: 'Faster payment' },
    { key: 'newcheckout', name: '100% of_all' },
    { key: 'other', name: 'The  NEW\tcheck-out' },
  ]

  it.each([
    ['check', ['other', 'newcheckout', 'new-check_out']],
    ['CHECK', ['other', 'newcheckout', 'new-check_out']],
    ['faster', ['new-check_out']],
    ['new check out', ['other', 'new-check_out']],
    ['new   check', ['other', 'new-check_out']],
    ['new\tcheck', ['other', 'new-check_out']],
    ['new-check', ['new-check_out']],
    ['check_out', ['new-check_out']],
    ['check-out', ['other']],
    ['  newcheck  ', ['newcheckout']],
    ['100%', ['newcheckout']],
    ['%', ['newcheckout']],
    ['_', ['newcheckout', 'new-check_out']],
    ['out faster', []],
    ['\\', []],
    ['nothing', []],
    ['   ', ['other', 'newcheckout', 'new-check_out']],
    ['', ['other', 'newcheckout', 'new-check_out']],
  ])('FLAG-33 finds %j in key and name', async (search, expected) => {
    const { keys } = await deckOf(...FLAGS)
    expect(await keys({ search })).toEqual(expected)
  })

  it('FLAG-33 follows a change of key and name', async () => {
    const { keys, flags } = await deckOf('before')
    const flag = await flags.find('before')
    await flags.update(flag?.id ?? 0, { key: 'after', name: 'Name' })
    expect([await keys({ search: 'before' }), await keys({ search: 'after' }), await keys({ search: 'name' })]).toEqual(
      [[], ['after'], ['after']],
    )
  })

  it('FLAG-33 refuses more than 200 characters', async () => {
    const { keys } = await deckOf('a')
    await expect(keys({ search: 'x'.repeat(200) })).resolves.toEqual([])
    await expect(keys({ search: 'x'.repeat(201) })).rejects.toMatchObject({
      kind: 'validation',
      code: 'invalid_input',
      attr: 'search',
      message: 'Search term cannot exceed 200 characters',
    })
  })
})
