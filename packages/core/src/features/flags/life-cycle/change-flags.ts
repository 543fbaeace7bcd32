import type { ProjectChange } from '../../../data/change-bus.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { FlagQuery } from '../../../data/records/flag-query.ts'
import type { Transaction } from '../../../data/store.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import { flagAccess } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { refuseDeadKey } from '../../../runtime/access/refuse-dead-key.ts'
import { announceChange, changeProjectIfNeeded } from '../../../runtime/change-project.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { BatchTotals } from '../../../runtime/project-totals.ts'
import { contextOfPart, isWithinWrite } from '../../../runtime/within-write.ts'
import { letOthersWrite } from '../../../runtime/write-in-parts.ts'
import { askFollowers } from '../ask-followers.ts'
import { saveFlag, walkOfFlag } from '../save-flag.ts'
import { choiceInParts } from './choice-in-parts.ts'
import { chosenFlags } from './flag-choice.ts'

/** The found flags that the caller can edit, and the others. */
export interface FoundFlags {
  readonly editable: readonly Flag[]
  readonly barred: readonly Flag[]
}

/** The changes of the flags of one part, and their outcome for the response. */
export interface PlannedChange<Outcome> {
  /** Flags before and after the change. Found flags that are not listed stay as they are. */
  readonly changes: readonly { readonly before: Flag; readonly next: Flag }[]
  readonly outcome: Outcome
}

/** A change of several flags. */
export interface FlagsChange<Outcome, Answer> {
  /** Plans one part. It runs in the transaction of the part, which has locked the project. */
  readonly plan: (tx: Transaction, found: FoundFlags) => Promise<PlannedChange<Outcome>>
  /** Combines the outcomes of all parts into the result. */
  readonly answer: (outcomes: readonly Outcome[]) => Answer
}

/** The result that is stored for a request that changes flags in parts: the ids of each part. */
interface Division {
  readonly parts: readonly (readonly number[])[]
}

/**
 * Changes several flags; each gets a version and an activity entry. Many or large flags are changed in parts, each of
 * which is a transaction (WRITE-12). A part reads and checks its flags itself, so it does not depend on the parts
 * before it. A part without changes writes nothing.
 */
export async function changeFlags<Outcome, Answer extends object>(
  ctx: ProjectContext,
  query: FlagQuery,
  { plan, answer }: FlagsChange<Outcome, Answer>,
): Promise<Answer> {
  // Within another write, no part can be committed before that write.
  const parts = isWithinWrite(ctx) ? [] : await ctx.store.read((tx) => choiceInParts(tx, ctx, query))
  const division = { parts }
  const first: Division | Answer =
    parts.length > 1
      ? await storeDivision(ctx, division)
      : await changePart<Outcome, Division | Answer>(ctx, query, plan, (outcome) => answer([outcome]))
  // An earlier request with the same idempotency key may have found more flags, and failed before the last part.
  if (!('parts' in first)) return first
  return answer(await changeParts(ctx, query, first.parts, plan))
}

/**
 * Stores the division if a request has an idempotency key, so that a repetition continues with the same parts
 * (IDEM-15).
 */
async function storeDivision<Answer>(ctx: ProjectContext, division: Division): Promise<Division | Answer> {
  if (!ctx.idempotency) return division
  // Written by the same function as a part, so that a repetition finds either result.
  return changeProjectIfNeeded<Division | Answer>(ctx, async (tx) => {
    await authorizeMember(tx, ctx)
    return division
  })
}

/** Changes the parts one after the other. Instances are notified of all parts once, also when one of them fails. */
async function changeParts<Outcome>(
  ctx: ProjectContext,
  query: FlagQuery,
  parts: Division['parts'],
  plan: FlagsChange<Outcome, unknown>['plan'],
): Promise<readonly Outcome[]> {
  let last: ProjectChange | undefined
  const announceLater = (change: ProjectChange) => {
    last = change
  }
  const outcomes: Outcome[] = []
  let hasWritten = false
  try {
    for (const [place, ids] of parts.entries()) {
      if (hasWritten) await letOthersWrite()
      const inside = { ...contextOfPart(ctx, String(place)), announceLater }
      outcomes.push(await changePart(inside, { ...query, ids }, plan, (outcome) => outcome))
      hasWritten = !inside.idempotency?.isRepeated
    }
    return outcomes
  } finally {
    if (last) await announceChange(ctx, last)
  }
}

function changePart<Outcome, Answer>(
  ctx: ProjectContext,
  query: FlagQuery,
  plan: FlagsChange<Outcome, unknown>['plan'],
  answer: (outcome: Outcome) => Answer,
): Promise<Answer> {
  return changeProjectIfNeeded(ctx, async (tx, raiseVersion) => {
    await tx.projects.lock(ctx.project.id)
    await refuseDeadKey(tx, ctx.actor)
    const { changes, outcome } = await plan(tx, await findFlags(tx, ctx, query))
    if (changes.length > 0) await saveAll(tx, ctx, changes, await raiseVersion())
    return answer(outcome)
  })
}

/** Saves the flags one by one, and yields in between. Lookups for all flags are sent together. */
async function saveAll(
  tx: Transaction,
  ctx: ProjectContext,
  changes: PlannedChange<unknown>['changes'],
  projectVersion: number,
): Promise<void> {
  const totals = ctx.totals ?? new BatchTotals()
  const inside = { ...ctx, totals }
  const mayGrow = changes.some(({ next }) => !next.deleted)
  // The totals are read together with the other lookups, once for all flags (FLAG-126). Deletions never exceed them.
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
