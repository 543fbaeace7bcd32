import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { matchesEntityTag } from '../../rest/entity-tag.ts'
import { jsonParts } from '../../rest/json/long-json.ts'
import { tagOfParts, writtenPart } from '../../rest/pages/written-part.ts'
import { type Reply, type ReplyOptions, replyJson, replyRaw, textOrParts } from '../../rest/reply.ts'
import { sha256 } from '../../rest/sha256.ts'

/**
 * The response with a versioned record. Its entity tag starts with the version, which `If-Match` compares. The rest of
 * the tag represents what changes without a new version, such as who may edit the record (HTTP-69).
 */
export async function versionedReply<Output>(
  output: Output,
  version: number,
  options: ReplyOptions = {},
): Promise<Reply<Output>> {
  const text = JSON.stringify(output)
  return taggedReply(text, version, await sha256(text), options)
}

/** {@link versionedReply} for a record with lists so long that writing them must yield to other requests. */
export async function longVersionedReply<Output extends object>(
  output: Output,
  version: number,
  options: ReplyOptions = {},
): Promise<Reply<Output>> {
  const parts = await jsonParts(output, (text) => writtenPart(text))
  const digest = await tagOfParts(parts, writtenPart(''))
  return taggedReply(textOrParts(parts.map(({ text }) => text)), version, digest, options)
}

function taggedReply<Output>(
  json: string | readonly string[],
  version: number,
  digest: string,
  options: ReplyOptions,
): Reply<Output> {
  // Weak, because compressed and uncompressed bodies have the same tag.
  const etag = `W/"${version}-${digest.slice(0, 16)}"`
  return replyJson(json, { ...options, headers: { ...options.headers, etag } })
}

/** The reply, or 304 for a client that already has it. */
export function unlessKnown<Output>(reply: Reply<Output>, { headers }: EndpointRequest): Reply<Output> {
  const { etag = '' } = reply.headers
  return matchesEntityTag(headers['if-none-match'], etag) ? replyRaw(null, { status: 304, headers: { etag } }) : reply
}
