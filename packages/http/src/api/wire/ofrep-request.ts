import type { JsonObject, JsonValue, Subject } from '@flagdeck/core'
import { openFeatureSubject, violation } from '@flagdeck/core/operations'
import * as z from 'zod'
import { invalidRequest } from '../../rest/request-error.ts'

/** A request to evaluate (PROTO-20). The context may contain anything that flags use. */
export const ofrepBody = z.object({
  context: z
    // The context was parsed from JSON, and anything but an object is refused.
    .record(z.string(), z.unknown() as z.ZodType<JsonValue>)
    .nullish()
    .describe('`targetingKey` is who is meant, `groups` and `groupProperties` their groups; the rest is properties.'),
})

/** The fields of an event that announced a version. */
export const ofrepBulkQuery = z.object({
  flagConfigEtag: z.string().optional(),
  flagConfigLastModified: z.string().optional(),
})

/**
 * The subject of a request. @throws RequestError `required` without a targeting key, `invalid_input` for one of the
 * wrong type
 */
export function ofrepSubject({ context }: z.output<typeof ofrepBody>): Subject {
  const subject = openFeatureSubject(context ?? EMPTY)
  if (!('errorCode' in subject)) return subject
  const code = subject.errorCode === 'TARGETING_KEY_MISSING' ? 'required' : 'invalid_input'
  throw invalidRequest([violation('context__targetingKey', code, subject.message)])
}

const EMPTY: JsonObject = {}

/** The version in a `flagConfigEtag`, which is a snapshot's `revision`; 0 when it is not from this API. */
export function claimedVersion(flagConfigEtag: string | undefined): number {
  const version = /^(?:W\/)?"?(\d{1,15})(?:-[\w.-]{1,40})?"?$/.exec(flagConfigEtag?.trim() ?? '')?.[1]
  return version === undefined ? 0 : Number(version)
}
