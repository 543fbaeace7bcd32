import { conditionSetsOf, propertiesOf } from '../../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../../evaluation/definition/flag-filters.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { isFullyRolledOut, isMultivariate } from '../flag-index.ts'
import { type FlagStatusReason, flagStatus, staleBefore } from '../flag-status.ts'
import { requireFlag } from '../retrieve-flag.ts'

/** The status of a flag, with the reason. */
export interface FlagStatusReport extends FlagStatusReason {
  readonly owner: string
  readonly rollout: RolloutSummary
}

/** How far a flag is rolled out. */
export interface RolloutSummary {
  /** Whether all users are certain to get the same result (FLAG-82). */
  readonly isFullyRolledOut: boolean
  /** Whether a condition filters by properties. */
  readonly isTargeted: boolean
  /** The highest percentage of the conditions; null without conditions. */
  readonly maxPercentage: number | null
  readonly isMultivariate: boolean
}

/** Returns the status of a flag with the reason (FLAG-80 to FLAG-84); deleted flags are included. */
export async function retrieveFlagStatus(ctx: ProjectContext, flagId: number): Promise<FlagStatusReport> {
  authorize(ctx.actor, 'feature_flag:read')
  const flag = await ctx.store.read((tx) => requireFlag(tx, ctx, flagId))
  const now = ctx.clock()
  const status = flagStatus(flag, staleBefore(ctx.project.staleness, now), now)
  return { ...status, owner: flag.owner, rollout: rolloutSummary(flag.filters) }
}

/** Returns how far these conditions roll out a flag. */
export function rolloutSummary(filters: FlagFilters): RolloutSummary {
  const conditions = conditionSetsOf(filters)
  const percentages = conditions.map(({ rollout_percentage: percentage }) => percentage ?? 100)
  return {
    isFullyRolledOut: isFullyRolledOut(filters),
    isTargeted: conditions.some((condition) => propertiesOf(condition).length > 0),
    maxPercentage: percentages.length === 0 ? null : Math.max(...percentages),
    isMultivariate: isMultivariate(filters),
  }
}
