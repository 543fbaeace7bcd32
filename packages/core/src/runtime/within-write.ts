import type { ProjectChange } from '../data/change-bus.ts'
import type { Store, Transaction } from '../data/store.ts'
import { CredentialCache } from './access/credential-cache.ts'
import type { ProjectContext } from './context.ts'
import { BatchTotals } from './project-totals.ts'

/** Whether the operations of a context belong to a write that is still open, or to a dry run. */
export function isWithinWrite({ announceLater }: Pick<ProjectContext, 'announceLater'>): boolean {
  return announceLater !== undefined
}

/**
 * Refuses a dry run or a preview within an open write (DRY-1). A dry run would roll back what the caller wrote, and a
 * preview would read rows that are not committed.
 */
export function refuseWithinWrite(ctx: Pick<ProjectContext, 'announceLater'>): void {
  if (isWithinWrite(ctx)) throw new Error('There is no dry run and no preview within another dry run or write.')
}

/**
 * Returns the context without the parts that belong to a request as a whole. Its idempotency key is for one write, and
 * credentials that were read in an open transaction must not be cached for other requests.
 */
export function withinWrite({ idempotency: _, ...ctx }: ProjectContext): ProjectContext {
  return { ...ctx, credentials: new CredentialCache() }
}

/**
 * Returns the context for one of several transactions of a request. With an idempotency key, the transaction's outcome
 * is stored in it, and it is carried out once (IDEM-15).
 * @param name the same for the same part of a repetition
 */
export function contextOfPart(ctx: ProjectContext, name: string): ProjectContext {
  const idempotency = ctx.idempotency?.part(name)
  return { ...withinWrite(ctx), ...(idempotency && { idempotency }) }
}

/**
 * Returns the context for several operations in one open transaction, or on a copy of a project in memory. Everything
 * that they read and write belongs to `tx`. `announceLater` receives their changes, which are dropped without it.
 */
export function contextWithin(
  ctx: ProjectContext,
  tx: Transaction,
  announceLater: (change: ProjectChange) => void = () => undefined,
): ProjectContext {
  return { ...withinWrite(ctx), store: storeWithin(ctx.store, tx), announceLater, totals: new BatchTotals() }
}

/** Returns a store whose transactions are all part of an open one. */
export function storeWithin(store: Store, tx: Transaction): Store {
  return { ...store, read: (work) => work(tx), write: (work) => work(tx) }
}
