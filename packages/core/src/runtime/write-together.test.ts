import { describe, expect, it } from 'vitest'
import { createCohort } from '../features/cohorts/create-cohort.ts'
import { createFlag } from '../features/flags/create-flag.ts'
import { testDeck } from '../testing/test-deck.ts'
import { writeTogether } from './change-project.ts'

const FILTERS = { groups: [{}] }

describe('several operations together', () => {
  it('are kept together, and told of once', async () => {
    const { context, flags, bus, project } = await testDeck()
    const versions: number[] = []
    bus.subscribe(({ version }) => versions.push(version))
    await writeTogether(context, async (ctx) => {
      for (const key of ['a', 'b', 'c']) await createFlag(ctx, { key, filters: FILTERS })
    })
    expect(versions).toEqual([project.version + 3])
    expect(['a', 'b', 'c', 'd'].map((key) => flags.isEnabled(key, { distinctId: 'x' }))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('leave nothing when one of them is refused', async () => {
    const { context, flags, bus, store, project } = await testDeck()
    let announced = 0
    bus.subscribe(() => announced++)
    const together = writeTogether(context, async (ctx) => {
      await createCohort(ctx, { name: 'Staff', isStatic: true })
      await createFlag(ctx, { key: 'a', filters: FILTERS })
      await createFlag(ctx, { key: 'not a key', filters: FILTERS })
    })
    await expect(together).rejects.toMatchObject({ code: 'invalid_key' })
    expect(announced).toBe(0)
    expect(await flags.find('a')).toBeUndefined()
    expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
    expect(await store.read((tx) => tx.cohorts.changedSince(project.id, 0))).toEqual([])
  })

  it('see what those before them wrote', async () => {
    const { context, flags } = await testDeck()
    await writeTogether(context, async (ctx) => {
      const { id } = await createFlag(ctx, { key: 'base', filters: FILTERS })
      const property = { type: 'flag' as const, key: String(id), operator: 'flag_evaluates_to' as const, value: true }
      await createFlag(ctx, { key: 'on-top', filters: { groups: [{ properties: [property] }] } })
    })
    expect(flags.isEnabled('on-top', { distinctId: 'x' })).toBe(true)
  })
})
