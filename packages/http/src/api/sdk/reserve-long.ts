import type { Decision } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'
import { decisionsLength } from './answer-length.ts'

/**
 * Whether an answer with these decisions is so long that it is written in parts; then its memory is reserved (HTTP-90).
 *
 * @param payloadCopies how many times the answer has each payload
 * @throws Overloaded when there is no room
 */
export async function reserveLong(
  { reservation }: EndpointRequest,
  decisions: readonly Decision[],
  payloadCopies?: number,
): Promise<boolean> {
  const length = decisionsLength(decisions, payloadCopies)
  if (length < LARGE_RESPONSE_LENGTH) return false
  await reservation.reserve(length)
  return true
}
