import fc from 'fast-check'
import type { PropertyFilter } from '../../src/evaluation/definition/flag-filters.ts'
import type { EvaluatedOperator } from '../../src/evaluation/definition/operator.ts'
import type { JsonValue } from '../../src/foundation/json/json-value.ts'

/**
 * Filters and values on which the SDK and this service have the same rule. What is left out of these pools is left out
 * on purpose: each such difference has a name and a test in posthog-node-differences.test.ts.
 */
export interface PropertyKind {
  /** The property's name; a kind has one, so that filters meet values they are meant for. */
  readonly name: string
  readonly value: fc.Arbitrary<JsonValue>
  readonly filter: fc.Arbitrary<Pick<PropertyFilter, 'key' | 'operator' | 'value'>>
}

const word = fc.oneof(
  fc.constantFrom(
    'pro',
    'Pro',
    'PRO',
    'free',
    '',
    'true',
    'FALSE',
    'null',
    'Grüße',
    'GRÜẞE',
    'äöü',
    'ÄÖÜ',
    'İ',
    'Σς',
    '😀',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
const nonNull = fc.oneof(word, fc.boolean(), fc.constantFrom(0.5, -2.25, 1e-7))
const scalar = fc.oneof(nonNull, fc.constant(null))
const nested = fc.oneof(
  fc.array(scalar, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('b', 'a', 'Ä'), scalar, { maxKeys: 2 }),
)

const text = kind('text', fc.oneof(word, fc.boolean(), fc.constant(null), fc.constantFrom(0.5, -2.25)), [
  [['exact', 'is_not'], fc.oneof(nonNull, fc.array(scalar, { maxLength: 3 }))],
  [
    ['icontains', 'not_icontains', 'starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'],
    fc.oneof(word, fc.boolean(), fc.constantFrom(0.5)),
  ],
  [['is_set', 'is_not_set'], fc.constantFrom('is_set', null)],
])

const json = kind('json', fc.oneof(scalar, nested), [
  [['exact', 'is_not'], fc.oneof(nonNull, nested, fc.array(nested, { maxLength: 2 }))],
])

const ascii = fc.string({ unit: fc.constantFrom(...'aAbB01 _-.@\n'), maxLength: 6 })
const patternPart = fc.constantFrom(
  ...[
    'a',
    'B',
    '0',
    '.',
    '@',
    ' ',
    '\\.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\-',
    '\\_',
    '\\x41',
    '[ab]',
    '[^ab]',
    '[a-c0]',
  ],
  ...['[\\d_]', '[.]', '(a|b)', '(?:ab)', '(', ')', '|', '^', '$', '*', '+', '?', '{2}', '{1,}', '{0,3}', '*?', '+?'],
)
const pattern = kind('ascii', ascii, [
  [['regex', 'not_regex'], fc.array(patternPart, { maxLength: 6 }).map((parts) => parts.join(''))],
])

const number = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(0.1, 2.5, -7.75, 1e3, 12345.678))
const numeric = fc.oneof(number, number.map(String))
const amount = kind('amount', numeric, [[['gt', 'gte', 'lt', 'lte'], numeric]])

const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
const instant = fc.oneof(
  day.map((date) => date.toISOString()),
  day.map((date) => date.toISOString().slice(0, 10)),
  day.map((date) => date.toISOString().replace('Z', '+05:30')),
  day.map((date) => date.toISOString().replace('T', ' ').replace('Z', ' +01:00')),
  day.map((date) => date.toUTCString()),
  day.map((date) => `${date.toDateString()} 10:30 PM GMT`),
)
// Far enough apart that the clock's moving on between the two answers cannot matter.
const relative = fc.constantFrom('-1d', '30d', '-4w', '-6m', '18m', '-2y', '100h')
const seenAt = kind('seen_at', instant, [[['is_date_before', 'is_date_after'], fc.oneof(instant, relative)]])

const versionNumber = fc.nat(3)
const version = fc.oneof(
  fc.tuple(versionNumber, versionNumber, versionNumber).map((parts) => parts.join('.')),
  fc.tuple(versionNumber, versionNumber).map((parts) => `v${parts.join('.')}`),
)
const app = kind('app', version, [
  [
    ['semver_eq', 'semver_neq', 'semver_gt', 'semver_gte', 'semver_lt', 'semver_lte', 'semver_tilde', 'semver_caret'],
    version,
  ],
  [['semver_wildcard'], fc.constantFrom('1.*', '0.*', '1.2.*', 'v2.*', '0.0.*')],
])

export const PROPERTY_KINDS: readonly PropertyKind[] = [text, json, pattern, amount, seenAt, app]

/** A filter on any of the properties that subjects have. */
export const propertyFilter = fc.oneof(...PROPERTY_KINDS.map((kind) => kind.filter))

function kind(
  name: string,
  value: fc.Arbitrary<JsonValue>,
  operators: readonly (readonly [readonly EvaluatedOperator[], fc.Arbitrary<JsonValue>])[],
): PropertyKind {
  const filters = operators.map(([names, filterValue]) =>
    // Operators that can no longer be written are read all the same.
    fc.record({ key: fc.constant(name), operator: fc.constantFrom(...names), value: filterValue }),
  )
  return { name, value, filter: fc.oneof(...filters) as PropertyKind['filter'] }
}
