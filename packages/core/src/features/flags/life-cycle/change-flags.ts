import type { Flag } from '../../../data/records/flag.ts'
import type { FlagQuery } from '../../../data/records/flag-query.ts'
import type { Transaction } from '../../../data/store.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import { flagAccess } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { changeProjectIfNeeded } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { BatchTotals } from '../../../runtime/project-totals.ts'
import { askFollowers } from '../ask-followers.ts'
import { saveFlag, walkOfFlag } from '../save-flag.ts'
import { chosenFlags } from './flag-choice.ts'

/** The flags that a choice found: those that the caller may edit, and the others. */
export interface FoundFlags {
  readonly editable: readonly Flag[]
  readonly barred: readonly Flag[]
}

/** What to make of the flags that were found, and what to answer. */
export interface PlannedChange<Answer> {
  /** Each with the flag that it was before; those that are missing stay as they are. */
  readonly changes: readonly { readonly before: Flag; readonly next: Flag }[]
  readonly answer: Answer
}

/**
 * Changes several flags in one transaction, so that all of it happens or nothing; each gets a version and an entry of its
 * own. The project is locked while `plan` looks. Where nothing is to be changed, nothing is written.
 */
export async function changeFlags<Answer>(
  ctx: ProjectContext,
  query: FlagQuery,
  plan: (tx: Transaction, found: FoundFlags) => Promise<PlannedChange<Answer>>,
): Promise<Answer> {
  const work = async (tx: Transaction, raiseVersion: () => Promise<number>) => {
    await tx.projects.lock(ctx.project.id)
    const { changes, answer } = await plan(tx, await findFlags(tx, ctx, query))
    if (changes.length === 0) return answer
    await saveAll(tx, ctx, changes, await raiseVersion())
    return answer
  }
  return changeProjectIfNeeded(ctx, work)
}

/** What has to be asked of each flag is asked of all in one go; writing them yields in between. */
async function saveAll(
  tx: Transaction,
  ctx: ProjectContext,
  changes: PlannedChange<unknown>['changes'],
  projectVersion: number,
): Promise<void> {
  const totals = ctx.totals ?? new BatchTotals()
  const inside = { ...ctx, totals }
  const mayGrow = changes.some(({ next }) => !next.deleted)
  // The totals travel with the other look-ups, and are read once for all flags (FLAG-126). Deletions never exceed them.
  const [walks] = await allInOrder([
    allInOrder(changes.map(({ before }) => walkOfFlag(tx, ctx, before.id))),
    mayGrow ? totals.read(tx, ctx.project.id) : undefined,
  ])
  const slice = timeSlice()
  for (const [place, { before, next }] of changes.entries()) {
    const followed = await askFollowers(tx, ctx, before, next)
    await saveFlag(tx, inside, before, followed, projectVersion, { walk: walks[place] ?? 0 })
    await slice.yieldIfOver()
  }
}

async function findFlags(tx: Transaction, ctx: ProjectContext, query: FlagQuery): Promise<FoundFlags> {
  const access = await authorizeMember(tx, ctx)
  const flags = await chosenFlags(tx, ctx, query, (flag) => flag)
  const accessTo = await flagAccess(tx, ctx, access, flags)
  const { editable = [], barred = [] } = Object.groupBy(flags, (flag) =>
    accessTo(flag).canEdit ? 'editable' : 'barred',
  )
  return { editable, barred }
}
