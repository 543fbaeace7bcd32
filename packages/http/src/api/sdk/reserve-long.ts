import type { Decision } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'

/** Characters around the payload of a decision. */
const LENGTH_OF_DECISION = 256

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

/** About how many characters an answer has that writes each of these decisions, and its payload so many times. */
function decisionsLength(decisions: readonly Decision[], payloadCopies = 1): number {
  let payloads = 0
  for (const { payload } of decisions) if (payload !== null) payloads += payload.length
  return decisions.length * LENGTH_OF_DECISION + payloads * payloadCopies
}
