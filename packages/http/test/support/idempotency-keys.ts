import type { ApiResponse } from './api-response.ts'
import { type EndpointOfApi, KEY_ENDPOINTS } from './place.ts'

/** The endpoints that take the key of a request. */
export const TAKERS: readonly EndpointOfApi[] = KEY_ENDPOINTS.filter(({ idempotencyKey }) => idempotencyKey)

let keysMade = 0

/** The headers of a request with a key that nobody used before. */
export function newIdempotencyKey(): Readonly<Record<string, string>> {
  return { 'idempotency-key': `key-${++keysMade}` }
}

export function isReplayed({ headers }: ApiResponse): boolean {
  return headers['idempotency-replayed'] === 'true'
}
