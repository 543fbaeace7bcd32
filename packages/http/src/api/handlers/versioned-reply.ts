import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import { type Reply, type ReplyOptions, replyJson, replyRaw } from '../../rest/reply.ts'
import { sha256 } from '../../rest/sha256.ts'

/**
 * A record with versions, as it is shown. Its entity tag begins with the version, which `If-Match` asks for; the rest stands
 * for what changes without one, such as who may edit it (HTTP-69).
 */
export async function versionedReply<Output>(
  output: Output,
  version: number,
  options: ReplyOptions = {},
): Promise<Reply<Output>> {
  const text = JSON.stringify(output)
  // Weak, because the same tag is sent with bodies that are compressed and with those that are not.
  const etag = `W/"${version}-${(await sha256(text)).slice(0, 16)}"`
  return replyJson(text, { ...options, headers: { ...options.headers, etag } })
}

/** The reply, or 304 to a reader who has it. */
export function unlessKnown<Output>(reply: Reply<Output>, { headers }: EndpointRequest): Reply<Output> {
  const { etag = '' } = reply.headers
  return matchesEntityTag(headers['if-none-match'], etag) ? replyRaw(null, { status: 304, headers: { etag } }) : reply
}
