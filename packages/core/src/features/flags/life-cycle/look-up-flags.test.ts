import { describe, expect, it } from 'vitest'
import type { ReadTransaction } from '../../../data/store.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { updateProject } from '../../identity/update-project.ts'
import { createFlag } from '../create-flag.ts'
import { parseFlagQuery } from '../parse-flag-query.ts'
import { listDependentFlags } from './dependent-flags.ts'
import { flagKeys } from './flag-keys.ts'
import { matchingFlagIds } from './matching-flags.ts'
import { retrieveFlagStatus } from './retrieve-flag-status.ts'

const DAY = 86_400_000

describe('the status of a flag', () => {
  it('FLAG-101 comes with who looks after it and how far it is rolled out', async () => {
    const { context, flags } = await testDeck()
    const groups = [
      { rollout_percentage: 20 },
      { properties: [{ key: 'plan', type: 'person', value: 'pro' } as const] },
    ]
    const { id } = await flags.create({ key: 'k', owner: 'Ada', filters: { groups } })
    expect(await retrieveFlagStatus(context, id)).toEqual({
      status: 'active',
      reason: 'Flag has no usage data yet',
      isAboutRollout: false,
      owner: 'Ada',
      rollout: { isFullyRolledOut: false, isTargeted: true, maxPercentage: 100, isMultivariate: false },
    })
  })

  it('FLAG-101 says of a flag without conditions that there is no percentage, and of a deleted one that it is', async () => {
    const { context, flags } = await testDeck()
    const { id } = await flags.create({ key: 'k' })
    await flags.delete(id)
    expect(await retrieveFlagStatus(context, id)).toMatchObject({ status: 'deleted', rollout: { maxPercentage: null } })
  })

  it('FLAG-84 follows the rule of the project at once, in details and lists as well', async () => {
    const { as, owner, flags, clock } = await testDeck()
    const half = { groups: [{ rollout_percentage: 50 }] }
    const { id } = await flags.create({ key: 'k', filters: half })
    clock.advance(11 * DAY)
    expect(await retrieveFlagStatus(await as(owner), id)).toMatchObject({ status: 'active' })
    await updateProject(await as(owner), { staleness: { neverCalledDays: 10 } })
    const context = await as(owner)
    expect(context.project.staleness).toEqual({ notCalledDays: 30, neverCalledDays: 10, rolledOutDays: null })
    expect(await retrieveFlagStatus(context, id)).toMatchObject({
      status: 'stale',
      reason: 'Flag has never been called in 11 days',
    })
    const stale = parseFlagQuery(context, { active: 'STALE' })
    expect(await matchingFlagIds(context, stale)).toEqual([id])
  })

  it.each([0, -1, 1.5, 3651, '7'])('FLAG-84 refuses %j days', async (neverCalledDays) => {
    const { as, owner } = await testDeck()
    const staleness = { neverCalledDays: neverCalledDays as number }
    await expect(updateProject(await as(owner), { staleness })).rejects.toMatchObject({ kind: 'validation' })
  })
})

describe('looking flags up', () => {
  it('FLAG-101 lists the enabled flags that look at one, by key', async () => {
    const { context, flags } = await testDeck()
    const { id } = await flags.create({ key: 'base' })
    const property = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
    const filters = { groups: [{ properties: [property] }] }
    await flags.create({ key: 'z', name: 'last', filters })
    await flags.create({ key: 'a', filters })
    const off = await flags.create({ key: 'off', filters })
    await flags.update(off.id, { active: false })
    const dependents = await listDependentFlags(context, id)
    expect(dependents.map(({ key, name }) => [key, name])).toEqual([
      ['a', ''],
      ['z', 'last'],
    ])
    const all = await listDependentFlags(context, id, { includeInactive: true })
    expect(all.map(({ key, active }) => [key, active])).toEqual([
      ['a', true],
      ['off', false],
      ['z', true],
    ])
    await expect(listDependentFlags(context, 99)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('FLAG-105 tells keys by ids, and leaves out what is not there', async () => {
    const { context, flags } = await testDeck()
    const [one, two, gone] = [
      await flags.create({ key: 'one' }),
      await flags.create({ key: 'two' }),
      await flags.create({ key: 'gone' }),
    ]
    await flags.delete(gone.id)
    expect(await flagKeys(context, [one.id, String(two.id), gone.id, 99, 'x'])).toEqual({
      keys: new Map([
        [one.id, 'one'],
        [two.id, 'two'],
      ]),
      malformed: ['x'],
    })
    await expect(flagKeys(context, [])).rejects.toMatchObject({ code: 'required', attr: 'ids' })
    await expect(flagKeys(context, ['x', {}])).rejects.toThrow('Invalid flag IDs provided')
  })

  it('FLAG-105 FLAG-106 read flags a few at a time, and none to refuse too many', async () => {
    const { context, flags, store } = await testDeck()
    const keys = Array.from({ length: 60 }, (_, n) => `k${n}`)
    for (const key of keys) await flags.create({ key })
    const parts: number[] = []
    let matching: number | undefined
    const counting = (tx: ReadTransaction): ReadTransaction => ({
      ...tx,
      flags: {
        ...tx.flags,
        async list(...asked) {
          const { count, items } = await tx.flags.list(...asked)
          parts.push(items.length)
          return { count: matching ?? count, items }
        },
      },
    })
    const ctx = {
      ...context,
      store: {
        ...store,
        read: <T>(work: (tx: ReadTransaction) => Promise<T>) => store.read((tx) => work(counting(tx))),
      },
    }
    const ids = await matchingFlagIds(ctx, parseFlagQuery(ctx, { order: 'id' }))
    expect(parts.splice(0)).toEqual([10, 10, 10, 10, 10, 10])
    expect([...(await flagKeys(ctx, ids.toReversed())).keys.values()]).toEqual(keys)
    expect(parts.splice(0)).toEqual([10, 10, 10, 10, 10, 10])
    matching = 2001
    await expect(matchingFlagIds(ctx, parseFlagQuery(ctx, {}))).rejects.toThrow('These filters match 2001 flags')
    expect(parts).toHaveLength(1)
  })

  it('FLAG-106 tells the ids of a list that the caller may edit, in its order', async () => {
    const { as, member, flags } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const ctx = await as(member)
    const own = await createFlag(ctx, { key: 'own', tags: ['x'] })
    const second = await createFlag(ctx, { key: 'second', tags: ['x'] })
    await flags.create({ key: 'theirs', tags: ['x'] })
    const query = parseFlagQuery(ctx, { tags: '["x"]', order: 'key' })
    expect(await matchingFlagIds(ctx, query)).toEqual([own.id, second.id])
  })
})
