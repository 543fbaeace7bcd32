import type { Actor } from '../../data/records/actor.ts'
import type { PersonalApiKey } from '../../data/records/personal-api-key.ts'
import type { Scope } from '../../data/records/scope.ts'
import type { User } from '../../data/records/user.ts'
import type { Transaction } from '../../data/store.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { refuseDeadKey } from '../../runtime/access/refuse-dead-key.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { Context } from '../../runtime/context.ts'
import { hashKey, maskKey } from './hash-key.ts'
import { tellOfKey } from './keys/key-activity.ts'
import { refuseMoreThanOwn } from './keys/key-reach.ts'

/** The maximum number of keys of a user. The system may create more. */
const MAX_KEYS = 100

export interface NewPersonalApiKey {
  readonly user: User
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly scopedProjectIds?: readonly number[] | null
  readonly scopedOrganizationIds?: readonly string[] | null
  readonly expiresAt?: Timestamp | null
  /** The value from a bootstrap document; generated if missing. */
  readonly value?: string
}

/** A key with its value, which cannot be read again. */
export interface CreatedKey {
  readonly key: PersonalApiKey
  readonly value: string
}

type KeyContext = Pick<Context, 'store' | 'credentials' | 'ids' | 'clock' | 'actor'>

/** Creates a key for the caller; the system can create keys for all users. The value cannot be read again. */
export async function createPersonalApiKey(ctx: KeyContext, fields: NewPersonalApiKey): Promise<CreatedKey> {
  authorizeKeyOf(ctx.actor, fields)
  const value = fields.value ?? ctx.ids.secret('phx_')
  const key = await writeIdentity(ctx, async (tx) => {
    await tx.users.lock(fields.user.id)
    await refuseTooMany(tx, ctx, fields.user)
    return insertKey(tx, ctx, fields, value)
  })
  return { key, value }
}

/** Stores a new key and records it in the activity. */
export async function insertKey(
  tx: Transaction,
  ctx: Pick<Context, 'ids' | 'clock' | 'actor'>,
  fields: NewPersonalApiKey,
  value: string,
): Promise<PersonalApiKey> {
  await refuseDeadKey(tx, ctx.actor)
  const key = await personalApiKey(ctx, fields, value)
  await tx.personalApiKeys.insert(key)
  await tellOfKey(tx, ctx, key, { before: null, after: key })
  return key
}

/** Refuses callers whose own key has less access than the new key (KEY-14). */
function authorizeKeyOf(actor: Actor, fields: NewPersonalApiKey): void {
  if (actor.type === 'system') return
  if (actor.type !== 'user' || actor.user.id !== fields.user.id) {
    throw permissionDenied('Users can create personal API keys only for themselves.')
  }
  authorize(actor, 'user:write')
  const { scopes, scopedProjectIds = null, scopedOrganizationIds = null, expiresAt = null } = fields
  refuseMoreThanOwn(actor, { scopes, scopedProjectIds, scopedOrganizationIds, expiresAt })
}

async function refuseTooMany(tx: Transaction, { actor }: KeyContext, user: User): Promise<void> {
  if (actor.type === 'system' || (await tx.personalApiKeys.list(user.id)).length < MAX_KEYS) return
  throw refusal(`A user can have at most ${MAX_KEYS} personal API keys: revoke some first.`)
}

/** Returns the row of a key with this value. */
export async function personalApiKey(
  ctx: Pick<Context, 'ids' | 'clock'>,
  fields: NewPersonalApiKey,
  value: string,
): Promise<PersonalApiKey> {
  return {
    id: ctx.ids.uuid(),
    user: fields.user,
    label: fields.label,
    secureValue: await hashKey(value),
    maskValue: maskKey(value),
    scopes: fields.scopes,
    scopedProjectIds: fields.scopedProjectIds ?? null,
    scopedOrganizationIds: fields.scopedOrganizationIds ?? null,
    createdAt: timestampOf(ctx.clock()),
    expiresAt: fields.expiresAt ?? null,
    lastUsedAt: null,
  }
}
