import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store } from '../../data/store.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import type { EditConflict } from '../../foundation/errors/domain-error.ts'
import { REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { seedDashboard } from '../../testing/seed-dashboard.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import type { CreateFlagInput, UpdateFlagInput } from './flag-input.ts'
import { type UpdateFlagOptions, updateFlag } from './update-flag.ts'

const shares = (percentages: Readonly<Record<string, number>>): FilterInput['multivariate'] => ({
  variants: Object.entries(percentages).map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
})
const set = (rollout_percentage: number) => ({ rollout_percentage })
const sets = (...percentages: readonly number[]) => ({ groups: percentages.map(set) })

const ORIGINAL = {
  key: 'a',
  name: 'original',
  tags: ['original'],
  filters: { ...sets(10, 20, 30), multivariate: shares({ a: 50, b: 30, c: 20 }), payloads: { a: '1', b: '2', c: '3' } },
} satisfies UpdateFlagInput

/** Returns a flag that the owner has read at version 1, and that a member has then changed. */
async function read(
  change: UpdateFlagInput,
  original: Partial<CreateFlagInput> = ORIGINAL,
  options: TestDeckOptions = {},
) {
  const deck = await testDeck(options)
  const flag = await deck.flags.create({ key: 'a', ...original })
  await updateFlag(await deck.as(deck.member), flag.id, change)
  const owner = await deck.as(deck.owner)
  const send = (input: UpdateFlagInput, how: UpdateFlagOptions = {}) =>
    updateFlag(owner, flag.id, { version: 1, originalFlag: original, ...input }, how)
  const conflict = async (input: UpdateFlagInput): Promise<EditConflict> => {
    const refusal = await send(input).then(
      () => undefined,
      (error) => error,
    )
    expect(refusal).toMatchObject({ kind: 'conflict', code: 'conflict', attr: null })
    expect(await deck.flags.get(flag.id)).toMatchObject({ version: 2 })
    return refusal.conflict
  }
  return { ...deck, id: flag.id, flag, send, conflict }
}

describe('an update of a flag that others changed', () => {
  it('EDIT-3 is merged with what they did to other condition sets, variants and payloads', async () => {
    const renamed = {
      variants: [{ key: 'a', rollout_percentage: 50, name: 'A' }, ...(shares({ b: 30, c: 20 })?.variants ?? [])],
    }
    const { send } = await read({
      filters: { ...sets(11, 20, 30), multivariate: renamed, payloads: { a: '1', c: '3' } },
    })
    const filters = {
      ...sets(10, 20, 31, 40),
      multivariate: shares({ a: 50, b: 20, c: 30 }),
      payloads: { a: '9', b: '2', c: '3' },
    }
    expect(await send({ filters })).toMatchObject({
      version: 3,
      filters: {
        ...sets(11, 20, 31, 40),
        multivariate: { variants: [{ key: 'a', name: 'A' }, { key: 'b', rollout_percentage: 20 }, { key: 'c' }] },
        payloads: { a: '9', c: '3' },
      },
    })
  })

  it('EDIT-6 keeps everything when many edit parts of their own of what they have read at once', async () => {
    const { flags } = await testDeck()
    const percentages = Array.from({ length: 20 }, (_, n) => n)
    const { id } = await flags.create({ key: 'a', filters: sets(...percentages) })
    const originalFlag = { filters: sets(...percentages) }
    await Promise.all(
      percentages.map((own) => {
        const filters = sets(...percentages.map((each) => (each === own ? 50 + own : each)))
        return flags.update(id, { version: 1, originalFlag, filters })
      }),
    )
    expect(await flags.get(id)).toMatchObject({ version: 21, filters: sets(...percentages.map((each) => 50 + each)) })
  })

  it('EDIT-2 adds links to dashboards beside those that they added', async () => {
    const { flags, store, project } = await testDeck()
    const { id: one } = await seedDashboard(store, { projectId: project.id })
    const { id: other } = await seedDashboard(store, { projectId: project.id })
    const { id } = await flags.create({ key: 'a' })
    await flags.update(id, { analyticsDashboardIds: [one] })
    const stale = { version: 1, originalFlag: { analyticsDashboardIds: [] } }
    const updated = await flags.update(id, { analyticsDashboardIds: [other], ...stale })
    expect(updated.analyticsDashboardIds).toEqual([one, other])
  })

  it('EDIT-3 is merged when it replaces the filters whole', async () => {
    const { send } = await read({ filters: sets(11, 20, 30) })
    const { multivariate } = ORIGINAL.filters
    const updated = await send({ filters: { ...sets(10, 20), multivariate } }, { replaceFilters: true })
    expect(updated.filters).toMatchObject({ ...sets(11, 20), multivariate })
    expect(updated.filters.payloads ?? {}).toEqual({})
  })

  it('EDIT-1 is previewed as it would be written', async () => {
    const { flags, id, conflict } = await read({ filters: sets(11, 20, 30) })
    const stale = { version: 1, originalFlag: ORIGINAL }
    await conflict({ filters: sets(12, 20, 30) })
    await expect(flags.preview(id, { ...stale, filters: sets(12, 20, 30) })).rejects.toMatchObject({ code: 'conflict' })
    expect(await flags.preview(id, { ...stale, filters: sets(10, 20, 31) })).toMatchObject({ changed: 0 })
  })
})

describe('what an update started from', () => {
  it('EDIT-9 is the version that it says, when it says no more', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create(ORIGINAL)
    await flags.update(id, { name: 'second', filters: sets(11, 20, 30) })
    await flags.update(id, { owner: 'third', filters: { payloads: { a: '1', b: '2', c: '4' } } })
    const first = { filters: { ...sets(10, 20, 31), payloads: { a: '5', b: '2', c: '3' } }, version: 1 }
    expect(await flags.update(id, first)).toMatchObject({
      name: 'second',
      owner: 'third',
      filters: { ...sets(11, 20, 31), payloads: { a: '5', b: '2', c: '4' } },
    })
    await expect(flags.update(id, { owner: 'mine', version: 1 })).rejects.toMatchObject({ code: 'conflict' })
    expect(await flags.update(id, { owner: 'mine', version: 3 })).toMatchObject({ owner: 'mine', version: 5 })
  })

  it('EDIT-9 is the version that it says for whatever its original does not list', async () => {
    const { send, conflict } = await read({ name: 'theirs', tags: ['theirs'] })
    const { paths, base } = await conflict({ name: 'mine', tags: ['mine'], originalFlag: { tags: ['original'] } })
    expect([paths, base]).toEqual([['name', 'tags'], { name: 'original', tags: ['original'] }])
    // The values that a client states for earlier fields are trusted.
    expect(await send({ tags: ['mine'], originalFlag: { tags: ['theirs'] } })).toMatchObject({ tags: ['mine'] })
  })

  it.each<[what: string, version: number | null]>([
    ['the flag never had', 9],
    ['is none', 0],
    ['is null', null],
  ])('EDIT-9 is not known of a version that %s, and nothing is written over', async (_, version) => {
    const { send, conflict } = await read({ name: 'theirs' })
    const input = { name: 'mine', version, originalFlag: undefined }
    const { paths, base, theirs, mine } = await conflict(input)
    expect([paths, base, theirs, mine]).toEqual([['name'], {}, { name: 'theirs' }, { name: 'mine' }])
    await expect(send(input)).rejects.toThrow(`Version ${version ?? 0} is not available for comparison.`)
    expect(await send({ ...input, name: 'theirs' })).toMatchObject({ name: 'theirs', version: 3 })
  })

  it('EDIT-9 is not known of what history does not tell', async () => {
    const { send, conflict, flag } = await read({ name: 'theirs' })
    const createdAt = '2020-01-01T00:00:00Z'
    const { paths, base } = await conflict({ createdAt, originalFlag: undefined })
    expect([paths, base]).toEqual([['createdAt'], {}])
    const whole = { createdAt: flag.createdAt, owner: 'mine', originalFlag: undefined }
    expect(await send(whole)).toMatchObject({ owner: 'mine', createdAt: flag.createdAt })
  })

  it.each<[what: string, sent: FilterInput, merged: FilterInput]>([
    ['payloads that go', { ...sets(10, 20, 30), payloads: {} }, { payloads: {} }],
    ['variants that go', { multivariate: null, payloads: {} }, { multivariate: null, payloads: {} }],
    ['a payload that changes', { payloads: { a: '4', b: '2', c: '3' } }, { payloads: { a: '4', b: '2', c: '3' } }],
  ])(
    'EDIT-9 is the version that it says for what its original does not list of filters: %s',
    async (_, sent, merged) => {
      const { send } = await read({ name: 'theirs' })
      const originalFlag = { filters: sets(10, 20, 30) }
      const { multivariate, payloads } = ORIGINAL.filters
      const { name, filters } = await send({ filters: sent, originalFlag })
      expect([name, filters]).toMatchObject(['theirs', { ...sets(10, 20, 30), multivariate, payloads, ...merged }])
      expect(filters.payloads).toEqual(merged.payloads)
    },
  )

  it('EDIT-9 is the version that it says for filters that go since they are not sent', async () => {
    const { send } = await read({ name: 'theirs' })
    const input = { filters: sets(10, 20, 30), originalFlag: { filters: sets(10, 20, 30) } }
    const { filters } = await send(input, { replaceFilters: true })
    expect([filters.payloads ?? {}, filters.multivariate ?? null]).toEqual([{}, null])
  })

  it('EDIT-9 is not known of filters whose original lists less than is sent when history does not tell', async () => {
    const { send, conflict } = await read({ name: 'theirs' })
    const stale = { version: 9, originalFlag: { filters: sets(10, 20, 30) } }
    const { paths, base } = await conflict({ ...stale, filters: { payloads: {} } })
    expect([paths, base]).toEqual([['filters'], {}])
    expect(await send({ ...stale, filters: { ...sets(10, 20, 31), early_exit: true } })).toMatchObject({
      filters: { ...sets(10, 20, 31), early_exit: true, payloads: ORIGINAL.filters.payloads },
    })
  })

  it('EDIT-11 is not what it says itself of filters that no flag could have', async () => {
    const limits = { maxFiltersBytes: 2000 }
    const { conflict } = await read({ filters: sets(11, 20, 30) }, ORIGINAL, { limits })
    const originalFlag = { filters: { ...sets(11, 20, 30), note: 'x'.repeat(2000) } }
    const { base } = await conflict({ filters: sets(12, 20, 30), originalFlag })
    expect(base).toMatchObject({ filters: ORIGINAL.filters })
  })

  it('EDIT-9 is not known of filters whose payloads are, or were, encrypted', async () => {
    const { flags } = await testDeck({ encryptionKey: new Uint8Array(32).fill(7) })
    const payload = (text: string) => ({ filters: { ...sets(100), payloads: { true: `"${text}"` } } })
    const fields = { isRemoteConfiguration: true, hasEncryptedPayloads: true }
    const { id } = await flags.create({ key: 'a', ...fields, ...payload('hunter1') })
    await flags.update(id, { name: 'theirs' })
    const stale = (text: string) => flags.update(id, { version: 1, owner: 'mine', ...payload(text) })
    const refusal = await stale('hunter2').catch((error) => error)
    expect(refusal).toMatchObject({ code: 'conflict', conflict: { paths: ['filters'], base: {} } })
    expect(JSON.stringify(refusal.conflict)).not.toContain('hunter')
    expect(await stale('hunter1')).toMatchObject({ name: 'theirs', owner: 'mine', ...payload('hunter1') })
    await flags.update(id, { hasEncryptedPayloads: false, ...payload('shown') })
    await expect(flags.update(id, { version: 1, ...payload('other') })).rejects.toMatchObject({
      conflict: { paths: ['filters'], base: {} },
    })
  })

  it('EDIT-9 is asked of nobody by an update with the stored version, with none, or that says it all itself', async () => {
    const store = memoryStore()
    const { flags, as, owner } = await testDeck({ store })
    const { id } = await flags.create(ORIGINAL)
    await flags.update(id, { name: 'theirs' })
    let asked = 0
    const watched: Store = {
      ...store,
      write: (work, options) =>
        store.write((tx) => {
          const stepsAfter: typeof tx.activity.stepsAfter = (...args) => {
            asked++
            return tx.activity.stepsAfter(...args)
          }
          return work({ ...tx, activity: { ...tx.activity, stepsAfter } })
        }, options),
    }
    const ctx = { ...(await as(owner)), store: watched }
    await updateFlag(ctx, id, { name: 'none' })
    await updateFlag(ctx, id, { name: 'stored', version: 3 })
    await updateFlag(ctx, id, { tags: ['mine'], version: 1, originalFlag: ORIGINAL })
    expect(asked).toBe(0)
    await updateFlag(ctx, id, { owner: 'mine', version: 1 })
    expect(asked).toBe(1)
  })
})

describe('a conflict', () => {
  it('EDIT-7 has what everybody made of the fields that it is about', async () => {
    const { conflict } = await read({ name: 'theirs', owner: 'Anna', filters: sets(11, 20, 30) })
    const input = {
      name: 'mine',
      tags: ['mine'],
      filters: { ...sets(12, 20, 31), payloads: { a: '4', b: '2', c: '3' } },
    }
    const { payloads, multivariate } = ORIGINAL.filters
    expect(await conflict(input)).toMatchObject({
      version: 2,
      paths: ['name', 'filters.groups[0]'],
      base: { name: 'original', filters: ORIGINAL.filters },
      theirs: { name: 'theirs', filters: { ...sets(11, 20, 30), payloads, multivariate } },
      mine: { name: 'mine', filters: { ...sets(12, 20, 31), payloads: { ...payloads, a: '4' }, multivariate } },
    })
    const { base, theirs, mine } = await conflict(input)
    for (const side of [base, theirs, mine]) expect(Object.keys(side)).toEqual(['name', 'filters'])
  })

  it('EDIT-7 tells the first hundred of many paths', async () => {
    const many = (to: string) => Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, `"${to}"`]))
    const filters = {
      multivariate: shares({ ...Object.fromEntries(Object.keys(many('')).map((key) => [key, 0])), a: 100 }),
    }
    const original = { filters: { groups: [{}], ...filters, payloads: many('base') } }
    const { conflict } = await read({ filters: { payloads: many('theirs') } }, original)
    const { paths } = await conflict({ filters: { payloads: many('mine') } })
    expect(paths).toHaveLength(100)
    expect(paths[99]).toBe('filters.payloads.k99')
  })

  it('EDIT-7 tells that the flag was deleted', async () => {
    const { conflict } = await read({ deleted: true })
    expect(await conflict({ name: 'mine', originalFlag: { ...ORIGINAL, deleted: false } })).toEqual({
      version: 2,
      paths: ['deleted'],
      base: { deleted: false },
      theirs: { deleted: true },
      mine: { deleted: true },
    })
  })

  it('EDIT-7 shows no payload that is encrypted', async () => {
    const options = { encryptionKey: new Uint8Array(32).fill(7) }
    const original = { isRemoteConfiguration: true, filters: { groups: [{}], payloads: { true: '"hunter1"' } } }
    const secret = { hasEncryptedPayloads: true, filters: { payloads: { true: '"hunter2"' } } }
    const { conflict } = await read(secret, original, options)
    const told = await conflict({ filters: { payloads: { true: '"hunter3"' } } })
    expect(told).toMatchObject({
      paths: ['filters.payloads.true'],
      mine: { filters: { payloads: { true: REDACTED_PAYLOAD } } },
    })
    expect(JSON.stringify(told)).not.toContain('hunter')
  })

  it.each<[what: string, theirs: UpdateFlagInput, mine: UpdateFlagInput, rule: string]>([
    [
      'shares that do not add up together',
      { filters: { multivariate: shares({ a: 60, b: 20, c: 20 }) } },
      { filters: { multivariate: shares({ a: 60, b: 30, c: 10 }) } },
      'Variant rollout percentages must sum to 100, got 90.',
    ],
    [
      'a variant that is gone',
      { filters: { multivariate: shares({ a: 50, b: 50 }), payloads: { a: '1', b: '2' } } },
      { filters: { groups: [set(10), set(20), { ...set(30), variant: 'c' }] } },
      "groups[2].variant: Variant override 'c' does not match any variant key.",
    ],
    ['a flag that was put away', { active: false, archived: true }, { active: true }, 'archived'],
  ])('EDIT-8 comes of edits that do not go together: %s', async (_, theirs, mine, rule) => {
    const original = 'active' in mine ? { ...ORIGINAL, active: false, archived: false } : ORIGINAL
    const { conflict, send } = await read(theirs, original)
    const { paths, base } = await conflict(mine)
    expect(paths).toEqual(Object.keys(mine))
    for (const field of [...Object.keys(theirs), ...Object.keys(mine)]) expect(Object.keys(base)).toContain(field)
    await expect(send(mine)).rejects.toThrow(/Please refresh and try again\. Merged with .* breaks a rule: /)
    await expect(send(mine)).rejects.toThrow(rule)
  })

  it('EDIT-8 does not come of an edit that is wrong by itself', async () => {
    const { send, flags, id } = await read({ name: 'theirs', filters: sets(11, 20, 30) })
    const filters = { multivariate: shares({ a: 60, b: 30, c: 20 }) }
    await expect(send({ filters })).rejects.toMatchObject({
      kind: 'validation',
      code: 'variant_rollout_sum_not_100',
      conflict: null,
    })
    expect(await flags.get(id)).toMatchObject({ version: 2 })
  })
})
