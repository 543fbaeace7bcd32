import { describe, expect, test, vi } from 'vitest'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { textOf, textWithin } from './text-of.ts'
import { MAX_VALUE_LENGTH, ValueForms } from './value-forms.ts'

/** Returns an object or a list that counts its reads. */
function watched<T extends object>(target: T) {
  const count = { reads: 0 }
  const value = new Proxy(target, {
    get: (object, name) => {
      count.reads++
      return Reflect.get(object, name)
    },
    ownKeys: (object) => {
      count.reads++
      return Reflect.ownKeys(object)
    },
  })
  return { value: value as T & JsonValue, count }
}

describe('EVAL-54 the text of a list or an object', () => {
  test.each<[JsonValue]>([
    [[]],
    [{}],
    [[1, 'two', null, true, [3], { b: 1, a: [] }]],
    [{ b: 'x"y', a: { d: 1.5, c: 'ü\n' } }],
  ])('is the same as ever when it is short: %j', (value) => {
    expect(textWithin(value, 1000)).toBe(textOf(value))
    expect(textWithin(value, textOf(value).length)).toBe(textOf(value))
    expect(textWithin(value, textOf(value).length - 1)).toBeUndefined()
  })

  test('is not made of a list with more elements than there is room for', () => {
    const { value, count } = watched(new Array<number>(1_000_000).fill(1))
    expect(new ValueForms().isTooLong(value)).toBe(true)
    expect(count.reads).toBeLessThan(10)
  })

  test('is not made to its end when it gets too long', () => {
    const { value, count } = watched(new Array<string>(5000).fill('x'.repeat(100)))
    expect(new ValueForms().isTooLong(value)).toBe(true)
    expect(count.reads).toBeLessThan(400)
  })

  test('has at most 64 levels', () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? 1 : [nested(depth - 1)])
    expect(new ValueForms().isTooLong(nested(64))).toBe(false)
    expect(new ValueForms().isTooLong(nested(65))).toBe(true)
  })

  test('is too long one character beyond the bound, like any text', () => {
    const forms = new ValueForms()
    for (const wrap of [(text: string) => text, (text: string) => [text.slice(4)]]) {
      expect(forms.isTooLong(wrap('a'.repeat(MAX_VALUE_LENGTH)))).toBe(false)
      expect(forms.isTooLong(wrap('a'.repeat(MAX_VALUE_LENGTH + 1)))).toBe(true)
    }
  })
})

describe('EVAL-56 a value', () => {
  test('is read once, however many filters ask for its text', () => {
    const { value, count } = watched({ b: 1, a: 2 })
    const forms = new ValueForms()
    for (let asked = 0; asked < 100; asked++) expect(forms.lowerCase(value) + forms.folded(value)).toContain('"a":2')
    expect(count.reads).toBeLessThan(5)
  })

  test('is read once as anything else when it is long', () => {
    const forms = new ValueForms()
    const read = vi.fn((text: string) => text.length)
    for (let asked = 0; asked < 100; asked++) expect(forms.readOnce('a'.repeat(500), read)).toBe(500)
    expect(read).toHaveBeenCalledOnce()
  })

  test.each<[JsonValue]>([['Ab1'], ['ÄK'], [12], [true], [null], ['12'], ['1.2.3-b'], ['x'.repeat(300)]])(
    'has the same forms, long or short: %j',
    (value) => {
      const long = typeof value === 'string' ? ' '.repeat(200) + value : value
      const forms = new ValueForms()
      const [short, padded] = [forms.lowerCase(value), forms.lowerCase(long)]
      expect(padded.trim()).toBe(short)
      expect(forms.folded(long).trim()).toBe(forms.folded(value))
      expect(forms.isUsed).toBe(typeof value === 'string')
    },
  )
})
