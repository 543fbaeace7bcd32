import { describe, expect, it } from 'vitest'
import { type TestDeck, testDeck } from '../../../testing/test-deck.ts'
import { createFlag } from '../create-flag.ts'
import { deleteFlags } from './delete-flags.ts'
import { MAX_CHOSEN_FLAGS } from './flag-choice.ts'

const HALF = { groups: [{ rollout_percentage: 50 }] }
const WHOLE = { groups: [{ rollout_percentage: 100 }] }

function lookingAt(id: number) {
  const property = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
  return { groups: [{ properties: [property] }] }
}

async function keysOf({ flags }: TestDeck): Promise<readonly string[]> {
  return (await flags.list({}, { limit: 100 })).items.map(({ key }) => key)
}

describe('deleting several flags', () => {
  it('FLAG-102 tells of each how far it was rolled out', async () => {
    const { context, flags } = await testDeck()
    const variants = [{ key: 'a', rollout_percentage: 100 }]
    const off = await flags.create({ key: 'off', active: false, filters: WHOLE })
    const half = await flags.create({ key: 'half', filters: HALF })
    const whole = await flags.create({ key: 'whole', filters: WHOLE })
    const variant = await flags.create({ key: 'variant', filters: { ...WHOLE, multivariate: { variants } } })
    const nobody = await flags.create({ key: 'nobody', filters: { groups: [{ rollout_percentage: 0 }] } })
    const ids = [off.id, half.id, whole.id, variant.id, nobody.id]
    expect(await deleteFlags(context, { ids })).toEqual({
      deleted: [
        { id: off.id, key: 'off', rolloutState: 'not_rolled_out', activeVariant: null },
        { id: half.id, key: 'half', rolloutState: 'partial', activeVariant: null },
        { id: whole.id, key: 'whole', rolloutState: 'fully_rolled_out', activeVariant: null },
        { id: variant.id, key: 'variant', rolloutState: 'fully_rolled_out', activeVariant: 'a' },
        { id: nobody.id, key: 'nobody', rolloutState: 'not_rolled_out', activeVariant: null },
      ],
      errors: [],
    })
  })

  it('FLAG-102 gives each a version and an entry of its own, under one version of the project', async () => {
    const { context, flags, store, project } = await testDeck()
    const [one, two] = [await flags.create({ key: 'one' }), await flags.create({ key: 'two' })]
    const { version = 0 } = (await store.read((tx) => tx.projects.find(project.id))) ?? {}
    await deleteFlags(context, { ids: [one.id, two.id, one.id] })
    for (const { id } of [one, two]) {
      expect(await flags.get(id)).toMatchObject({ deleted: true, version: 2, projectVersion: version + 1 })
      expect((await flags.activity(id)).items.map(({ verb }) => verb)).toEqual(['deleted', 'created'])
    }
  })

  it('FLAG-102 says of each other why not, and deletes the rest', async () => {
    const { as, member, flags } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const ctx = await as(member)
    const theirs = await flags.create({ key: 'theirs' })
    const own = await createFlag(ctx, { key: 'own' })
    const gone = await flags.create({ key: 'gone' })
    await flags.delete(gone.id)
    const ids = [theirs.id, String(own.id), gone.id, 2 ** 40, 'x', null, 1.5]
    expect(await deleteFlags(ctx, { ids })).toEqual({
      deleted: [expect.objectContaining({ id: own.id })],
      errors: [
        { id: 'x', reason: 'Invalid flag ID format' },
        { id: null, reason: 'Invalid flag ID format' },
        { id: 1.5, reason: 'Invalid flag ID format' },
        { id: gone.id, reason: 'Flag not found' },
        { id: 2 ** 40, reason: 'Flag not found' },
        { id: theirs.id, key: 'theirs', reason: "You don't have edit permissions for this feature flag." },
      ],
    })
    expect(await flags.get(theirs.id)).toMatchObject({ deleted: false, version: 1 })
  })

  it('FLAG-103 keeps what a flag that stays looks at, over however many', async () => {
    const deck = await testDeck()
    const { context, flags } = deck
    const base = await flags.create({ key: 'base' })
    const middle = await flags.create({ key: 'middle', filters: lookingAt(base.id) })
    const top = await flags.create({ key: 'top', filters: lookingAt(middle.id) })
    const { deleted, errors } = await deleteFlags(context, { ids: [base.id, middle.id] })
    expect(deleted).toEqual([])
    expect(errors.map(({ key, reason }) => [key, reason])).toEqual([
      ['middle', expect.stringContaining(`other flags depend on it: top (ID: ${top.id})`)],
      ['base', expect.stringContaining(`other flags depend on it: middle (ID: ${middle.id})`)],
    ])
    expect(await keysOf(deck)).toEqual(['top', 'middle', 'base'])
  })

  it('FLAG-103 deletes flags along with all that look at them', async () => {
    const deck = await testDeck()
    const { context, flags } = deck
    const base = await flags.create({ key: 'base' })
    const off = await flags.create({ key: 'off', filters: lookingAt(base.id) })
    await flags.update(off.id, { active: false })
    const top = await flags.create({ key: 'top', filters: lookingAt(base.id) })
    expect((await deleteFlags(context, { ids: [base.id, top.id] })).deleted).toHaveLength(2)
    expect(await keysOf(deck)).toEqual(['off'])
  })

  it('FLAG-102 takes the filters of a list', async () => {
    const deck = await testDeck()
    const { context, flags } = deck
    await flags.create({ key: 'old', tags: ['x'] })
    await flags.create({ key: 'put-away', tags: ['x'], active: false, archived: true })
    await flags.create({ key: 'kept' })
    const { deleted } = await deleteFlags(context, { filters: { tags: '["x"]' } })
    expect(deleted.map(({ key }) => key)).toEqual(['old'])
    const archived = await deleteFlags(context, { filters: { tags: '["x"]', archived: 'true' } })
    expect(archived.deleted.map(({ key }) => key)).toEqual(['put-away'])
    expect(await keysOf(deck)).toEqual(['kept'])
  })

  it('FLAG-170 refuses mine, since an owner is a free text', async () => {
    const { context, flags } = await testDeck()
    await flags.create({ key: 'k', owner: 'Owner' })
    const refused = deleteFlags(context, { filters: { mine: 'true' } })
    await expect(refused).rejects.toMatchObject({ attr: 'mine', code: 'invalid_input' })
    expect((await flags.list()).items).toHaveLength(1)
  })

  it('FLAG-102 refuses to choose flags that are deleted, and writes nothing', async () => {
    const { context, flags } = await testDeck()
    const { id } = await flags.create({ key: 'k' })
    const deleted = await flags.delete(id)
    for (const word of ['true', 'True']) {
      const refused = deleteFlags(context, { filters: { deleted: word } })
      await expect(refused).rejects.toThrow('Deleted flags cannot be selected.')
    }
    expect(await flags.get(id)).toEqual(deleted)
  })

  it.each([
    [{}, 'Send either ids or filters.'],
    [{ ids: [1], filters: {} }, 'Send either ids or filters.'],
    [{ filters: { archived: 'ja' } }, 'Send true or false.'],
    [{ filters: { tags: '["x"' } }, 'Send a JSON list of text'],
    [{ ids: Array.from({ length: MAX_CHOSEN_FLAGS + 1 }, (_, n) => n) }, 'no more than 2000 elements'],
  ])('FLAG-102 refuses a choice that is none, and writes nothing', async (choice, detail) => {
    const deck = await testDeck()
    await deck.flags.create({ key: 'k' })
    await expect(deleteFlags(deck.context, choice)).rejects.toThrow(detail)
    expect(await keysOf(deck)).toEqual(['k'])
  })

  it.each([
    [{}, 'Send at least one filter, or ids.'],
    [{ tags: undefined }, 'Send at least one filter, or ids.'],
    [{ order: 'key' }, 'Send at least one filter, or ids.'],
    [{ deleted: 'false' }, 'Send at least one filter, or ids.'],
    [{ tags: '' }, 'This filter is empty. Send a value, or omit the filter.'],
    [{ tags: '[ ]', active: 'true' }, 'This filter is empty. Send a value, or omit the filter.'],
    [{ search: '  ' }, 'This filter is empty. Send a value, or omit the filter.'],
    [{ owner: ' ' }, 'This filter is empty. Send a value, or omit the filter.'],
  ])('FLAG-162 refuses the filters %j, which would choose all flags', async (filters, detail) => {
    const deck = await testDeck()
    await deck.flags.create({ key: 'k' })
    await expect(deleteFlags(deck.context, { filters })).rejects.toThrow(detail)
    await expect(deck.flags.deleteMany({ filters })).rejects.toThrow(detail)
    expect(await keysOf(deck)).toEqual(['k'])
  })

  it('FLAG-162 refuses an unknown filter of an application', async () => {
    const deck = await testDeck()
    await deck.flags.create({ key: 'k' })
    const filters = { active: 'true', tag: 'x' } as object
    await expect(deck.flags.deleteMany({ filters })).rejects.toThrow('no option "tag". Did you mean "tags"?')
    expect(await keysOf(deck)).toEqual(['k'])
  })

  it('FLAG-102 writes nothing where nothing is to be deleted', async () => {
    const { context, store, project } = await testDeck()
    const versionNow = () => store.read(async (tx) => (await tx.projects.find(project.id))?.version)
    const version = await versionNow()
    expect(await deleteFlags(context, { ids: [] })).toEqual({ deleted: [], errors: [] })
    expect(await deleteFlags(context, { ids: [99] })).toMatchObject({ deleted: [] })
    expect(await versionNow()).toBe(version)
  })
})
