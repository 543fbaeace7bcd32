import { userOf } from '../../../data/records/actor.ts'
import type { TextCard } from '../../../data/records/text-card.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { ProjectAccess } from '../../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { authorizeContentEdit } from '../authorize-content-edit.ts'
import type { TileEntry } from './tile-input.ts'

export type TextEntry = NonNullable<TileEntry['text']>

/**
 * Stores a text that a client sent back. If the client names the author, the author stays the same; otherwise the
 * caller becomes the author. Clients cannot set another author. A text without differences is not a change, because
 * clients send whole dashboards back.
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
    ...(isAuthor(sent, before)
      ? { lastModifiedBy: userOf(ctx.actor) }
      : { createdBy: userOf(ctx.actor), lastModifiedBy: null }),
  })
}

/** Whether the client sent the author with the text. */
function isAuthor({ createdBy }: TextEntry, before: TextCard): boolean {
  return typeof createdBy?.id === 'number' && createdBy.id === before.createdBy?.id
}

function isSentBack(before: TextCard, { body, createdBy }: TextEntry): boolean {
  const sameAuthor = createdBy !== undefined && createdBy?.id === before.createdBy?.id
  return sameAuthor && (body === undefined || body === before.body)
}

/** Stores a changed text. The caller must have edit access wherever it is shown. */
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
