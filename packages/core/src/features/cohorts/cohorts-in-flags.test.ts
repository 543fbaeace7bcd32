import { describe, expect, it } from 'vitest'
import { insertFlag, seedCohort } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from './create-cohort.ts'
import { updateCohort } from './update-cohort.ts'

const plan = (value: string | number) => ({ properties: { key: 'plan', type: 'person', value } }) as const
const on = (value: number | string | readonly number[], more = {}) => ({
  groups: [{ properties: [{ key: 'id', type: 'cohort' as const, value, ...more }] }],
})
const decoder = new TextDecoder()

async function deckWithFeed() {
  const deck = await testDeck()
  const snapshot = () => deck.context.snapshots.peek(deck.project.id)
  return { ...deck, snapshot, cohorts: async () => JSON.parse(decoder.decode(await snapshot()?.feed())).cohorts }
}

describe('a flag on a cohort', () => {
  it('COHORT-30 answers by the cohort as it is now', async () => {
    const { context, flags, snapshot } = await deckWithFeed()
    const { id } = await createCohort(context, { name: 'C', filters: plan('pro') })
    await flags.create({ key: 'f', filters: on(id) })
    const isOn = (plan: string) => flags.isEnabled('f', { distinctId: 'u', properties: { plan } })
    expect([isOn('pro'), isOn('free')]).toEqual([true, false])
    const before = snapshot()?.etag
    await updateCohort(context, id, { filters: plan('free') })
    expect([isOn('pro'), isOn('free')]).toEqual([false, true])
    expect(snapshot()?.etag).not.toBe(before)
  })

  it('EVAL-42 answers for those who say that they are in a static cohort', async () => {
    const { context, flags } = await deckWithFeed()
    const { id } = await createCohort(context, { name: 'C', isStatic: true })
    await flags.create({ key: 'f', filters: on(id) })
    expect(flags.evaluate('f', { distinctId: 'u' })).toMatchObject({ enabled: false, failed: false })
    expect(flags.isEnabled('f', { distinctId: 'u', cohortIds: [id] })).toBe(true)
  })

  it('COHORT-31 takes its dynamic cohorts into the definitions feed, nested ones too, and no others', async () => {
    const { context, flags, cohorts } = await deckWithFeed()
    const inner = await createCohort(context, { name: 'Inner', filters: plan(7) })
    const listed = await createCohort(context, { name: 'Listed', isStatic: true })
    const values = [inner, listed].map(({ id }) => ({ key: 'id', type: 'cohort', value: id }) as const)
    const outer = await createCohort(context, { name: 'Outer', filters: { properties: { type: 'OR', values } } })
    await createCohort(context, { name: 'Unused', filters: plan('x') })
    const { id } = await flags.create({ key: 'f', active: false, filters: on(outer.id) })
    expect(await cohorts()).toEqual({
      [inner.id]: { type: 'AND', values: [{ key: 'plan', type: 'person', value: '7' }] },
      [outer.id]: { type: 'OR', values },
    })
    await flags.delete(id)
    expect(await cohorts()).toEqual({})
  })

  it('FLAG-54 is read with the name that the cohort has now, and stored without', async () => {
    const { context, flags, store, project } = await deckWithFeed()
    const { id } = await createCohort(context, { name: 'Old', filters: plan('pro') })
    const flag = await flags.create({ key: 'f', filters: on(id, { cohort_name: 'Sent' }) })
    const name = (of: typeof flag) => of.filters.groups[0]?.properties?.[0]?.cohort_name
    expect(name(flag)).toBe('Old')
    await updateCohort(context, id, { name: 'New' })
    expect(name(await flags.get(flag.id))).toBe('New')
    expect((await flags.list()).items.map(name)).toEqual(['New'])
    const stored = await store.read((tx) => tx.flags.find(project.id, flag.id))
    expect(stored?.filters).toMatchObject(on(id))
    expect(JSON.stringify(stored?.filters)).not.toContain('cohort_name')
  })

  it('FLAG-54 is no conflict when the cohort was renamed while somebody edited', async () => {
    const { context, flags } = await deckWithFeed()
    const { id } = await createCohort(context, { name: 'Old', filters: plan('pro') })
    const flag = await flags.create({ key: 'f', filters: on(id) })
    await updateCohort(context, id, { name: 'New' })
    await flags.update(flag.id, { name: 'other' })
    const input = { filters: flag.filters, name: 'other', version: flag.version, originalFlag: flag }
    await expect(flags.update(flag.id, input)).resolves.toMatchObject({ version: 3 })
  })

  it('FLAG-50 refuses what names no live cohort', async () => {
    const { flags, store, project } = await deckWithFeed()
    const deleted = await seedCohort(store, { projectId: project.id, deleted: true })
    const live = await seedCohort(store, { projectId: project.id })
    for (const value of [deleted.id, 5151, 'x', '01', [live.id]]) {
      await expect(flags.create({ key: 'f', filters: on(value) })).rejects.toMatchObject({
        code: 'cohort_does_not_exist',
        attr: 'filters',
      })
    }
    await expect(flags.create({ key: 'f', filters: on(String(live.id)) })).resolves.toBeDefined()
  })

  it('FLAG-50 is not restored when its cohort is gone', async () => {
    const { context, flags } = await deckWithFeed()
    const { id } = await createCohort(context, { name: 'C', filters: plan('pro') })
    const flag = await flags.create({ key: 'f', filters: on(id) })
    await flags.delete(flag.id)
    await updateCohort(context, id, { deleted: true })
    await expect(flags.restore(flag.id)).rejects.toMatchObject({ code: 'cohort_does_not_exist' })
  })

  it('FLAG-93 costs nothing but itself when its filters are damaged', async () => {
    const { flags, store, project, context } = await deckWithFeed()
    const { id } = await createCohort(context, { name: 'C', filters: plan('pro') })
    const filters = { groups: [{ properties: [{ type: 'cohort', value: id }, 'x'] }] } as never
    await store.write((tx) => insertFlag(tx, { projectId: project.id, filters }))
    expect((await flags.list()).items[0]?.filters).toEqual(filters)
  })
})
