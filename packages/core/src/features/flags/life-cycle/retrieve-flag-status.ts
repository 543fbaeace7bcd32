import { conditionSetsOf, propertiesOf } from '../../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../../evaluation/definition/flag-filters.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { isFullyRolledOut, isMultivariate } from '../flag-index.ts'
import { type FlagStatusReason, flagStatus, staleBefore } from '../flag-status.ts'
import { requireFlag } from '../retrieve-flag.ts'

/** What state a flag is in, and why. */
export interface FlagStatusReport extends FlagStatusReason {
  readonly owner: string
  readonly rollout: RolloutSummary
}

/** How far a flag is rolled out. */
export interface RolloutSummary {
  /** Everybody is certain to get the same answer (FLAG-82). */
  readonly isFullyRolledOut: boolean
  /** Some condition looks at properties. */
  readonly isTargeted: boolean
  /** The highest of its conditions; null when it has none. */
  readonly maxPercentage: number | null
  readonly isMultivariate: boolean
}

/** Tells what state a flag is in, and why (FLAG-80 to FLAG-84); deleted ones too. */
export async function retrieveFlagStatus(ctx: ProjectContext, flagId: number): Promise<FlagStatusReport> {
  authorize(ctx.actor, 'feature_flag:read')
  const flag = await ctx.store.read((tx) => requireFlag(tx, ctx, flagId))
  const now = ctx.clock()
  const status = flagStatus(flag, staleBefore(ctx.project.staleness, now), now)
  return { ...status, owner: flag.owner, rollout: rolloutSummary(flag.filters) }
}

/** How far these conditions let people in. */
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
