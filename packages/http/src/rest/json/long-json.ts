import { mapYielding } from '@flagdeck/core/store'

/**
 * Returns the JSON of an object, split at the entries of its lists, with `part` applied to each piece. It yields
 * between pieces: writing the largest dashboard in one step would delay other requests.
 */
export function jsonParts<Part>(document: object, part: (text: string) => Part): Promise<Part[]> {
  return mapYielding(jsonTexts(document), part, 1)
}

/** The entries of an object that are created one by one while its JSON is written. */
export class LongObject {
  readonly entries: Iterable<readonly [key: string, value: unknown]>

  constructor(entries: Iterable<readonly [key: string, value: unknown]>) {
    this.entries = entries
  }
}

/**
 * Yields the JSON of an object, split at the entries of its lists and of each {@link LongObject}. A list may be a
 * generator, so that each entry exists only while it is written.
 *
 * @param opening the text before the first field
 */
export function* jsonTexts(document: object, opening = '{'): Generator<string> {
  let lead = opening
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue
    yield `${lead}${JSON.stringify(key)}:`
    yield* valueParts(value)
    lead = ','
  }
  yield lead === opening ? `${opening}}` : '}'
}

function* valueParts(value: unknown): Generator<string> {
  if (value instanceof LongObject) return yield* entryParts(value)
  if (!isIterable(value)) return yield JSON.stringify(value)
  let lead = '['
  for (const entry of value) {
    yield `${lead}${JSON.stringify(entry)}`
    lead = ','
  }
  yield lead === '[' ? '[]' : ']'
}

function* entryParts({ entries }: LongObject): Generator<string> {
  let lead = '{'
  for (const [key, value] of entries) {
    yield `${lead}${JSON.stringify(key)}:${JSON.stringify(value)}`
    lead = ','
  }
  yield lead === '{' ? '{}' : '}'
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}
