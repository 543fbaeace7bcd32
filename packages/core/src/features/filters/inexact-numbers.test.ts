import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { filterWarnings } from './filter-warnings.ts'
import { normalizeFilters } from './normalize-filters.ts'

/** Returns filters from a client, whose numbers JSON.parse has rounded already. */
const sent = (json: string) => JSON.parse(json) as FilterInput
const about = (value: string) =>
  `{"groups":[{"properties":[{"key":"account","type":"person","operator":"exact","value":${value}}]}]}`

const told = (filters: FilterInput) =>
  filterWarnings(filters, 'flag')
    .filter(({ code }) => code === 'inexact_number')
    .map(({ detail }) => detail)

const sentence = (places: string) =>
  `Only about 16 digits of a number as large as ${places} are stored: write ids as text, in quotes.`

describe('FLAG-57 whole numbers that are too large to be kept', () => {
  it.each([
    [about('[1234567890123456789]'), '"groups[0].properties[0].value[0]"'],
    [about('9007199254740993'), '"groups[0].properties[0].value"'],
    [about('-12345678901234567890'), '"groups[0].properties[0].value"'],
    ['{"groups":[{}],"payloads":{"true":{"accounts":[1,1234567890123456789]}}}', '"payloads.true.accounts[1]"'],
    ['{"groups":[{}],"payloads":{"true":1234567890123456789}}', '"payloads.true"'],
    ['{"groups":[{}],"own":{"at":[1e21]}}', '"own.at[0]"'],
  ])('are told by where they are, before and after they are stored: %s', (json, places) => {
    const filters = sent(json)
    expect(told(filters)).toEqual([sentence(places)])
    expect(told(normalizeFilters(filters))).toEqual([sentence(places)])
  })

  it.each([
    about('[9007199254740991, "1234567890123456789", 0.1, 1e-7, 123456789.5]'),
    // Text is stored unchanged, with every digit.
    '{"groups":[{}],"payloads":{"true":"{\\"account\\": 1234567890123456789}"}}',
    '{"groups":[{}],"payloads":{"true":"1234567890123456789","other":"no JSON 1234567890123456789"}}',
    '{"groups":[{}],"payloads":{"true":"\\"1234567890123456800\\""}}',
  ])('are none in %s', (json) => {
    expect(told(sent(json))).toEqual([])
    expect(told(normalizeFilters(sent(json)))).toEqual([])
  })

  it.each([null, 'x', [], { groups: [null, 5], payloads: 5 }])('are none in the damaged %j', (filters) => {
    expect(told(filters as unknown as FilterInput)).toEqual([])
  })

  it('are not looked for deeper than filters may be', () => {
    const deep = `${'['.repeat(100_000)}1234567890123456800${']'.repeat(100_000)}`
    expect(told({ groups: [], payloads: { true: deep } })).toEqual([])
  })

  it('VALID-5 are told in a sentence that does not grow with them', () => {
    const own = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${at}${'x'.repeat(1000)}`, 2 ** 60]))
    const [text = ''] = told({ groups: [], own } as FilterInput)
    expect(text.length).toBeLessThan(500)
    expect(text).toContain(' and others are stored: ')
  })
})
