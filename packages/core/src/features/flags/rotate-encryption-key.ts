import type { Flag } from '../../data/records/flag.ts'
import type { Transaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import type { Context } from '../../runtime/context.ts'
import { ENCRYPTION_KEY_SETTING, saveEncryptionCheck } from '../../runtime/secrets/encryption-check.ts'
import { isSealed, type PayloadCipher } from '../../runtime/secrets/payload-cipher.ts'
import { payloadsOf } from './sealed-payloads.ts'
import { storeFlagRow } from './store-flag-row.ts'

interface RotateEncryptionKeyOptions {
  /** Continues when no key decrypts some payloads. Those are unchanged until a user replaces them. */
  readonly abandonUnreadable?: boolean | undefined
}

/** The result of a rotation. */
interface RotatedEncryptionKey {
  /** The number of flags whose payloads were encrypted again. The payloads of all others already used the first key. */
  readonly rotated: number
  /** The flags with payloads that no key decrypts. */
  readonly unreadable: readonly Pick<Flag, 'projectId' | 'key'>[]
}

/** The number of flags that one query returns: each can have half a MiB of payloads. */
const PAGE_SIZE = 10
/** The maximum number of flags that an error names. */
const NAMED = 5

/**
 * Encrypts the payloads of every flag of the database with the first key, including deleted flags (FLAG-134). Versions
 * and activity do not change. It can be interrupted and run again: until it has finished, all keys must stay
 * configured.
 * @throws DomainError `invalid_input` before anything is written when no key decrypts a payload, unless that is allowed
 */
export async function rotateEncryptionKey(
  ctx: Context,
  { abandonUnreadable = false }: RotateEncryptionKeyOptions = {},
): Promise<RotatedEncryptionKey> {
  const { actor, payloadCipher: cipher, store, clock } = ctx
  if (actor.type !== 'system') throw permissionDenied('Only the system can rotate the encryption key.')
  if (cipher === null) throw refusal(`No encryption key is set: set ${ENCRYPTION_KEY_SETTING}.`)
  const { outdated, unreadable } = await inspectPayloads(ctx, cipher)
  if (unreadable.length > 0 && !abandonUnreadable) throw unreadableRefusal(unreadable)
  for (const flag of outdated) {
    await yieldToOthers()
    await store.write((tx) => resealFlag(tx, ctx, cipher, flag))
  }
  await store.write((tx) => saveEncryptionCheck(tx, cipher, clock()))
  return { rotated: outdated.length, unreadable }
}

/** A flag, without its payloads, which can have half a MiB. */
type FlagPlace = Pick<Flag, 'id' | 'projectId' | 'key'>

async function inspectPayloads({ store }: Context, cipher: PayloadCipher) {
  const outdated: FlagPlace[] = []
  const unreadable: FlagPlace[] = []
  let after = 0
  for (;;) {
    const flags = await store.read((tx) => tx.flags.listEncrypted(after, PAGE_SIZE))
    for (const flag of flags) {
      const { id, projectId, key } = flag
      after = id
      const sealed = Object.values(payloadsOf(flag.filters)).filter(isSealed)
      const opened = await Promise.all(sealed.map((payload) => cipher.open(payload)))
      if (opened.includes(undefined)) unreadable.push({ id, projectId, key })
      const current = await Promise.all(sealed.map((payload) => cipher.isCurrent(payload)))
      if (current.some((isCurrent, index) => !isCurrent && opened[index] !== undefined)) {
        outdated.push({ id, projectId, key })
      }
    }
    if (flags.length < PAGE_SIZE) return { outdated, unreadable }
    await yieldToOthers()
  }
}

/** Encrypts the current payloads of one flag again. */
async function resealFlag(tx: Transaction, ctx: Context, cipher: PayloadCipher, place: FlagPlace): Promise<void> {
  const project = await tx.projects.lock(place.projectId)
  const before = await tx.flags.find(place.projectId, place.id)
  if (!project || !before?.hasEncryptedPayloads) return
  const payloads = await Promise.all(
    Object.entries(payloadsOf(before.filters)).map(async ([key, payload]) => {
      const open = isSealed(payload) ? await cipher.open(payload) : undefined
      return [key, open === undefined ? payload : await cipher.seal(open)] as const
    }),
  )
  const filters = { ...before.filters, payloads: Object.fromEntries(payloads) }
  await storeFlagRow(tx, { ...ctx, project }, { ...before, filters }, { before })
}

function unreadableRefusal(flags: readonly FlagPlace[]) {
  const names = flags.slice(0, NAMED).map(({ key, projectId }) => `${key} in project ${projectId}`)
  const more = flags.length > NAMED ? ` and ${flags.length - NAMED} more` : ''
  return refusal(
    `The payloads of these flags cannot be decrypted with any key: ${names.join(', ')}${more}. ` +
      'Add the key that encrypted them, or continue without them (--abandon-unreadable, or the abandonUnreadable option of the library).',
  )
}
