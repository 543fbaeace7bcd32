import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { crossFieldViolations } from './cross-field-rules.ts'
import { normalizeFilters } from './normalize-filters.ts'

const variants = (...shares: (readonly [key: string, share: number])[]) => ({
  variants: shares.map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
})
const check = (filters: FilterInput) => crossFieldViolations(normalizeFilters(filters))
const refusal = (code: string, detail: string) => [{ attr: 'filters', code, detail, path: detail.split(': ')[0] }]
const AB = variants(['a', 50], ['b', 50])

describe('variants', () => {
  it.each([
    [variants(['a', 50], ['b', 25]), 75],
    [variants(['a', 50], ['b', 50.5]), 100.5],
    [variants(['a', 0]), 0],
  ])('FLAG-43 refuses variants that do not add up to 100', (multivariate, sum) => {
    const detail = `multivariate.variants: Variant rollout percentages must sum to 100, got ${sum}.`
    expect(check({ groups: [], multivariate })).toEqual(refusal('variant_rollout_sum_not_100', detail))
  })

  it.each([
    variants(['a', 33.33], ['b', 33.33], ['c', 33.34]),
    variants(['a', 100 / 3], ['b', 100 / 3], ['c', 100 / 3]),
    variants(['a', 0], ['b', 100]),
    variants(['a', 14.2857143], ['b', 14.2857143], ['c', 71.4285714]),
  ])('FLAG-43 lets fractions add up to 100 as far as numbers can', (multivariate) => {
    expect(check({ groups: [], multivariate })).toEqual([])
  })

  it('FLAG-43 refuses a variant key that appears twice, and names each once', () => {
    const multivariate = variants(['a', 20], ['b', 20], ['a', 20], ['b', 20], ['a', 20])
    const detail = 'multivariate.variants: Variant keys must be unique, duplicated: a, b.'
    expect(check({ groups: [], multivariate })).toEqual(refusal('variant_keys_not_unique', detail))
  })
})

describe('payloads', () => {
  it('FLAG-44 refuses a payload for a variant that there is not', () => {
    const detail = "payloads.x: Payload key 'x' does not match any variant key."
    const filters = { groups: [], multivariate: AB, payloads: { a: '1', x: '2' } }
    expect(check(filters)).toEqual(refusal('payload_key_not_a_variant', detail))
  })

  it.each(['x', 'false', 'True', '__proto__', 'constructor'])(
    'FLAG-44 refuses the payload key %s on a flag without variants',
    (key) => {
      const detail = `payloads.${key}: Payload key '${key}' is invalid: boolean flags only support the 'true' key.`
      const payloads: { readonly [key: string]: string } = JSON.parse(`{"${key}":"1"}`)
      expect(check({ groups: [], payloads })).toEqual(refusal('payload_key_not_true', detail))
    },
  )

  it.each(['hello', '{', "{'a': 1}", 'NaN', 'Infinity', '', 'undefined'])(
    'FLAG-44 refuses the payload text %j, which is not JSON',
    (payload) => {
      const detail = "payloads: Payload for key 'true' is not valid JSON."
      expect(check({ groups: [], payloads: { true: payload } })).toEqual([
        { attr: 'filters', code: 'invalid_payload_json', detail, path: 'payloads', isStructural: true },
      ])
    },
  )

  it.each(['"hello"', '{"a": [1, null]}', '0', 'null', ' true '])('FLAG-44 takes the payload text %j', (payload) => {
    expect(check({ groups: [], payloads: { true: payload } })).toEqual([])
  })
})

describe('variant overrides', () => {
  it('FLAG-45 refuses an override that names no variant', () => {
    const detail = "groups[1].variant: Variant override 'x' does not match any variant key."
    const filters = { groups: [{ variant: 'a' }, { variant: 'x' }], multivariate: AB }
    expect(check(filters)).toEqual(refusal('group_variant_not_a_variant', detail))
  })

  it('FLAG-45 refuses an override on a flag without variants', () => {
    const detail = "groups[0].variant: Variant override 'a' does not match any variant key."
    expect(check({ groups: [{ variant: 'a' }] })).toEqual(refusal('group_variant_not_a_variant', detail))
  })

  it.each(['', null, undefined, 'b'])('FLAG-45 takes the override %j', (variant) => {
    expect(check({ groups: [{ variant }], multivariate: AB })).toEqual([])
  })
})

describe('several rules at once', () => {
  it('FLAG-2 tells of every broken rule', () => {
    const codes = check({
      groups: [{ variant: 'x', properties: [{ key: 'k', type: 'group', group_type_index: 0, value: 1 }] }],
      multivariate: variants(['a', 1], ['a', 1]),
      payloads: { b: 'no' },
    }).map(({ code }) => code)
    expect(codes).toEqual([
      'variant_rollout_sum_not_100',
      'variant_keys_not_unique',
      'payload_key_not_a_variant',
      'invalid_payload_json',
      'group_variant_not_a_variant',
      'person_aggregation_property_type',
    ])
  })

  it('FLAG-2 never repeats more of the input than a hundred characters', () => {
    const long = 'x'.repeat(10_000)
    const violations = check({
      groups: [
        { variant: long, properties: [{ key: 'k', type: 'person', operator: 'is_date_exact', value: long }] },
        { properties: [{ key: 'k', type: 'person', operator: 'semver_eq', value: [long] }] },
      ],
      payloads: { [long]: long },
    })
    expect(violations).toHaveLength(5)
    for (const { detail } of violations) expect(detail.length).toBeLessThan(400)
  })

  it('FLAG-42 checks thousands of variants and payloads in no time', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => [`v${index}`, 0.01] as const)
    const payloads = Object.fromEntries(many.map(([key]) => [key, '1']))
    const started = performance.now()
    expect(check({ groups: [], multivariate: variants(...many), payloads })).toEqual([])
    expect(performance.now() - started).toBeLessThan(500)
  })
})
