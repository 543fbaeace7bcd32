import { describe, expect, test } from 'vitest'
import type { ConditionSet } from '../../flags/filters/flag-filters.ts'
import type { EvaluatedOperator } from '../../flags/filters/operator.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import { definitionsDocument, flagWith, personFilter } from '../testing/definitions-document.ts'
import { exampleValues } from './example-values.ts'

const ada = { distinctId: 'ada', properties: { plan: 'v0' } }

/** A list that counts how often its elements are read, so that a test can tell how often it was compiled. */
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
    const { nearestChange } = compileDefinitions(definitionsDocument([flag])).explain('flag', ada)
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
    return { change: snapshot.explain('flag', ada).nearestChange, reads: count.reads / groups.length }
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
    expect(change?.sentence).toBe('Switch the flag off.')
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
