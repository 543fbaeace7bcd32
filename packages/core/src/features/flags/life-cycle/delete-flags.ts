import type { Flag } from '../../../data/records/flag.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { NO_FLAG_EDIT } from '../../../runtime/access/flag-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { dependentsByFlag, dependentViolation } from '../flag-dependencies.ts'
import { constantVariant } from '../flag-status.ts'
import { type ApartFlags, apartByDependents } from './apart-by-dependents.ts'
import { changeFlags } from './change-flags.ts'
import { chosenQuery, type FlagChoice } from './flag-choice.ts'
import { rolloutSummary } from './retrieve-flag-status.ts'

/** How far a flag was rolled out when it was deleted. The code that replaces the flag depends on it. */
export type RolloutState = 'fully_rolled_out' | 'not_rolled_out' | 'partial'

/** A flag that was deleted together with others. */
export interface DeletedFlag extends Pick<Flag, 'id' | 'key'> {
  readonly rolloutState: RolloutState
  /** The variant that all users got; null when there were none, or several. */
  readonly activeVariant: string | null
}

/** A flag that was not changed, and the reason. */
export interface FlagFailure {
  /** The id as it was sent. */
  readonly id: unknown
  readonly key?: string
  readonly reason: string
}

/** The result of deleting several flags. */
export interface DeletedFlags {
  readonly deleted: readonly DeletedFlag[]
  readonly errors: readonly FlagFailure[]
}

/**
 * Deletes all chosen flags that the caller can delete, and returns the reason for each other flag (FLAG-102). A flag on
 * which enabled flags depend is not deleted, unless those are deleted too.
 */
export async function deleteFlags(ctx: ProjectContext, choice: FlagChoice): Promise<DeletedFlags> {
  authorize(ctx.actor, 'feature_flag:write')
  const { query, malformed } = chosenQuery(ctx, choice)
  return changeFlags(ctx, query, {
    async plan(tx, { editable, barred }) {
      const { free, kept } = apartByDependents(editable, await dependentsByFlag(tx, ctx, editable))
      const changes = free.map((before) => ({ before, next: { ...before, deleted: true } }))
      return {
        changes,
        outcome: { deleted: free.map(deletedFlag), barred: barred.map(barredFlag), kept: kept.map(keptFlag) },
      }
    },
    answer(outcomes) {
      const deleted = outcomes.flatMap((each) => each.deleted).sort((a, b) => a.id - b.id)
      const notDeleted = [...outcomes.flatMap(({ barred }) => barred), ...outcomes.flatMap(({ kept }) => kept)]
      const found = new Set<unknown>([...deleted, ...notDeleted].map(({ id }) => id))
      const unknown = (query.ids ?? []).filter((id) => !found.has(id))
      const errors = [
        ...malformed.map((id) => ({ id, reason: 'Invalid flag ID format' })),
        ...unknown.map((id) => ({ id, reason: 'Flag not found' })),
        ...notDeleted,
      ]
      return { deleted, errors }
    },
  })
}

function barredFlag({ id, key }: Flag): FlagFailure {
  return { id, key, reason: NO_FLAG_EDIT }
}

function keptFlag({ flag: { id, key }, dependents }: ApartFlags['kept'][number]): FlagFailure {
  return { id, key, reason: dependentViolation(dependents, 'delete').detail }
}

function deletedFlag(flag: Flag): DeletedFlag {
  const { id, key } = flag
  return { id, key, rolloutState: rolloutState(flag), activeVariant: constantVariant(flag.filters) }
}

function rolloutState({ active, filters }: Flag): RolloutState {
  const { isFullyRolledOut, maxPercentage } = rolloutSummary(filters)
  if (!active || maxPercentage === null || maxPercentage === 0) return 'not_rolled_out'
  return isFullyRolledOut ? 'fully_rolled_out' : 'partial'
}
