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
 * The flag with its payloads as they are stored: encrypted, if it says so (FLAG-94). A payload that
 * did not change keeps its ciphertext; a flag that stopped being encrypted loses what was sealed.
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
    // One from the time before the flag was encrypted is stored in clear: nothing may take it for sealed.
    const kept = await sealedPayload(ctx.payloadCipher, payload, was && isSealed(was) ? was : undefined)
    if (kept !== undefined) sealed.push([key, kept])
  }
  const hadNone = before?.hasEncryptedPayloads && stored.size === 0
  refuseIfAny(sealed.length > 0 || hadNone ? [] : [PAYLOAD_REQUIRED])
  return sealed.every(([key, payload]) => payloads[key] === payload)
    ? next
    : withPayloads(next, Object.fromEntries(sealed))
}

/** The flag with its payloads as the caller may see them: in clear with a personal key, redacted for everybody else. */
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

/** Whether the caller may read encrypted payloads in clear. */
export function mayReadPayloads({ actor }: Pick<ProjectContext, 'actor'>): boolean {
  return actor.type !== 'project_secret'
}

/** The refusal of a read that needs the payloads of a flag in clear, where none of the keys opens them. */
export function undecryptablePayload({ key }: Pick<Flag, 'key'>): DomainError {
  return encryptionKeyWrong(`The payloads of the flag ${clip(key)} cannot be decrypted`)
}

/** Filters as they may be told where payloads may not. */
export function withRedactedPayloads(filters: JsonObject): JsonObject {
  if (!isJsonObject(filters.payloads)) return filters
  const payloads = Object.keys(filters.payloads).map((key) => [key, REDACTED_PAYLOAD])
  return { ...filters, payloads: Object.fromEntries(payloads) }
}

/** Undefined when the client sent back what stands for a stored payload, and there is none. */
async function sealedPayload(
  cipher: PayloadCipher | null,
  sent: string,
  stored: string | undefined,
): Promise<string | undefined> {
  if (sent === REDACTED_PAYLOAD || sent === stored) return stored
  if (stored !== undefined && (await cipher?.open(stored)) === sent) return stored
  return cipher?.seal(sent)
}

/** The payloads of filters, as text; what is no text is none. */
export function payloadsOf(filters: FlagFilters): Payloads {
  const payloads: unknown = fieldsOf(filters).payloads
  if (!isJsonObject(payloads)) return {}
  return Object.fromEntries(Object.entries(payloads).filter(([, payload]) => typeof payload === 'string')) as Payloads // those only
}

function withPayloads<F extends NewFlag>(flag: F, payloads: Payloads): F {
  return { ...flag, filters: { ...flag.filters, payloads } }
}
