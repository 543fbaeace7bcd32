import type { ApiResponse } from './api-response.ts'
import { type EndpointOfApi, KEY_ENDPOINTS } from './place.ts'

/** The endpoints that take an idempotency key. */
export const TAKERS: readonly EndpointOfApi[] = KEY_ENDPOINTS.filter(({ idempotencyKey }) => idempotencyKey)

let keysMade = 0

/** The headers of a request with an unused key. */
export function newIdempotencyKey(): Readonly<Record<string, string>> {
  return { 'idempotency-key': `key-${++keysMade}` }
}

export function isReplayed({ headers }: ApiResponse): boolean {
  return headers['idempotency-replayed'] === 'true'
}
