import { shown } from '../../../foundation/validation/shown.ts'
import type { QueryPart } from './query-part.ts'

/** The answer to a query that cannot be answered: no numbers, and why (INSIGHT-1). */
export interface Unsupported {
  readonly result: null
  readonly error: { readonly type: 'UnsupportedQuery'; readonly message: string }
}

/** Ends the reading of a query; it never leaves this folder, where it becomes {@link Unsupported}. */
export class UnsupportedQuery extends Error {
  override readonly name = 'UnsupportedQuery'
}

/** The refusal of a part of a query: where it is, what stands there, and what could. */
export function unsupported(part: QueryPart, possible: string): UnsupportedQuery {
  const { value, place } = part
  const found = value === undefined ? 'missing' : `${shown(JSON.stringify(value))}, which is not supported`
  return new UnsupportedQuery(`"${place}" is ${found}: ${possible}`)
}

/** What `work` answers, or why it cannot. */
export function orUnsupported<T>(work: () => T): T | Unsupported {
  try {
    return work()
  } catch (error) {
    return asUnsupported(error)
  }
}

/** {@link UnsupportedQuery} as an answer; everything else is thrown on. */
export function asUnsupported(error: unknown): Unsupported {
  if (!(error instanceof UnsupportedQuery)) throw error
  return { result: null, error: { type: 'UnsupportedQuery', message: error.message } }
}

export function isUnsupported(value: object): value is Unsupported {
  return 'error' in value
}
