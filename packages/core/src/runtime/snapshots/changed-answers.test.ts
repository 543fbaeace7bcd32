import { describe, expect, it } from 'vitest'
import type { CohortCriterion, CohortFilterInput } from '../../evaluation/definition/cohort-criteria.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { seedCohort } from '../../testing/seed-tenant.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import { changedAnswers } from './changed-answers.ts'

const EVERYBODY: FilterInput = { groups: [{ rollout_percentage: 100 }] }
const PRO = { key: 'plan', type: 'person', value: 'pro' } as const

const inCohort = (id: number): FilterInput => ({ groups: [{ properties: [{ key: 'id', type: 'cohort', value: id }] }] })
const where = (filter: CohortCriterion): CohortFilterInput => ({
  properties: { type: 'OR', values: [{ type: 'AND', values: [filter] }] },
})
const looksAt = (flagId: number): FilterInput => ({
  groups: [{ properties: [{ key: String(flagId), type: 'flag', operator: 'flag_evaluates_to', value: true }] }],
})

/** Returns the keys of the flags whose result a change of a project may affect. */
async function after({ context, project }: TestDeck, change: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await context.snapshots.get(project.id)
  await change()
  const now = await context.snapshots.get(project.id)
  if (!before || !now) throw new Error('the project is gone')
  return changedAnswers(before, now)
}

describe('flags that may answer otherwise', () => {
  it('EMBED-14 are those that look at a flag that changed, over however many', async () => {
    const deck = await testDeck()
    const { flags } = deck
    const first = await flags.create({ key: 'first', filters: EVERYBODY })
    const second = await flags.create({ key: 'second', filters: looksAt(first.id) })
    await flags.create({ key: 'third', filters: looksAt(second.id) })
    await flags.create({ key: 'off', filters: looksAt(second.id), active: false })
    await flags.create({ key: 'other', filters: EVERYBODY })
    const half = { groups: [{ rollout_percentage: 50 }] }
    expect(await after(deck, () => flags.update(first.id, { filters: half }))).toEqual(['first', 'second', 'third'])
  })

  it('EMBED-14 are those that look at a cohort that changed, through others', async () => {
    const deck = await testDeck()
    const { flags, cohorts } = deck
    const inner = await cohorts.create({ name: 'inner', filters: where(PRO) })
    const nested = where({ key: 'id', type: 'cohort', value: inner.id })
    const outer = await cohorts.create({ name: 'outer', filters: nested })
    await flags.create({ key: 'in-outer', filters: inCohort(outer.id) })
    await flags.create({ key: 'other', filters: EVERYBODY })
    const free = where({ ...PRO, value: 'free' })
    expect(await after(deck, () => cohorts.update(inner.id, { filters: free }))).toEqual(['in-outer'])
    expect(await after(deck, () => cohorts.update(inner.id, { name: 'other' }))).toEqual([])
  })

  it('EMBED-14 are those in a cohort that looks at a flag that changed', async () => {
    const deck = await testDeck()
    const { id: flagId } = await deck.flags.create({ key: 'asked', filters: EVERYBODY })
    const criterion = { key: String(flagId), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const properties = { type: 'OR', values: [{ type: 'AND', values: [criterion] }] }
    const { id } = await seedCohort(deck.store, { projectId: deck.project.id, properties })
    await deck.flags.create({ key: 'in-cohort', filters: inCohort(id) })
    // New cohorts like this are refused now; databases from before that can still contain them.
    const { deck: anew } = await testDeck({ store: deck.store })
    const { context, flags } = await anew.project(deck.project.id)
    const change = () => flags.update(flagId, { active: false })
    expect(await after({ ...deck, context }, change)).toEqual(['asked', 'in-cohort'])
  })

  it('EMBED-14 are those that look at a static cohort whose members changed', async () => {
    const deck = await testDeck()
    const { flags, cohorts, persons } = deck
    const { id } = await cohorts.create({ name: 'list', isStatic: true })
    await flags.create({ key: 'in-list', filters: inCohort(id) })
    await flags.create({ key: 'other', filters: EVERYBODY })
    expect(await after(deck, () => cohorts.addMembers(id, ['ada', 'bob']))).toEqual(['in-list'])
    expect(await after(deck, () => cohorts.removeMember(id, 'bob'))).toEqual(['in-list'])
    expect(await after(deck, () => persons.delete('ada'))).toEqual(['in-list'])
    expect(await after(deck, () => persons.update('ada', { properties: { plan: 'pro' } }))).toEqual([])
  })

  it('EMBED-14 are those that a holdout or early access is given', async () => {
    const deck = await testDeck()
    const { id } = await deck.flags.create({ key: 'a', filters: EVERYBODY })
    const holdout = { id: 1, exclusion_percentage: 10 }
    expect(await after(deck, () => deck.flags.update(id, { filters: { ...EVERYBODY, holdout } }))).toEqual(['a'])
    const access = { feature_enrollment: true }
    expect(await after(deck, () => deck.flags.update(id, { filters: { ...EVERYBODY, ...access } }))).toEqual(['a'])
  })

  it('EMBED-14 are all of them when the time zone changes, and those about groups when their type is new', async () => {
    const deck = await testDeck()
    const { flags, groups, settings } = deck
    await flags.create({ key: 'a', filters: EVERYBODY })
    await flags.create({ key: 'off', active: false })
    expect(await after(deck, () => settings.update({ timezone: 'Europe/Berlin' }))).toEqual(['a', 'off'])
    expect(await after(deck, () => settings.update({ name: 'New' }))).toEqual([])
    await flags.create({ key: 'of-firms', filters: { groups: [{ aggregation_group_type_index: 0 }] } })
    expect(await after(deck, () => groups.addType({ name: 'firm' }))).toEqual(['of-firms'])
    expect(await after(deck, () => groups.addType({ name: 'place' }))).toEqual([])
    expect(await after(deck, () => groups.renameType(1, { name: 'town' }))).toEqual([])
  })

  it('EMBED-14 are none when the same flags are loaded anew', async () => {
    const deck = await testDeck()
    const { flags, cohorts, store, project } = deck
    const { id } = await cohorts.create({ name: 'pro', filters: where({ ...PRO, value: [1, 2] }) })
    await flags.create({ key: 'a', filters: inCohort(id) })
    const other = await testDeck({ store })
    const [one, anew] = await Promise.all([deck, other].map(({ context }) => context.snapshots.get(project.id)))
    if (!one || !anew) throw new Error('the project is gone')
    expect(changedAnswers(one, anew)).toEqual([])
  })
})
