import type { Decision } from '@flagdeck/core'
import type { ProjectSnapshot } from '@flagdeck/core/operations'

/** Characters around the payload of a decision. */
const LENGTH_OF_DECISION = 256
/** Characters around the payloads of a flag in a document. */
const LENGTH_OF_FLAG = 1024

/** About how many characters an answer has that writes each of these decisions, and its payload so many times. */
export function decisionsLength(decisions: readonly Decision[], payloadCopies = 1): number {
  let payloads = 0
  for (const { payload } of decisions) if (payload !== null) payloads += payload.length
  return decisions.length * LENGTH_OF_DECISION + payloads * payloadCopies
}

/** About how many characters a document of all flags has. */
export function flagsLength({ flags }: ProjectSnapshot): number {
  let length = flags.length * LENGTH_OF_FLAG
  for (const { filters } of flags) {
    for (const payload of Object.values(filters.payloads ?? {}))
      if (typeof payload === 'string') length += payload.length
  }
  return length
}
