/** The requested part of a list. Both are integers: `limit` 1 to {@link MAX_PAGE_LIMIT}, `offset` 0 or more. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
}

/** One part of a list, with the number of items in the whole list. */
export interface Page<T> {
  readonly count: number
  readonly items: readonly T[]
}

/** Returns the requested part of an ordered list. Past its end, the part is empty and the count is correct. */
export function pageOf<T>(ordered: readonly T[], { limit, offset }: PageRequest): Page<T> {
  return { count: ordered.length, items: ordered.slice(offset, offset + limit) }
}

const DEFAULT_PAGE_LIMIT = 100
export const MAX_PAGE_LIMIT = 1000

/**
 * Converts the parameters of a client to a page request. Invalid values are replaced instead of refused (PAGE-2): a
 * limit that is missing, no integer or below 1 becomes 100, one above 1000 becomes 1000, an invalid offset 0.
 */
export function pageRequest({ limit, offset }: { readonly [Part in keyof PageRequest]?: unknown } = {}): PageRequest {
  const wanted = wholeNumber(limit)
  return {
    limit: wanted === undefined || wanted < 1 ? DEFAULT_PAGE_LIMIT : Math.min(wanted, MAX_PAGE_LIMIT),
    offset: wholeNumber(offset) ?? 0,
  }
}

function wholeNumber(value: unknown): number | undefined {
  // Digits beyond the exact range still represent an integer that is larger than any list.
  const isDigits = typeof value === 'string' && /^\d+$/.test(value.trim())
  const number = isDigits ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
