import type { Context } from './context.ts'
import { explainUniqueViolation } from './errors/unique-rules.ts'
import type { Transaction, WriteOptions } from './storage/store.ts'

/** A write whose lost races over a unique name come out as refusals of the input. */
export async function writeStore<T>(
  ctx: Pick<Context, 'store'>,
  work: (tx: Transaction) => Promise<T>,
  options?: WriteOptions,
): Promise<T> {
  try {
    return await ctx.store.write(work, options)
  } catch (error) {
    throw explainUniqueViolation(error)
  }
}

/** A write after which keys, roles, memberships or projects may mean something else. */
export async function writeIdentity<T>(
  ctx: Pick<Context, 'store' | 'grants'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const result = await writeStore(ctx, work)
  ctx.grants.clear()
  return result
}
