import type { JsonValue } from '../../src/foundation/json/json-value.ts'

/** What somebody sends who wants to keep others waiting: `size` bytes of it, by kind. */
export const HOSTILE_TEXTS: Readonly<Record<string, (size: number) => string>> = {
  letters: (size) => 'a'.repeat(size),
  'capital letters': (size) => 'A'.repeat(size),
  spaces: (size) => ' '.repeat(size),
  digits: (size) => '9'.repeat(size),
  emoji: (size) => '\u{1f600}'.repeat(size / 4),
  'combining marks': (size) => 'e\u0301'.repeat(size / 3),
  'letters that grow in lower case': (size) => '\u0130'.repeat(size / 2),
  'a version of many parts': (size) => '1.'.repeat(size / 2),
  'a version with many identifiers': (size) => `1.2.3-${'a.'.repeat(size / 2)}a`,
  'a version of zeros': (size) => `${'0'.repeat(size)}.0.0`,
  'a date with a long fraction': (size) => `2026-11-20T08:00:00.${'0'.repeat(size)}Z`,
  'dates in a row': (size) => '2026-11-20 '.repeat(size / 11),
  'a number with a long exponent': (size) => `1e${'0'.repeat(size)}1`,
}

export const HOSTILE_VALUES: Readonly<Record<string, (size: number) => JsonValue>> = {
  ...HOSTILE_TEXTS,
  'a list of numbers': (size) => Array.from({ length: size / 2 }, (_, index) => index % 10),
  'a list of true': (size) => Array.from({ length: size / 5 }, () => true),
  'a list of texts': (size) => Array.from({ length: size / 20 }, (_, index) => `company-${index}`),
  'a list of one long text': (size) => ['a'.repeat(size)],
  'nested lists': (size) => nested(size / 2, (inner) => [inner]),
  'nested objects': (size) => nested(size / 6, (inner) => ({ a: inner })),
  'an object with many keys': (size) => Object.fromEntries(keysOf(size)),
  'an object with a long key': (size) => ({ ['k'.repeat(size)]: 1 }),
  'objects in a list': (size) => Array.from({ length: size / 10 }, (_, index) => ({ b: index % 10, a: 1 })),
}

function nested(depth: number, wrap: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = 0
  for (let level = 0; level < depth; level++) value = wrap(value)
  return value
}

function keysOf(size: number): [string, JsonValue][] {
  return Array.from({ length: size / 30 }, (_, index) => [`a-name-that-nobody-has-${index}`, index % 10])
}
