import { userOf } from '../access/actor.ts'
import type { ProjectAccess } from '../access/project-access.ts'
import type { ProjectContext } from '../context.ts'
import { invalidInput } from '../errors/domain-error.ts'
import type { User } from '../identity/user.ts'
import type { ReadTransaction, Transaction } from '../storage/store.ts'
import { timestampOf } from '../time/timestamp.ts'
import { violation } from '../validation/violation.ts'
import { authorizeContentEdit } from './authorize-content-edit.ts'
import type { TextCard } from './text-card.ts'
import type { TileEntry } from './tile-input.ts'

export type TextEntry = NonNullable<TileEntry['text']>

/**
 * Stores a text as a client sent it back. An author who is named stays the author; else the caller is. One that says
 * nothing new is no change: clients send whole dashboards back.
 */
export async function changeText(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  before: TextCard,
  sent: TextEntry,
): Promise<TextCard> {
  if (isSentBack(before, sent)) return before
  return saveText(tx, ctx, access, {
    ...before,
    body: sent.body === undefined ? before.body : sent.body,
    createdBy: await textAuthor(tx, ctx, sent),
    lastModifiedBy: sent.createdBy ? userOf(ctx.actor) : null,
  })
}

function isSentBack(before: TextCard, { body, createdBy }: TextEntry): boolean {
  const sameAuthor = createdBy !== undefined && createdBy?.id === before.createdBy?.id
  return sameAuthor && (body === undefined || body === before.body)
}

/** Stores a text that was changed now, by who may edit it wherever it is shown. */
export async function saveText(
  tx: Transaction,
  ctx: ProjectContext,
  access: ProjectAccess,
  next: TextCard,
): Promise<TextCard> {
  await authorizeContentEdit(tx, ctx, access, { kind: 'text', textId: next.id })
  const text = { ...next, lastModifiedAt: timestampOf(ctx.clock()) }
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
