import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CohortCriterion, CohortFilterInput } from '../../evaluation/definition/cohort-criteria.ts'
import type { FilterInput, PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import { changedAnswers } from './changed-answers.ts'

const PLANS = ['free', 'pro'] as const
const PEOPLE = ['ada', 'bob', 'cy'] as const

const change = fc.record({
  kind: fc.constantFrom('filters', 'switch', 'delete', 'criteria', 'members', 'zone'),
  at: fc.nat({ max: 3 }),
  looksAt: fc.constantFrom('plan', 'flag', 'cohort', 'nothing'),
  target: fc.nat({ max: 3 }),
  value: fc.constantFrom(...PLANS),
  rollout: fc.constantFrom(0, 50, 100),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** A deck with four flags and three cohorts: one with a rule, one that contains it, and a static one. */
interface Furnished extends TestDeck {
  readonly flagIds: readonly number[]
  readonly cohortIds: readonly [rule: number, around: number, list: number]
}

const criteria = (filter: CohortCriterion): CohortFilterInput => ({
  properties: { type: 'OR', values: [{ type: 'AND', values: [filter] }] },
})
const plan = (value: string) => ({ key: 'plan', type: 'person', value }) as const

async function furnish(): Promise<Furnished> {
  const deck = await testDeck()
  const { cohorts, flags } = deck
  const rule = await cohorts.create({ name: 'rule', filters: criteria(plan('pro')) })
  const nested = criteria({ key: 'id', type: 'cohort', value: rule.id })
  const around = await cohorts.create({ name: 'around', filters: nested })
  const list = await cohorts.create({ name: 'list', isStatic: true })
  const flagIds: number[] = []
  for (const key of ['a', 'b', 'c', 'd']) flagIds.push((await flags.create({ key })).id)
  const furnished: Furnished = { ...deck, flagIds, cohortIds: [rule.id, around.id, list.id] }
  const looks = ['plan', 'flag', 'cohort', 'cohort'] as const
  const look = { kind: 'filters', value: 'pro', rollout: 100 } as const
  for (const [at, looksAt] of looks.entries())
    await make({ ...look, at, looksAt, target: Math.max(0, at - 1) }, furnished)
  return furnished
}

function filtersFor({ looksAt, target, value, rollout }: Change, { flagIds, cohortIds }: Furnished): FilterInput {
  const id = String(flagIds[target])
  const properties: Record<Change['looksAt'], PropertyFilter[]> = {
    nothing: [],
    plan: [plan(value)],
    cohort: [{ key: 'id', type: 'cohort', value: cohortIds[target % 3] }],
    flag: [{ key: id, type: 'flag', operator: 'flag_evaluates_to', value: true }],
  }
  return { groups: [{ properties: properties[looksAt], rollout_percentage: rollout }] }
}

async function make(asked: Change, deck: Furnished): Promise<void> {
  const { flags, cohorts, settings } = deck
  const id = deck.flagIds[asked.at] ?? 0
  const [rule, , list] = deck.cohortIds
  const changes: Record<Change['kind'], () => Promise<unknown>> = {
    filters: () => flags.update(id, { filters: filtersFor(asked, deck) }),
    switch: () => flags.update(id, { active: asked.value === 'pro' }),
    delete: () => flags.update(id, { deleted: asked.value === 'pro' }),
    criteria: () => cohorts.update(rule, { filters: criteria(plan(asked.value)) }),
    members: () =>
      asked.value === 'pro' ? cohorts.addMembers(list, [...PEOPLE].slice(asked.at)) : cohorts.removeMember(list, 'ada'),
    zone: () => settings.update({ timezone: asked.value === 'pro' ? 'UTC' : 'Asia/Tokyo' }),
  }
  try {
    await changes[asked.kind]()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

/** Returns the results of every flag for all subjects, by key. */
async function answers({ flags }: Furnished): Promise<ReadonlyMap<string, string>> {
  const told = new Map<string, string>()
  for (const distinctId of PEOPLE) {
    for (const value of PLANS) {
      const { items } = await flags.decisions({ distinctId, properties: { plan: value } })
      for (const { decision } of items) {
        const { version: _, ...answer } = JSON.parse(JSON.stringify(decision))
        told.set(decision.key, `${told.get(decision.key) ?? ''}${JSON.stringify(answer)}`)
      }
    }
  }
  return told
}

it('EMBED-14 names every flag that answers anybody otherwise', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      const deck = await furnish()
      const { snapshots } = deck.context
      for (const each of changes) {
        const [before, then] = [snapshots.peek(deck.project.id), await answers(deck)]
        await make(each, deck)
        const [after, now] = [snapshots.peek(deck.project.id), await answers(deck)]
        if (!before || !after) throw new Error('the project is gone')
        const different = [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key) !== now.get(key))
        expect(changedAnswers(before, after)).toEqual(expect.arrayContaining(different))
      }
    }),
    { numRuns: 40 },
  )
})
