import type { Flag, NewFlag } from '../../../data/records/flag.ts'
import { jsonEquals } from '../../../foundation/json/json-value.ts'
import { ownProperty } from '../../../foundation/json/own-property.ts'
import { clip } from '../../../foundation/validation/clip.ts'
import { type Violation, violation } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { isSealed, REDACTED_PAYLOAD } from '../../../runtime/secrets/payload-cipher.ts'
import { filterViolation } from '../../filters/filter-violation.ts'
import { isChangedPart } from '../../filters/judge-filters.ts'
import { payloadsOf } from '../sealed-payloads.ts'
import { payloadProblems } from './payload-problems.ts'

/** Validates payloads and their schema (FLAG-120, FLAG-121) when either changes. */
export async function payloadSchemaViolations(
  ctx: Pick<ProjectContext, 'payloadCipher'>,
  next: NewFlag,
  before?: Flag,
): Promise<Violation[]> {
  const { payloadSchema } = next
  if (payloadSchema === null || (before && isKept(next, before))) return []
  const problems = await payloadProblems(payloadSchema, await openPayloads(ctx, next, before))
  if ('schema' in problems) {
    return [violation('payloadSchema', 'invalid_input', `This JSON Schema cannot be used: ${problems.schema}.`)]
  }
  return Array.from(problems.payloads, ([payloadKey, problem]) => {
    const key = clip(payloadKey)
    const text = `The payload for key '${key}' does not match payload_schema: ${problem}.`
    return filterViolation('payload_breaks_schema', `payloads.${key}`, text)
  })
}

function isKept(next: NewFlag, before: Flag): boolean {
  return (
    jsonEquals(next.payloadSchema, before.payloadSchema) && !isChangedPart(next.filters, before.filters, 'payloads')
  )
}

/** Returns decrypted payloads, without unchanged ones that no key can decrypt. */
async function openPayloads(
  { payloadCipher }: Pick<ProjectContext, 'payloadCipher'>,
  next: NewFlag,
  before: Flag | undefined,
): Promise<ReadonlyMap<string, string>> {
  const stored = before ? payloadsOf(before.filters) : {}
  const open = new Map<string, string>()
  for (const [key, payload] of Object.entries(payloadsOf(next.filters))) {
    const kept = next.hasEncryptedPayloads && payload === REDACTED_PAYLOAD ? ownProperty(stored, key) : payload
    const text = kept !== undefined && isSealed(kept) ? await payloadCipher?.open(kept) : kept
    if (text !== undefined) open.set(key, text)
  }
  return open
}
