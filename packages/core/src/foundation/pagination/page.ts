/** Which part of a list to read. Both are whole numbers: `limit` 1 to {@link MAX_PAGE_LIMIT}, `offset` 0 or more. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
}

/** One part of a list, and how many items the whole list has. */
export interface Page<T> {
  readonly count: number
  readonly items: readonly T[]
}

/** The part of an ordered list that was asked for. Past its end that is an empty part with the right count. */
export function pageOf<T>(ordered: readonly T[], { limit, offset }: PageRequest): Page<T> {
  return { count: ordered.length, items: ordered.slice(offset, offset + limit) }
}

const DEFAULT_PAGE_LIMIT = 100
export const MAX_PAGE_LIMIT = 1000

/**
 * Makes a page request from whatever a client sent. What is not usable falls back instead of failing (PAGE-2):
 * a limit that is missing, not a whole number or below 1 becomes 100, one above 1000 becomes 1000, a bad offset 0.
 */
export function pageRequest({ limit, offset }: { readonly [Part in keyof PageRequest]?: unknown } = {}): PageRequest {
  const wanted = wholeNumber(limit)
  return {
    limit: wanted === undefined || wanted < 1 ? DEFAULT_PAGE_LIMIT : Math.min(wanted, MAX_PAGE_LIMIT),
    offset: wholeNumber(offset) ?? 0,
  }
}

function wholeNumber(value: unknown): number | undefined {
  // Digits beyond what is exact still mean a whole number, larger than any list.
  const isDigits = typeof value === 'string' && /^\d+$/.test(value.trim())
  const number = isDigits ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
