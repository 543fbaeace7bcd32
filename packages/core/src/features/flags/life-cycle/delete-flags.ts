import type { Flag } from '../../../data/records/flag.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { NO_FLAG_EDIT } from '../../../runtime/access/flag-access.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { dependentsByFlag, dependentViolation } from '../flag-dependencies.ts'
import { constantVariant } from '../flag-status.ts'
import { changeFlags } from './change-flags.ts'
import { chosenQuery, type FlagChoice } from './flag-choice.ts'
import { rolloutSummary } from './retrieve-flag-status.ts'

/** How far a flag was rolled out when it was deleted: what stands in its place in code depends on it. */
export type RolloutState = 'fully_rolled_out' | 'not_rolled_out' | 'partial'

/** A flag that was deleted along with others. */
export interface DeletedFlag extends Pick<Flag, 'id' | 'key'> {
  readonly rolloutState: RolloutState
  /** The variant that everybody got; null: there were none, or several. */
  readonly activeVariant: string | null
}

/** What could not be done, and why. */
export interface FlagFailure {
  /** As it was sent. */
  readonly id: unknown
  readonly key?: string
  readonly reason: string
}

/** What became of the flags of a choice. */
export interface DeletedFlags {
  readonly deleted: readonly DeletedFlag[]
  readonly errors: readonly FlagFailure[]
}

/**
 * Deletes all flags of a choice that the caller may delete, and tells of each other why not (FLAG-102). What looks at a
 * flag keeps it, unless it is deleted along.
 */
export async function deleteFlags(ctx: ProjectContext, choice: FlagChoice): Promise<DeletedFlags> {
  authorize(ctx.actor, 'feature_flag:write')
  const { query, malformed } = chosenQuery(ctx, choice)
  return changeFlags(ctx, query, async (tx, { editable, barred }) => {
    const { free, kept } = await apartByDependents(tx, ctx, editable)
    const found = new Set([...editable, ...barred].map(({ id }) => id))
    const unknown = (query.ids ?? []).filter((id) => !found.has(id))
    const errors = [
      ...malformed.map((id) => ({ id, reason: 'Invalid flag ID format' })),
      ...unknown.map((id) => ({ id, reason: 'Flag not found' })),
      ...barred.map(({ id, key }) => ({ id, key, reason: NO_FLAG_EDIT })),
      ...kept,
    ]
    const changes = free.map((before) => ({ before, next: { ...before, deleted: true } }))
    return { changes, answer: { deleted: free.map(deletedFlag), errors } }
  })
}

/** The flags that nothing looks at which stays, and the others with the reason. */
async function apartByDependents(tx: ReadTransaction, ctx: ProjectContext, flags: readonly Flag[]) {
  const dependentsOf = await dependentsByFlag(tx, ctx.project.id, flags)
  const free = new Map(flags.map((flag) => [flag.id, flag]))
  const kept: FlagFailure[] = []
  // Each that stays may keep what it looks at, which was looked at before.
  let toLookAt: readonly Flag[] = flags
  while (toLookAt.length > 0) {
    const staying = toLookAt.filter((flag) => dependentsOf(flag).some(({ id }) => !free.has(id)))
    for (const flag of staying) free.delete(flag.id)
    kept.push(
      ...staying.map((flag) =>
        keptFlag(
          flag,
          dependentsOf(flag).filter(({ id }) => !free.has(id)),
        ),
      ),
    )
    toLookAt = staying.length > 0 ? [...free.values()] : []
  }
  return { free: [...free.values()], kept }
}

function keptFlag({ id, key }: Flag, dependents: readonly Flag[]): FlagFailure {
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
