import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { clip } from '../../../foundation/validation/clip.ts'

/** A part of a query or of filters with its path: `series[0].math`. */
export interface QueryPart {
  readonly value: JsonValue | undefined
  readonly place: string
}

/** Returns the part under a key; undefined when the part is not an object or lacks the key. */
export function under(part: QueryPart, key: string): QueryPart {
  const value = isJsonObject(part.value) && Object.hasOwn(part.value, key) ? part.value[key] : undefined
  return { value, place: part.place === '' ? key : `${part.place}.${key}` }
}

/** Whether a part is missing; null is equivalent to missing (INSIGHT-2). */
export function isMissing(part: QueryPart): boolean {
  return part.value === undefined || part.value === null
}

export function items(part: QueryPart): readonly QueryPart[] {
  if (isMissing(part)) return []
  if (!Array.isArray(part.value)) throw unsupported(part, 'send a list.')
  // The items of an array in a JSON document are JSON values.
  const values = part.value as readonly JsonValue[]
  return values.map((value, index) => ({ value, place: `${part.place}[${index}]` }))
}

function requireObject(part: QueryPart): JsonObject {
  if (isJsonObject(part.value)) return part.value
  throw unsupported(part, 'send an object.')
}

const oneOf = (words: readonly string[]): string => (words.length === 1 ? words.join() : `one of ${words.join(', ')}`)

/** Rejects unknown keys, because they could change numbers (INSIGHT-2). */
export function requireKnownKeys(part: QueryPart, known: readonly string[]): void {
  for (const key of Object.keys(requireObject(part))) {
    const found = under(part, key)
    if (!known.includes(key) && !isMissing(found)) throw unsupported(found, `use ${oneOf(known)}.`)
  }
}

/** Returns one of several words, or `fallback` when the part is missing. */
export function choice<Word extends string>(part: QueryPart, words: readonly Word[], fallback: Word): Word {
  if (isMissing(part)) return fallback
  const word = words.find((word) => word === part.value)
  if (word === undefined) throw unsupported(part, `use ${oneOf(words)}.`)
  return word
}

export function optionalText(part: QueryPart): string | null {
  if (isMissing(part)) return null
  if (typeof part.value === 'string') return part.value
  throw unsupported(part, 'send text.')
}

export function optionalSwitch(part: QueryPart): boolean {
  if (isMissing(part)) return false
  if (typeof part.value === 'boolean') return part.value
  throw unsupported(part, 'send true or false.')
}

/** The result of an unsupported query: no numbers, but the reason (INSIGHT-1). */
export interface Unsupported {
  readonly result: null
  readonly error: { readonly type: 'UnsupportedQuery'; readonly message: string }
}

/** Stops parsing a query. It is never thrown out of this folder, which converts it to {@link Unsupported}. */
export class UnsupportedQuery extends Error {
  override readonly name = 'UnsupportedQuery'
}

/** Returns the error for a part of a query, with its path, its value and the valid values. */
export function unsupported(part: QueryPart, possible: string): UnsupportedQuery {
  const { value, place } = part
  const found = value === undefined ? 'missing' : `${clip(JSON.stringify(value))}, which is not supported`
  return new UnsupportedQuery(`"${place}" is ${found}: ${possible}`)
}

/** Returns the result of `work`, or the reason why it is unsupported. */
export function orUnsupported<T>(work: () => T): T | Unsupported {
  try {
    return work()
  } catch (error) {
    return asUnsupported(error)
  }
}

/** Converts {@link UnsupportedQuery} to a result, and rethrows all other errors. */
export function asUnsupported(error: unknown): Unsupported {
  if (!(error instanceof UnsupportedQuery)) throw error
  return { result: null, error: { type: 'UnsupportedQuery', message: error.message } }
}

export function isUnsupported(value: object): value is Unsupported {
  return 'error' in value
}
