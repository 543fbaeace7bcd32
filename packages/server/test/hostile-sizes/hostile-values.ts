import type { JsonObject, JsonValue } from '@flagdeck/core'

/** Just under the size limit of a body, with space for the JSON around the value. */
export const HOSTILE_BYTES = 2_000_000

/** One value of each kind that code might process too slowly: the largest that fits in this many bytes of JSON. */
export const HOSTILE_VALUES: Readonly<Record<string, (bytes: number) => JsonValue>> = {
  'long text': (bytes) => 'a'.repeat(bytes),
  'capital letters': (bytes) => 'İẞÀ'.repeat(bytes / 7),
  spaces: (bytes) => ' '.repeat(bytes),
  digits: (bytes) => '7'.repeat(bytes),
  'a number with a long fraction': (bytes) => `0.${'3'.repeat(bytes)}`,
  'wide letters': (bytes) => '👩‍👩‍👧‍👦'.repeat(bytes / 25),
  'combining marks': (bytes) => `e${'\u0301'.repeat(bytes / 2)}`,
  'lone surrogates': (bytes) => '\ud800'.repeat(bytes / 6),
  'a version of many parts': (bytes) => `1.2.3${'.4'.repeat(bytes / 2)}`,
  'a version with a long release': (bytes) => `1.2.3-${'a.0.'.repeat(bytes / 4)}z`,
  'something like a date': (bytes) => `2024-01-01T00:00:00${' '.repeat(bytes)}Z`,
  'words of a date': (bytes) => 'January 1 '.repeat(bytes / 10),
  'something like JSON': (bytes) => '{"a":['.repeat(bytes / 8),
  'many texts': (bytes) => Array.from({ length: bytes / 11 }, (_, n) => `text${n % 10_000}`),
  'many numbers': (bytes) => Array.from({ length: bytes / 5 }, (_, n) => n % 1000),
  'many empty lists': (bytes) => Array.from({ length: bytes / 3 }, () => []),
  'few long texts': (bytes) => Array.from({ length: 10 }, () => 'b'.repeat(bytes / 10)),
  'many properties': (bytes) => properties(bytes / 16),
  'deep lists': (bytes) => nested(50, 'c'.repeat(bytes - 200)),
}

/** Returns property names that no flag uses. */
function properties(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, n % 10]))
}

function nested(levels: number, value: JsonValue): JsonValue {
  return levels === 0 ? value : [nested(levels - 1, value)]
}
