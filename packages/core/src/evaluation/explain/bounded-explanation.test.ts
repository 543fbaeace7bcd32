import { describe, expect, test } from 'vitest'
import type { EvaluatedOperator } from '../../flags/filters/operator.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import { definitionsDocument, flagWith, personFilter } from '../testing/definitions-document.ts'
import { exampleValues } from './example-values.ts'

const ada = { distinctId: 'ada', properties: { plan: 'v0' } }

/** A list that counts how often its elements are read, so that a test can tell how often it was compiled. */
function countedList(elements: readonly string[]) {
  const count = { reads: 0 }
  const list = new Proxy(elements, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) count.reads++
      return Reflect.get(target, name)
    },
  })
  return { list: list as JsonValue, count }
}

describe('EVAL-50 an explanation of a long list', () => {
  const names = Array.from({ length: 8000 }, (_, index) => `v${index}`)

  test.each<[EvaluatedOperator, object]>([
    ['exact', { kind: 'lower_rollout' }],
    ['is_not', { kind: 'set_property', example: { kind: 'value', value: 'other' } }],
    ['not_icontains_multi', { kind: 'set_property', example: { kind: 'value', value: 'other' } }],
  ])('compiles it twice at most, once for the decision: %s', (operator, step) => {
    const { list, count } = countedList(names)
    const flag = flagWith([{ properties: [personFilter('plan', operator, list)] }])
    const { nearestChange } = compileDefinitions(definitionsDocument([flag])).explain('flag', ada)
    expect(count.reads).toBeLessThan(3 * names.length)
    expect(nearestChange?.steps).toMatchObject([step])
  })

  test('tries few of its elements, and always what is common', () => {
    expect(exampleValues([names]).length).toBeLessThan(250)
    expect(exampleValues(names).length).toBeLessThan(500)
    expect(exampleValues([names, 'behind'])).toEqual(expect.arrayContaining(['v0', 'v49', 'other', undefined]))
    expect(exampleValues([names, 'behind'])).not.toContain('v50')
  })
})
