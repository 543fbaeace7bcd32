import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../foundation/json/json-value.ts'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from './compile-definitions.ts'
import { explain } from './explain/explain.ts'

const ada = { distinctId: 'ada' }
const on = (id: number, key: string) => flagDefinition({ id, key })
const off = (id: number, key: string) => flagDefinition({ id, key, version: 2, filters: { groups: [] } })

describe('a snapshot', () => {
  test('EVAL-4 lists the keys of its flags in order, those that are off included', () => {
    const flags = [on(1, 'b'), flagDefinition({ id: 2, key: 'a', active: false }), on(3, '__proto__')]
    expect(compileDefinitions(definitionsDocument(flags)).keys).toEqual(['__proto__', 'a', 'b'])
  })

  test('EVAL-4 answers alike in every method', () => {
    const variants = [{ key: 'x', rollout_percentage: 100 }]
    const flags = [
      on(1, 'plain'),
      off(2, 'off'),
      { ...flagWith([{}], { multivariate: { variants } }), id: 3, key: 'v' },
    ]
    const snapshot = compileDefinitions(definitionsDocument(flags))
    const all = snapshot.evaluateAll(ada)
    expect(all.map(({ key }) => key)).toEqual(snapshot.keys)
    for (const decision of all) {
      expect(snapshot.evaluate(decision.key, ada)).toEqual(decision)
      expect(snapshot.isEnabled(decision.key, ada)).toBe(decision.enabled)
      expect(snapshot.variant(decision.key, ada)).toBe(decision.variant ?? decision.enabled)
    }
    expect(snapshot.variant('v', ada)).toBe('x')
  })

  test('EVAL-4 evaluates the keys asked for, in that order', () => {
    const snapshot = compileDefinitions(definitionsDocument([on(1, 'a'), on(2, 'b')]))
    const keys = snapshot.evaluateAll(ada, { keys: ['b', 'nope', 'a'] }).map(({ key, reason }) => [key, reason.code])
    expect(keys).toEqual([
      ['b', 'condition_match'],
      ['nope', 'flag_not_found'],
      ['a', 'condition_match'],
    ])
  })

  test('EVAL-4 takes a list of keys as it is, also one that changes or that another snapshot knows', () => {
    const snapshot = compileDefinitions(definitionsDocument([on(1, 'a'), on(2, 'b')]))
    const other = compileDefinitions(definitionsDocument([off(1, 'a')]))
    const frozen = Object.freeze(['b', 'nope', 'a'])
    const growing = ['a']
    for (let turn = 0; turn < 2; turn++) {
      expect(snapshot.evaluateAll(ada, { keys: frozen })).toEqual(snapshot.evaluateAll(ada, { keys: [...frozen] }))
      expect(other.evaluateAll(ada, { keys: frozen })).toEqual(other.evaluateAll(ada, { keys: [...frozen] }))
      growing.push('b')
      expect(snapshot.evaluateAll(ada, { keys: growing }).map(({ key }) => key)).toEqual(growing)
    }
  })

  test('EVAL-3 knows no flag that it was not given', () => {
    const snapshot = compileDefinitions(definitionsDocument([on(1, 'a')]))
    for (const key of ['b', 'constructor', '__proto__', '']) {
      expect(snapshot.evaluate(key, ada)).toEqual({
        key,
        enabled: false,
        variant: null,
        payload: null,
        reason: {
          code: 'flag_not_found',
          conditionIndex: null,
          description: 'There is no feature flag with this key',
        },
        flagId: null,
        version: null,
        failed: false,
      })
      expect(snapshot.variant(key, ada)).toBe(false)
    }
  })

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['object', null],
    ['number', 7],
    ['symbol', Symbol('a')],
    ['object', ['a']],
    ['object', Object.create(null)],
    ['function', () => 'a'],
  ])('EVAL-3 takes %s, which is no text, for the key of no flag', (text, value) => {
    const key = value as string // JavaScript allows this
    const snapshot = compileDefinitions(definitionsDocument([on(1, 'a'), on(2, text)]))
    const { reason, ...decision } = snapshot.evaluate(key, ada)
    expect(decision).toMatchObject({ key: text, enabled: false, flagId: null })
    expect(reason.code).toBe('flag_not_found')
    expect([snapshot.isEnabled(key, ada), snapshot.variant(key, ada)]).toEqual([false, false])
    expect(snapshot.evaluateAll(ada, { keys: [key] })).toEqual([snapshot.evaluate(key, ada)])
    expect(explain(snapshot, key, ada).key).toBe(text)
  })

  test.each<[string, unknown]>([
    ['a text', { keys: 'a' }],
    ['a set', { keys: new Set(['a']) }],
    ['a number', { keys: 7 }],
    ['the method of a list', ['a']],
  ])('EVAL-4 answers every flag where the keys are %s', (_, options) => {
    const snapshot = compileDefinitions(definitionsDocument([on(1, 'a'), on(2, 'b')]))
    expect(snapshot.evaluateAll(ada, options as never)).toEqual(snapshot.evaluateAll(ada))
  })

  test('EVAL-3 leaves out flags that are deleted and entries that are none', () => {
    const flags = [{ ...on(1, 'a'), deleted: true }, null as never, { id: 3 } as never, on(2, 'a')]
    const snapshot = compileDefinitions(definitionsDocument(flags))
    expect(snapshot.keys).toEqual(['a'])
    expect(snapshot.evaluate('a', ada).flagId).toBe(2)
  })

  test('EVAL-1 hands out decisions that nobody can change', () => {
    const decision = compileDefinitions(definitionsDocument([on(1, 'a')])).evaluate('a', ada)
    expect(Object.isFrozen(decision)).toBe(true)
    expect(Object.isFrozen(decision.reason)).toBe(true)
  })

  test('EVAL-31 asks the clock it is given', () => {
    const filter = personFilter('seen', 'is_date_after', '-1d')
    const subject = { distinctId: 'ada', properties: { seen: '2026-01-01T00:00:00Z' } }
    const at = (now: string) => {
      const document = definitionsDocument([flagWith([{ properties: [filter] }])])
      return compileDefinitions(document, { clock: () => Date.parse(now) }).isEnabled('flag', subject)
    }
    expect([at('2026-01-01T12:00:00Z'), at('2026-01-03T00:00:00Z')]).toEqual([true, false])
  })

  test('EVAL-26 matches as version 1 when the definitions say nothing of it', () => {
    const flag = flagWith([{ properties: [personFilter('beta', 'exact', 'false')] }])
    const { property_matching_version: _, ...document } = definitionsDocument([flag])
    const subject = { distinctId: 'ada', properties: { beta: 'banana' } }
    expect(compileDefinitions(document as never).isEnabled('flag', subject)).toBe(true)
    expect(compileDefinitions(definitionsDocument([flag])).isEnabled('flag', subject)).toBe(false)
  })
})

describe('EVAL-5 a change of definitions', () => {
  const before = compileDefinitions(definitionsDocument([on(1, 'a'), on(2, 'b'), on(3, 'c')]), { version: 1 })

  test('shows in the new snapshot and not in the old', () => {
    const after = replaceDefinitions(before, { version: 2, changed: [off(2, 'b')] })
    expect([before.version, after.version]).toEqual([1, 2])
    expect([before.isEnabled('b', ada), after.isEnabled('b', ada)]).toEqual([true, false])
    expect(after.keys).toEqual(['a', 'b', 'c'])
  })

  test('keeps the compiled form of every other flag', () => {
    const decision = before.evaluate('a', ada)
    const after = replaceDefinitions(before, { version: 2, changed: [off(2, 'b')] })
    expect(after.evaluate('a', ada)).toBe(decision)
  })

  test('keeps the compiled form of cohorts', () => {
    let reads = 0
    const values: JsonValue = [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }]
    const cohort = Object.defineProperty({ type: 'OR', values }, 'values', { get: () => ++reads && values })
    const flag = flagWith([{ properties: [{ key: 'id', type: 'cohort', value: 7 }] }])
    const first = compileDefinitions(definitionsDocument([flag], { cohorts: { 7: cohort } }))
    const pro = { distinctId: 'ada', properties: { plan: 'pro' } }
    expect(first.isEnabled('flag', pro)).toBe(true)
    const readsBefore = reads
    const { flags: _, ...settings } = definitionsDocument([], { cohorts: first.parts.settings.cohorts })
    const second = replaceDefinitions(first, { version: 2, changed: [on(2, 'b')], settings })
    expect(second.isEnabled('flag', pro)).toBe(true)
    expect([readsBefore > 0, reads]).toEqual([true, readsBefore])
  })

  test('adds flags and removes them', () => {
    const after = replaceDefinitions(before, { version: 2, changed: [on(4, 'ab')], removedIds: [1, 99] })
    expect(after.keys).toEqual(['ab', 'b', 'c'])
    expect(after.evaluate('a', ada).reason.code).toBe('flag_not_found')
    expect(before.keys).toEqual(['a', 'b', 'c'])
    expect(before.evaluate('ab', ada).reason.code).toBe('flag_not_found')
  })

  test('removes a flag that is marked as deleted', () => {
    const after = replaceDefinitions(before, { version: 2, changed: [{ ...on(1, 'a'), deleted: true }] })
    expect(after.keys).toEqual(['b', 'c'])
  })

  test('moves a flag to its new key', () => {
    const after = replaceDefinitions(before, { version: 2, changed: [on(1, 'z')] })
    expect(after.keys).toEqual(['b', 'c', 'z'])
    expect(after.isEnabled('a', ada)).toBe(false)
    expect(after.isEnabled('z', ada)).toBe(true)
  })

  test('lets two flags swap their keys, and a new one take over the key of one that goes', () => {
    const swapped = replaceDefinitions(before, { version: 2, changed: [on(1, 'b'), on(2, 'a')] })
    expect(swapped.keys).toEqual(['a', 'b', 'c'])
    expect(swapped.evaluate('a', ada).flagId).toBe(2)
    const taken = replaceDefinitions(before, { version: 2, changed: [on(9, 'a')], removedIds: [1] })
    expect(taken.evaluate('a', ada).flagId).toBe(9)
    expect(taken.keys).toEqual(['a', 'b', 'c'])
  })

  test('may be made twice from one snapshot without the two meeting', () => {
    const left = replaceDefinitions(before, { version: 2, changed: [on(4, 'left')] })
    const right = replaceDefinitions(before, { version: 2, changed: [on(5, 'right')] })
    expect(left.keys).toEqual(['a', 'b', 'c', 'left'])
    expect(right.keys).toEqual(['a', 'b', 'c', 'right'])
    expect(left.evaluate('right', ada).reason.code).toBe('flag_not_found')
    expect(right.evaluate('left', ada).reason.code).toBe('flag_not_found')
  })

  test('of how properties are matched reaches every flag', () => {
    const flag = flagWith([{ properties: [personFilter('beta', 'exact', 'false')] }])
    const { flags, ...settings } = definitionsDocument([flag])
    const second = compileDefinitions({ flags, ...settings })
    const subject = { distinctId: 'ada', properties: { beta: 'banana' } }
    expect(second.isEnabled('flag', subject)).toBe(false)
    const first = replaceDefinitions(second, { version: 2, settings: { ...settings, property_matching_version: 1 } })
    expect(first.isEnabled('flag', subject)).toBe(true)
  })

  test('of cohorts and group types reaches flags that stay compiled', () => {
    const filter = { key: 'id', type: 'cohort', value: 1 } as const
    const { flags, ...settings } = definitionsDocument([flagWith([{ properties: [filter] }])])
    const snapshot = compileDefinitions({ flags, ...settings })
    expect(snapshot.evaluate('flag', ada).failed).toBe(true)
    const cohorts = { 1: { type: 'AND', values: [] } }
    const after = replaceDefinitions(snapshot, { version: 2, settings: { ...settings, cohorts } })
    expect(after.isEnabled('flag', ada)).toBe(true)
  })

  test('never grows a snapshot beyond its flags for long', () => {
    let snapshot = before
    for (let id = 10; id < 5000; id++) {
      snapshot = replaceDefinitions(snapshot, { version: id, changed: [on(id, `k${id}`)], removedIds: [id - 1] })
    }
    expect(snapshot.keys).toEqual(['a', 'b', 'c', 'k4999'])
    expect(snapshot.parts.flags.slots.length).toBeLessThan(2000)
  })
})
