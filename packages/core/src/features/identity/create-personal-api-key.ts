import type { Actor } from '../../data/records/actor.ts'
import type { PersonalApiKey } from '../../data/records/personal-api-key.ts'
import type { Scope } from '../../data/records/scope.ts'
import type { User } from '../../data/records/user.ts'
import { permissionDenied } from '../../foundation/errors/domain-error.ts'
import { type Timestamp, timestampOf } from '../../foundation/time/timestamp.ts'
import { writeIdentity } from '../../runtime/change-project.ts'
import type { Context } from '../../runtime/context.ts'
import { hashKey, maskKey } from './hash-key.ts'

export interface NewPersonalApiKey {
  readonly user: User
  readonly label: string
  readonly scopes: readonly Scope[]
  readonly scopedProjectIds?: readonly number[] | null
  readonly scopedOrganizationIds?: readonly string[] | null
  readonly expiresAt?: Timestamp | null
  /** Given by a bootstrap document; made here otherwise. */
  readonly value?: string
}

/** Makes a key for the caller; the system makes them for everybody. `value` is the only time that its value is seen. */
export async function createPersonalApiKey(
  ctx: Pick<Context, 'store' | 'grants' | 'ids' | 'clock' | 'actor'>,
  fields: NewPersonalApiKey,
): Promise<{ readonly key: PersonalApiKey; readonly value: string }> {
  authorizeKeyOf(ctx.actor, fields.user)
  const value = fields.value ?? ctx.ids.secret('phx_')
  const key = await personalApiKey(ctx, fields, value)
  await writeIdentity(ctx, (tx) => tx.personalApiKeys.insert(key))
  return { key, value }
}

/** A key makes no keys: the new one could do more, and go on when the old one is taken away. */
function authorizeKeyOf(actor: Actor, user: User): void {
  if (actor.type === 'system') return
  if (actor.type === 'user' && actor.key === null && actor.user.id === user.id) return
  throw permissionDenied('Only the user itself can make a personal API key.')
}

/** The row of a key with this value. */
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
