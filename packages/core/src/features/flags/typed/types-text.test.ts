import { describe, expect, it } from 'vitest'
import { testDeck } from '../../../testing/test-deck.ts'
import { manifestText } from './flag-manifest.ts'
import type { FlagSource } from './flag-shape.ts'
import { typeOfValues } from './type-of-values.ts'
import { typesDifference } from './types-difference.ts'
import { typesText } from './types-text.ts'

const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

function source(key: string, changes: Partial<FlagSource> = {}): FlagSource {
  return {
    key,
    name: '',
    filters: {},
    is_remote_configuration: false,
    has_encrypted_payloads: false,
    payload_schema: null,
    archived: false,
    ...changes,
  }
}

/** Returns the lines between the first and the last of the list. */
function linesOf(...sources: readonly FlagSource[]): readonly string[] {
  const lines = typesText(sources).split('\n')
  const first = lines.indexOf('export interface Flags {') + 1
  return lines.slice(first, lines.indexOf('}', first)).map((line) => line.trim())
}

describe('types of flags', () => {
  it('TYPES-1 are by key, one in a line, in whatever order flags come', () => {
    const [b, a] = [source('b'), source('a')]
    expect(typesText([b, a])).toBe(typesText([a, b]))
    expect(linesOf(b, a)).toEqual([
      '"a": { value: boolean; variant: boolean; payload: null }',
      '"b": { value: boolean; variant: boolean; payload: null }',
    ])
  })

  it('TYPES-1 leave out what is archived or deleted', async () => {
    const { flags } = await testDeck()
    for (const key of ['kept', 'archived', 'deleted']) await flags.create({ key, filters: EVERYBODY })
    await flags.archive((await flags.find('archived'))?.id ?? 0)
    await flags.delete((await flags.find('deleted'))?.id ?? 0)
    const types = await flags.types()
    expect(types).toContain('"kept": {')
    expect(types).not.toMatch(/archived|"deleted"/)
    expect((await flags.manifest()).map(({ key }) => key)).toEqual(['kept'])
  })

  it('TYPES-3 name what those answer who are held out', () => {
    const holdout = { id: 7, exclusion_percentage: 10 }
    const variants = [{ key: 'a', rollout_percentage: 100 }]
    expect(
      linesOf(source('h', { filters: { holdout } }), source('v', { filters: { holdout, multivariate: { variants } } })),
    ).toEqual([
      '"h": { value: boolean | "holdout-7"; variant: boolean | "holdout-7"; payload: null }',
      '"v": { value: "a" | "holdout-7"; variant: "a" | "holdout-7" | false; payload: null }',
    ])
  })

  it('TYPES-1 keep what people write from being code', () => {
    const variants = [{ key: '"; evil() //', rollout_percentage: 100 }]
    const lines = linesOf(
      source('a', { name: 'ends */ here\n  "b": {}\u2028', filters: { multivariate: { variants } } }),
    )
    expect(lines).toEqual([
      '/** ends * / here "b": {} */',
      '"a": { value: "\\"; evil() //"; variant: "\\"; evil() //" | false; payload: null }',
    ])
  })

  it.each([
    [[1, 'a', true, null], 'number | string | boolean | null'],
    [[[]], 'Array<unknown>'],
    [[[1, 'a'], [null]], 'Array<number | string | null>'],
    [[{}], 'Record<string, never>'],
    [[{ b: 1 }, { a: { c: [] } }], '{ "a"?: { "c": Array<unknown> }; "b"?: number }'],
    [[{ a: 1 }, { a: 'x' }], '{ "a": number | string }'],
    [[JSON.parse('{ "__proto__": 1, "a-b": 2 }')], '{ "__proto__": number; "a-b": number }'],
  ])('TYPES-2 of the payloads %j are %s', (values, type) => {
    expect(typeOfValues(values)).toBe(type)
  })

  it('TYPES-2 TYPES-8 of payloads as deep or as long as text can be come to an end', () => {
    const deep = source('deep', {
      is_remote_configuration: true,
      filters: { payloads: { true: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } },
    })
    const long = source('long', {
      is_remote_configuration: true,
      filters: { payloads: { true: JSON.stringify({ text: 'x'.repeat(5000) }) } },
    })
    expect(linesOf(deep)[0]).toContain('Array<unknown>')
    expect(linesOf(long)[0]).toContain('value: { "text": string }')
    expect(JSON.parse(manifestText([deep, long])).flags).toEqual({
      deep: { flagType: 'object', defaultValue: [] },
      long: { flagType: 'object', defaultValue: {} },
    })
  })

  it('TYPES-2 of payloads that nobody may see are unknown', () => {
    const filters = { payloads: { true: '{"a":1}' } }
    const hidden = source('a', { filters, has_encrypted_payloads: true, is_remote_configuration: true })
    expect(linesOf(hidden)).toEqual(['"a": { value: unknown; variant: boolean; payload: unknown }'])
    expect(JSON.parse(manifestText([hidden]))).toEqual({ flags: { a: { flagType: 'object', defaultValue: {} } } })
    expect(linesOf(source('a', { filters: { payloads: { true: '********* (encrypted)' } } }))).toHaveLength(1)
  })

  it('TYPES-20 of payloads with a schema are what that says', () => {
    const payload_schema = { type: 'object', properties: { a: { type: 'integer' } } }
    const filters = { payloads: { true: '{"a":1,"b":2}' } }
    expect(linesOf(source('a', { filters, payload_schema }))).toEqual([
      '"a": { value: boolean; variant: boolean; payload: { "a"?: number } | null }',
    ])
    const hidden = { is_remote_configuration: true, has_encrypted_payloads: true }
    expect(linesOf(source('b', { filters, payload_schema, ...hidden }))).toEqual([
      '"b": { value: { "a"?: number }; variant: boolean; payload: { "a"?: number } | null }',
    ])
    expect(linesOf(source('c', { filters, payload_schema: {} }))).toEqual([
      '"c": { value: boolean; variant: boolean; payload: unknown }',
    ])
  })

  it('TYPES-3 are what the payloads of a deck are', async () => {
    const { flags } = await testDeck()
    const filters = { ...EVERYBODY, payloads: { true: { a: [1] } } }
    await flags.create({ key: 'on', filters })
    await flags.create({ key: 'off', active: false, filters })
    const ada = { distinctId: 'ada' }
    expect(flags.payload('on', ada)).toEqual({ a: [1] })
    expect(flags.payload('off', ada)).toBeNull()
    expect(flags.payload('unknown', ada)).toBeNull()
  })

  it('TYPES-6 differ by flag', () => {
    const file = typesText([source('a'), source('b', { name: 'B' })])
    expect(typesDifference(file, [source('a', { name: 'A' }), source('b')])).toEqual([])
    expect(typesDifference(file, [source('a'), source('c')])).toEqual([
      'b: the flag no longer exists.',
      'c: the flag is missing from the file.',
    ])
    expect(typesDifference('', [])).toEqual([
      'the file was generated by another release, or edited: generate it again.',
    ])
  })
})
