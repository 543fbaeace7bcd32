import { isJsonObject, type JsonObject, unknownToken } from '@flagdeck/core'
import { namedToken } from './sdk-request.ts'

/**
 * The project's public token in what an SDK sends to be captured: beside the events, in the first of them or in its
 * properties; else what the request itself named. Every generation of SDKs puts it elsewhere (evaluation.md 4.5).
 */
export function capturedToken(data: JsonObject | readonly JsonObject[], named: string | undefined): string {
  const token = tokenIn(data) ?? named
  if (token !== undefined) return token
  throw unknownToken()
}

function tokenIn(data: unknown): string | undefined {
  if (Array.isArray(data)) return tokenIn(data[0])
  if (!isJsonObject(data)) return undefined
  const own = namedToken(data)
  if (own !== undefined) return own
  if (Array.isArray(data.batch)) return tokenIn(data.batch[0])
  return isJsonObject(data.properties) ? namedToken(data.properties) : undefined
}
