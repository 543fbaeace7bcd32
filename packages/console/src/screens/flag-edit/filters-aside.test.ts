import { expect, test } from 'vitest'
import type { ConditionSet } from '../../parts/conditions/condition-types.ts'
import { carriedAsides, hasSetAside, rolledOutBy, setAside } from './filters-aside.ts'

const USERS: ConditionSet = {
  properties: [{ key: 'email', type: 'person', operator: 'icontains', value: '@acme.com' }],
  rollout_percentage: 100,
}
const COMPANY_FILTER = { key: 'seats', type: 'group', operator: 'gt', value: '5', group_type_index: 0 } as const

test('CONSOLE-220 filters on users come back, and the set is exactly as it was', () => {
  const away = rolledOutBy(USERS, null, 0)
  expect(away.set).toEqual({ properties: [], rollout_percentage: 100, aggregation_group_type_index: 0 })
  expect(setAside(away.aside)).toEqual([[null, USERS.properties]])
  const back = rolledOutBy(away.set, 0, null, away.aside)
  expect(JSON.stringify(back.set)).toBe(JSON.stringify(USERS))
  expect(setAside(back.aside)).toEqual([])
})

test('CONSOLE-220 keeps one list of filters for each subject', () => {
  const away = rolledOutBy(USERS, null, 0)
  const back = rolledOutBy({ ...away.set, properties: [COMPANY_FILTER] }, 0, null, away.aside)
  expect(setAside(back.aside)).toEqual([[0, [COMPANY_FILTER]]])
  expect(rolledOutBy(back.set, null, 0, back.aside).set).toMatchObject({ properties: [COMPANY_FILTER] })
})

test('CONSOLE-220 what is set aside follows its condition set', () => {
  const { set, aside } = rolledOutBy(USERS, null, 0)
  const other = { rollout_percentage: 5 }
  const before = [set, other]
  const asides = [aside, undefined]
  expect(carriedAsides(asides, before, [other, set])).toEqual([undefined, aside])
  expect(carriedAsides(asides, before, [set, set, other])).toEqual([aside, aside, undefined])
  expect(carriedAsides(asides, before, [set])).toEqual([aside])
  expect(carriedAsides(asides, before, [{ ...set, rollout_percentage: 7 }, other])).toEqual([aside, undefined])
  expect(carriedAsides(asides, before, [{ rollout_percentage: 1 }])).toEqual([undefined])
  expect(hasSetAside(asides)).toBe(true)
  expect(hasSetAside(undefined)).toBe(false)
})
