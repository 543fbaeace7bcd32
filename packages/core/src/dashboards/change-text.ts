import { userOf } from '../access/actor.ts'
import type { ProjectContext } from '../context.ts'
import { invalidInput } from '../errors/domain-error.ts'
import type { User } from '../identity/user.ts'
import type { ReadTransaction, Transaction } from '../storage/store.ts'
import { timestampOf } from '../time/timestamp.ts'
import { violation } from '../validation/violation.ts'
import type { TextCard } from './text-card.ts'
import type { TileEntry } from './tile-input.ts'

export type TextEntry = NonNullable<TileEntry['text']>

/** Stores a text as a client sent it back. An author who is named stays the author; else the caller is. */
export async function changeText(
  tx: Transaction,
  ctx: ProjectContext,
  before: TextCard,
  sent: TextEntry,
): Promise<TextCard> {
  const text: TextCard = {
    ...before,
    body: sent.body === undefined ? before.body : sent.body,
    createdBy: await textAuthor(tx, ctx, sent),
    lastModifiedAt: timestampOf(ctx.clock()),
    lastModifiedBy: sent.createdBy ? userOf(ctx.actor) : null,
  }
  await tx.textCards.update(text)
  return text
}

export async function textAuthor(
  tx: ReadTransaction,
  ctx: ProjectContext,
  { createdBy }: TextEntry,
): Promise<User | null> {
  if (!createdBy) return userOf(ctx.actor)
  const membership = await tx.memberships.find(ctx.project.organizationId, createdBy.id)
  if (membership) return membership.user
  throw invalidInput([violation('text', 'invalid_input', 'User not found in this organization.')])
}
