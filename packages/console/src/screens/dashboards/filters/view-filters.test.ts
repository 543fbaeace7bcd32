import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, overrideOf, viewFilters } from './view-filters.ts'

const texts = fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { maxLength: 3 })

describe('the filters of a view', () => {
  it('CONSOLE-306 are read from the address as they were put there', () => {
    const filters = fc.record({
      range: fc.constantFrom('', '-7d', 'all'),
      flags: texts,
      responses: texts,
      sdks: texts,
      place: fc.constantFrom('anywhere', 'application', 'server'),
      compare: fc.boolean(),
    })
    fc.assert(
      fc.property(filters, (chosen) => {
        const query = new URLSearchParams()
        for (const [name, value] of Object.entries(addressOf(chosen))) if (value !== null) query.set(name, value)
        expect(viewFilters(new URLSearchParams(query.toString()))).toEqual(chosen)
      }),
    )
  })

  it('CONSOLE-306 without any request no override', () => {
    expect(overrideOf(viewFilters(new URLSearchParams()))).toEqual({})
    expect(overrideOf(viewFilters(new URLSearchParams('evaluated=nowhere&compare=1&flag=')))).toEqual({})
  })

  it('CONSOLE-306 become an override of the request', () => {
    const query = new URLSearchParams('range=-24h&flag=a,b&value=true&evaluated=server&compare=true')
    expect(JSON.parse(overrideOf(viewFilters(query)).filters_override ?? '')).toEqual({
      date_from: '-24h',
      interval: 'hour',
      properties: [
        { key: '$feature_flag', type: 'event', value: ['a', 'b'], operator: 'exact' },
        { key: '$feature_flag_response', type: 'event', value: ['true'], operator: 'exact' },
        { key: 'locally_evaluated', type: 'event', value: [false], operator: 'exact' },
      ],
      compare_filter: { compare: true },
    })
  })
})
