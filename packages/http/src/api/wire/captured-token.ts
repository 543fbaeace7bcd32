import type { JsonObject } from '@flagdeck/core'
import { isJsonObject, unknownToken } from '@flagdeck/core/operations'
import { namedToken } from './sdk-request.ts'

/**
 * The project's public token in what an SDK sends to be captured: beside the events, in the first of them or in its
 * properties; else what the request itself named. Every generation of SDKs puts it elsewhere (PROTO-5).
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
