import { userOf } from '../../../data/records/actor.ts'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseDeadKey } from '../../../runtime/access/refuse-dead-key.ts'
import { takeCredentials } from '../../../runtime/change-project.ts'
import type { Context } from '../../../runtime/context.ts'
import type { CreatedKey } from '../create-personal-api-key.ts'
import { byKey } from '../credentials-of.ts'
import { hashKey, maskKey } from '../hash-key.ts'
import { deleteKey, retire } from './delete-key.ts'
import { tellOfKey } from './key-activity.ts'
import { mayKnowOf, refuseMoreThanOwn } from './key-reach.ts'

type KeyContext = Pick<Context, 'store' | 'credentials' | 'ids' | 'clock' | 'actor'>

/** Lists the keys of the caller in the order of creation; the system names the user. */
export async function listKeys(ctx: KeyContext, owner = userOf(ctx.actor)): Promise<readonly PersonalApiKey[]> {
  authorize(ctx.actor, 'user:read')
  const { id } = requireSelf(ctx, owner)
  const keys = await ctx.store.read((tx) => tx.personalApiKeys.list(id))
  return keys.filter((key) => mayKnowOf(ctx.actor, key))
}

/** Returns one key of the caller. */
export async function retrieveKey(ctx: KeyContext, keyId: string, owner = userOf(ctx.actor)): Promise<PersonalApiKey> {
  authorize(ctx.actor, 'user:read')
  const { id } = requireSelf(ctx, owner)
  return ctx.store.read((tx) => requireKey(tx, ctx, id, keyId))
}

/** Replaces the value of a key. The new value cannot be read again, and the old one stops working. */
export async function rotateKey(ctx: KeyContext, keyId: string, owner = userOf(ctx.actor)): Promise<CreatedKey> {
  authorize(ctx.actor, 'user:write')
  const { id } = requireSelf(ctx, owner)
  const value = ctx.ids.secret('phx_')
  const secureValue = await hashKey(value)
  const key = await takeCredentials(ctx, byKey(keyId), async (tx) => {
    await tx.users.lock(id)
    await refuseDeadKey(tx, ctx.actor)
    const before = await requireKey(tx, ctx, id, keyId)
    refuseMoreThanOwn(ctx.actor, before)
    const after = { ...before, secureValue, maskValue: maskKey(value) }
    await tx.personalApiKeys.update(after)
    await retire(tx, ctx, before)
    await tellOfKey(tx, ctx, after, { before, after })
    return after
  })
  return { key, value }
}

/** Revokes a key, which stops working. */
export async function revokeKey(ctx: KeyContext, keyId: string, owner = userOf(ctx.actor)): Promise<void> {
  authorize(ctx.actor, 'user:write')
  const { id } = requireSelf(ctx, owner)
  await takeCredentials(ctx, byKey(keyId), async (tx) => {
    await tx.users.lock(id)
    await refuseDeadKey(tx, ctx.actor)
    const key = await requireKey(tx, ctx, id, keyId)
    refuseMoreThanOwn(ctx.actor, key)
    await deleteKey(tx, ctx, key)
    await tellOfKey(tx, ctx, key, { before: key, after: null })
  })
}

function requireSelf({ actor }: KeyContext, owner: User | null): User {
  if (owner && (actor.type === 'system' || userOf(actor)?.id === owner.id)) return owner
  throw permissionDenied('Users can manage only their own personal API keys.')
}

async function requireKey(
  tx: ReadTransaction,
  { actor }: KeyContext,
  userId: number,
  keyId: string,
): Promise<PersonalApiKey> {
  const key = await tx.personalApiKeys.find(userId, keyId)
  if (!key || !mayKnowOf(actor, key)) throw recordNotFound('API key', keyId)
  return key
}
