import type { Flag } from '../../data/records/flag.ts'
import type { Transaction } from '../../data/store.ts'
import type { ProjectContext } from '../../runtime/context.ts'

/**
 * Passes a change of a flag to all hooks, and returns the flag to save. Hooks can change the flag and other records.
 */
export async function askFollowers(tx: Transaction, ctx: ProjectContext, before: Flag, next: Flag): Promise<Flag> {
  let followed = next
  for (const follow of ctx.flagFollowers) followed = await follow(tx, ctx, before, followed)
  return followed
}
