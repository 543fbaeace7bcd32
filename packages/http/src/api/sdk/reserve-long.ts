import type { Decision } from '@flagdeck/core'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'

/** The characters of a decision in addition to its payload. */
const LENGTH_OF_DECISION = 256

/**
 * Whether a response with these decisions is so long that it is written in parts. If so, its memory is reserved
 * (HTTP-90).
 *
 * @param payloadCopies how often the response repeats each payload
 * @throws Overloaded when no memory is available
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

/** The approximate length of a response with these decisions, which repeats each payload this many times. */
function decisionsLength(decisions: readonly Decision[], payloadCopies = 1): number {
  let payloads = 0
  for (const { payload } of decisions) if (payload !== null) payloads += payload.length
  return decisions.length * LENGTH_OF_DECISION + payloads * payloadCopies
}
