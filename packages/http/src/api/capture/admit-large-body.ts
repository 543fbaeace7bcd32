import type { Context } from '@flagdeck/core'
import { unknownToken } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { bodyTooLarge } from '../../rest/request-error.ts'
import { keyInHeader, queryValue } from '../access/request-credentials.ts'

/** A token in JSON text, under any of its names. */
const TOKEN = /"(?:\$?token|api_key)"\s*:\s*"([^"\\]{1,200})"/g
/** An event may have a property with that name, so the first match may be a different value. */
const MAX_CANDIDATES = 3

/**
 * Allows a body to be decoded further when the request, or the beginning of the body, names a known project. The
 * project of the events is determined later, from the complete body.
 * @throws RequestError `request_entity_too_large` when no project is named; DomainError `authentication_failed` when
 * the project is unknown
 */
export async function admitLargeBody(ctx: Context, request: EndpointRequest, beginning: Uint8Array): Promise<void> {
  const tokens = namedTokens(request, beginning)
  for (const token of tokens) if (await ctx.snapshots.ofToken(token)) return
  throw tokens.length === 0 ? bodyTooLarge() : unknownToken(tokens[0])
}

function namedTokens(request: EndpointRequest, beginning: Uint8Array): readonly string[] {
  const named = queryValue(request, 'token') ?? keyInHeader(request)?.value
  if (named !== undefined) return [named]
  const tokens = new Set<string>()
  for (const [, token = ''] of new TextDecoder().decode(beginning).matchAll(TOKEN)) {
    tokens.add(token)
    if (tokens.size === MAX_CANDIDATES) break
  }
  return [...tokens]
}
