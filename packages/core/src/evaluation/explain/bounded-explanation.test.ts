import { describe, expect, test } from 'vitest'
import { definitionsDocument, flagWith, personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import type { ConditionSet, PropertyFilter } from '../definition/flag-filters.ts'
import type { EvaluatedOperator } from '../definition/operator.ts'
import { exampleValues } from './example-values.ts'
import { explain } from './explain.ts'

const ada = { distinctId: 'ada', properties: { plan: 'v0' } }

/** Returns a list that counts the reads of its elements, so that a test can determine how often it was compiled. */
function countedList<T>(elements: readonly T[]) {
  const count = { reads: 0 }
  const list = new Proxy(elements, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) count.reads++
      return Reflect.get(target, name)
    },
  })
  return { list, count }
}

describe('EVAL-50 an explanation of a long list', () => {
  const names = Array.from({ length: 8000 }, (_, index) => `v${index}`)

  test.each<[EvaluatedOperator, object]>([
    ['exact', { kind: 'lower_rollout' }],
    ['is_not', { kind: 'set_property', example: { kind: 'value', value: 'other' } }],
    ['not_icontains_multi', { kind: 'set_property', example: { kind: 'value', value: 'other' } }],
  ])('compiles it twice at most, once for the decision, and counts its elements: %s', (operator, step) => {
    const { list, count } = countedList(names)
    const flag = flagWith([{ properties: [personFilter('plan', operator, list)] }])
    const { nearestChange } = explain(compileDefinitions(definitionsDocument([flag])), 'flag', ada)
    expect(count.reads).toBeLessThan(4 * names.length)
    expect(nearestChange?.steps).toMatchObject([step])
  })

  test('tries few of its elements, and always what is common', () => {
    expect(exampleValues([names], 1).length).toBeLessThan(250)
    expect(exampleValues(names, 1).length).toBeLessThan(250)
    expect(exampleValues([names, 'behind'], 1)).toEqual(expect.arrayContaining(['v0', 'v49', 'other', undefined]))
    expect(exampleValues([names, 'behind'], 1)).not.toContain('v50')
    expect(exampleValues([names], 100_000)).toEqual(expect.arrayContaining(['v0', 'other', undefined]))
    expect(exampleValues([names], 100_000)).not.toContain('v1')
  })
})

describe('EVAL-50 the nearest change of a large flag', () => {
  const explained = (groups: readonly ConditionSet[]) => {
    const { list, count } = countedList(groups)
    const snapshot = compileDefinitions(definitionsDocument([flagWith(list)]))
    return { change: explain(snapshot, 'flag', ada).nearestChange, reads: count.reads / groups.length }
  }
  const wants = (count: number, operator: EvaluatedOperator = 'exact') =>
    Array.from({ length: count }, (_, index) => personFilter(`p${index}`, operator, 'x'))

  test.each([
    ['on', 100],
    ['off', 0],
  ])('takes few looks at it when it is %s', (_, percentage) => {
    const { change, reads } = explained(Array.from({ length: 1200 }, () => ({ rollout_percentage: percentage })))
    expect(reads).toBeLessThan(100)
    const kind = percentage === 0 ? 'raise_rollout' : 'switch_off'
    expect(change?.steps).toMatchObject([{ kind }])
  })

  test('is to switch it off, however large it is', () => {
    const { change, reads } = explained([{}, { properties: wants(40_000, 'is_not') }])
    expect(reads).toBeLessThan(30)
    expect(change?.sentence).toBe('Turn the flag off.')
  })

  test('is not one of more than ten changes', () => {
    expect(explained([{ properties: wants(10) }]).change?.steps).toHaveLength(10)
    expect(explained([{ properties: wants(11) }]).change).toBeNull()
    expect(explained([{ properties: wants(11) }, { properties: wants(2) }]).change?.steps).toHaveLength(2)
  })

  test('finds an example also where many filters are about one property', () => {
    const filters = Array.from({ length: 6000 }, (_, index) => personFilter('plan', 'is_not', `v${index}`))
    const steps = [{ kind: 'set_property', example: { kind: 'value', value: 'other' } }]
    expect(explained([{ properties: filters }]).change?.steps).toMatchObject(steps)
  })
})

describe('EVAL-50 the explanation of a large flag', () => {
  const explainedFlag = (...[groups, rest]: Parameters<typeof flagWith>) =>
    explain(compileDefinitions(definitionsDocument([flagWith(groups, rest)])), 'flag', ada)
  const off = Array.from({ length: 3000 }, () => ({ rollout_percentage: 0 }))

  test('has a thousand condition sets, and the one that decided', () => {
    const { conditions, decision } = explainedFlag([...off, {}, ...off])
    expect(decision.reason).toMatchObject({ code: 'condition_match', conditionIndex: 3000 })
    expect(conditions.map(({ index }) => index)).toEqual([...Array(1000).keys(), 3000])
    expect(conditions.at(-1)).toMatchObject({ reached: true, matched: true })
    expect(explainedFlag(off).conditions).toHaveLength(1000)
  })

  test('counts filters, criteria and long values as well', () => {
    const wants = Array.from({ length: 600 }, () => personFilter('plan', 'not_icontains', 'x'))
    const [first, second, ...others] = explainedFlag([{ properties: wants }, { properties: wants }, {}]).conditions
    expect([first?.filters.length, second?.filters.length, others]).toEqual([600, 398, []])
    const criterion = { key: 'plan', type: 'person', operator: 'not_icontains', value: 'x' }
    const criteria = { type: 'AND', values: wants.map(() => criterion) }
    const inCohort: PropertyFilter = { key: 'id', type: 'cohort', value: 1 }
    const document = definitionsDocument([flagWith([{ properties: [inCohort, ...wants] }])], {
      cohorts: { 1: criteria },
    })
    const [{ filters } = { filters: [] }] = explain(compileDefinitions(document), 'flag', ada).conditions
    expect(filters[0]?.cohort?.criteria).toMatchObject({ kind: 'group', parts: { length: 600 } })
    expect(filters).toHaveLength(398)
    const long = { distinctId: 'ada', properties: { plan: 'a'.repeat(50_000) } }
    expect(JSON.stringify(explain(compileDefinitions(document), 'flag', long)).length).toBeLessThan(3_000_000)
  })

  test.each([
    [20, 20],
    [21, 1],
  ])('shows of %i variants the ranges of %i', (count, shown) => {
    const variants = Array.from({ length: count }, (_, index) => ({
      key: `v${index}`,
      rollout_percentage: 100 / count,
    }))
    const [condition] = explainedFlag([{}], { multivariate: { variants } }).conditions
    const { chosen, position, ranges = [] } = condition?.variant ?? {}
    expect(ranges).toHaveLength(shown)
    const { from = 1, to = 0 } = ranges.find(({ key }) => key === chosen) ?? {}
    expect([from <= (position ?? 2), to > (position ?? 2)]).toEqual([true, true])
  })

  test('says in a short sentence what many filters require', () => {
    const filters = Array.from({ length: 1000 }, (_, index) => personFilter('plan', 'is_not', `v${index}`))
    const { nearestChange } = explainedFlag([{ properties: filters }])
    expect(nearestChange?.sentence).toMatch(/be other than "v4" and 995 more\.$/)
  })
})
