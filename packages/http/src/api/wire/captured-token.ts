import type { JsonObject } from '@flagdeck/core'
import { isJsonObject, unknownToken } from '@flagdeck/core/operations'
import { namedToken } from './sdk-request.ts'

/**
 * The project's public token in a capture request: next to the events, in the first event or in its properties;
 * otherwise the token that the request itself names. Each generation of SDKs sends it in a different place (PROTO-5).
 */
export function capturedToken(envelope: JsonObject, firstEvent: unknown, named: string | undefined): string {
  const token = namedToken(envelope) ?? tokenOf(firstEvent) ?? named
  if (token !== undefined) return token
  throw unknownToken()
}

function tokenOf(event: unknown): string | undefined {
  if (!isJsonObject(event)) return undefined
  const own = namedToken(event)
  if (own !== undefined) return own
  return isJsonObject(event.properties) ? namedToken(event.properties) : undefined
}
