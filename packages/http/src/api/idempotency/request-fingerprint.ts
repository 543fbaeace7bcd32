import { mediaTypeOf } from '../../rest/body/request-data.ts'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { RawBody } from '../../rest/plain-request.ts'
import { sha256 } from '../../rest/sha256.ts'

/** A value that is equal for equal requests: endpoint, path parameters, query and body, byte by byte (IDEM-3). */
export async function requestFingerprint(request: EndpointRequest): Promise<string> {
  const { endpoint, pathParams, searchParams } = request
  const asked = [endpoint.operationId, pathParams, [...searchParams], await bodyFingerprint(request)]
  return sha256(JSON.stringify(asked))
}

/** A body that the endpoint does not read is ignored. */
async function bodyFingerprint(request: EndpointRequest): Promise<readonly string[]> {
  if (request.endpoint.body === undefined) return []
  return [mediaTypeOf(request.headers['content-type']), await sha256(contentOf(await request.readBody()))]
}

function contentOf(body: RawBody): string | Uint8Array {
  return body instanceof Uint8Array ? body : JSON.stringify(body.parsed ?? null)
}
