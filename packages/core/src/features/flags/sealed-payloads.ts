import type { Flag, NewFlag } from '../../data/records/flag.ts'
import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { DomainError } from '../../foundation/errors/domain-error.ts'
import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { encryptionKeyWrong } from '../../runtime/secrets/encryption-check.ts'
import { isSealed, type PayloadCipher, REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { PAYLOAD_REQUIRED } from './flag-rules.ts'

type Payloads = { readonly [key: string]: string }

/**
 * Returns the flag with payloads in stored form: encrypted, if the flag has encrypted payloads (FLAG-94). Unchanged
 * payloads keep their ciphertext. A flag that is no longer encrypted loses its encrypted payloads.
 */
export async function withSealedPayloads<F extends NewFlag>(ctx: ProjectContext, next: F, before?: Flag): Promise<F> {
  const payloads = payloadsOf(next.filters)
  if (!next.hasEncryptedPayloads) {
    const open = Object.entries(payloads).filter(([, payload]) => !isSealed(payload))
    return open.length === Object.keys(payloads).length ? next : withPayloads(next, Object.fromEntries(open))
  }
  const stored = new Map(Object.entries(before ? payloadsOf(before.filters) : {}))
  const sealed: [string, string][] = []
  for (const [key, payload] of Object.entries(payloads)) {
    const was = stored.get(key)
    // A payload from before the flag was encrypted is stored in plain text, and must not be reused as ciphertext.
    const kept = await sealedPayload(ctx.payloadCipher, payload, was && isSealed(was) ? was : undefined)
    if (kept !== undefined) sealed.push([key, kept])
  }
  const hadNone = before?.hasEncryptedPayloads && stored.size === 0
  refuseIfAny(sealed.length > 0 || hadNone ? [] : [PAYLOAD_REQUIRED])
  return sealed.every(([key, payload]) => payloads[key] === payload)
    ? next
    : withPayloads(next, Object.fromEntries(sealed))
}

/** Returns the flag with payloads as the caller can see them: decrypted with a personal key, otherwise redacted. */
export async function withVisiblePayloads<F extends Flag>(
  ctx: Pick<ProjectContext, 'actor' | 'payloadCipher'>,
  flag: F,
): Promise<F> {
  if (!flag.hasEncryptedPayloads) return flag
  const mayRead = mayReadPayloads(ctx)
  const entries = Object.entries(payloadsOf(flag.filters)).map(async ([key, payload]) => {
    const open = mayRead ? await ctx.payloadCipher?.open(payload) : undefined
    return [key, open ?? REDACTED_PAYLOAD] as const
  })
  return withPayloads(flag, Object.fromEntries(await Promise.all(entries)))
}

/** Whether the caller can read encrypted payloads in plain text. */
export function mayReadPayloads({ actor }: Pick<ProjectContext, 'actor'>): boolean {
  return actor.type !== 'project_secret'
}

/** Returns the error for a read that needs decrypted payloads of a flag when no key decrypts them. */
export function undecryptablePayload({ key }: Pick<Flag, 'key'>): DomainError {
  return encryptionKeyWrong(`The payloads of the flag ${clip(key)} cannot be decrypted`)
}

/** Returns filters without the values of their payloads. */
export function withRedactedPayloads(filters: JsonObject): JsonObject {
  if (!isJsonObject(filters.payloads)) return filters
  const payloads = Object.keys(filters.payloads).map((key) => [key, REDACTED_PAYLOAD])
  return { ...filters, payloads: Object.fromEntries(payloads) }
}

/**
 * Returns the payload in stored form; undefined when the client sent the placeholder of a stored payload that does not
 * exist.
 */
async function sealedPayload(
  cipher: PayloadCipher | null,
  sent: string,
  stored: string | undefined,
): Promise<string | undefined> {
  if (sent === REDACTED_PAYLOAD || sent === stored) return stored
  if (stored !== undefined && (await cipher?.open(stored)) === sent) return stored
  return cipher?.seal(sent)
}

/** Returns the payloads of filters that are texts. */
export function payloadsOf(filters: FlagFilters): Payloads {
  const payloads: unknown = fieldsOf(filters).payloads
  if (!isJsonObject(payloads)) return {}
  return Object.fromEntries(Object.entries(payloads).filter(([, payload]) => typeof payload === 'string')) as Payloads // texts only
}

function withPayloads<F extends NewFlag>(flag: F, payloads: Payloads): F {
  return { ...flag, filters: { ...flag.filters, payloads } }
}
