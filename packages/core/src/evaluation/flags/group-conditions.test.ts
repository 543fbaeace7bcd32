import { describe, expect, test } from 'vitest'
import { definitionsDocument, flagWith, personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import type { Decision } from '../definition/decision.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from '../definition/flag-filters.ts'
import type { Subject } from '../definition/subject.ts'
import { hashFraction } from '../hashing/hash.ts'

function decide(groups: readonly ConditionSet[], rest: Partial<FlagFilters>, subject: Partial<Subject>): Decision {
  const snapshot = compileDefinitions(definitionsDocument([flagWith(groups, rest)]))
  return snapshot.evaluate('flag', { distinctId: 'ada', ...subject })
}

function groupFilter(key: string, value: string, index?: number): PropertyFilter {
  return { key, type: 'group', operator: 'exact', value, ...(index === undefined ? {} : { group_type_index: index }) }
}

const organizations = { aggregation_group_type_index: 0 }
const acme = { groups: { organization: 'acme' } }

describe('EVAL-10 EVAL-12 a flag on groups', () => {
  test('is decided by the key of the group', () => {
    for (let index = 0; index < 200; index++) {
      const key = `org-${index}`
      const decision = decide([{ rollout_percentage: 50 }], organizations, { groups: { organization: key } })
      expect(decision.enabled).toBe(hashFraction('flag.', key, '') <= 0.5)
    }
  })

  test('takes a number as the key of a group for its text', () => {
    const variants = [
      { key: 'a', rollout_percentage: 50 },
      { key: 'b', rollout_percentage: 50 },
    ]
    const rest = { ...organizations, multivariate: { variants } }
    for (let key = 0; key < 50; key++) {
      const byNumber = decide([{}], rest, { groups: { organization: key } })
      expect(byNumber.variant).toBe(decide([{}], rest, { groups: { organization: String(key) } }).variant)
    }
  })

  test('is off for who is in no such group, and says so', () => {
    const reason = { code: 'no_group_type', conditionIndex: 0, description: 'No group type' }
    expect(decide([{}], organizations, {})).toMatchObject({ enabled: false, reason })
    expect(decide([{}], organizations, { groups: { company: 'x' } })).toMatchObject({ enabled: false, reason })
    expect(decide([{}], { aggregation_group_type_index: 4 }, acme)).toMatchObject({ enabled: false, reason })
  })

  test('EVAL-19 EVAL-20 reads the properties of the group, its key among them', () => {
    const subject = { ...acme, groupProperties: { organization: { tier: 'gold' } }, properties: { tier: 'tin' } }
    expect(decide([{ properties: [groupFilter('tier', 'gold')] }], organizations, subject).enabled).toBe(true)
    expect(decide([{ properties: [groupFilter('$group_key', 'acme')] }], organizations, subject).enabled).toBe(true)
    expect(decide([{ properties: [personFilter('tier', 'exact', 'tin')] }], organizations, subject).enabled).toBe(true)
    expect(decide([{ properties: [personFilter('tier', 'exact', 'gold')] }], organizations, subject).enabled).toBe(
      false,
    )
  })
})

describe('EVAL-12 condition sets on persons and groups in one flag', () => {
  const mixed = [{ aggregation_group_type_index: 0, properties: [groupFilter('tier', 'gold')] }, { properties: [] }]

  test('each go by what they are about', () => {
    const gold = { ...acme, groupProperties: { organization: { tier: 'gold' } } }
    expect(decide(mixed, {}, gold).reason.conditionIndex).toBe(0)
    expect(decide(mixed, {}, acme).reason.conditionIndex).toBe(1)
    expect(decide(mixed, {}, {}).reason.conditionIndex).toBe(1)
  })

  test('may go back to the person in a flag on groups', () => {
    const condition = { aggregation_group_type_index: null, rollout_percentage: 50 }
    for (let index = 0; index < 50; index++) {
      const distinctId = `user-${index}`
      const { enabled } = decide([condition], organizations, { distinctId })
      expect(enabled).toBe(hashFraction('flag.', distinctId, '') <= 0.5)
    }
  })

  test('EVAL-17 tell in brackets that groups were skipped, when the filters of others did not match', () => {
    const isPro = personFilter('plan', 'exact', 'pro')
    const { reason } = decide([{ aggregation_group_type_index: 1 }, { properties: [isPro] }], {}, acme)
    expect(reason).toMatchObject({ code: 'no_condition_match', conditionIndex: 1 })
    expect(reason.description).toMatch(/^No matching condition set \(.+\)$/)
  })

  test('hash the identifier of each condition set on its own', () => {
    const both = [{ aggregation_group_type_index: 0, rollout_percentage: 50 }, { rollout_percentage: 50 }]
    for (let index = 0; index < 100; index++) {
      const [distinctId, organization] = [`user-${index}`, `org-${index}`]
      const isIn = (identifier: string) => hashFraction('flag.', identifier, '') <= 0.5
      const { enabled } = decide(both, {}, { distinctId, groups: { organization } })
      expect(enabled).toBe(isIn(organization) || isIn(distinctId))
    }
  })

  test('EVAL-19 may read the properties of another group type', () => {
    const filter = groupFilter('size', 'big', 1)
    const subject = { ...acme, groupProperties: { company: { size: 'big' } } }
    expect(decide([{ properties: [filter] }], organizations, subject).enabled).toBe(true)
  })
})
