import type { Flag } from '../../data/records/flag.ts'
import type { StaleBefore } from '../../data/records/flag-query.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { conditionSetsOf, propertiesOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import { type FlagAccess, flagAccess } from '../../runtime/access/flag-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { withCohortNames } from './cohort-names.ts'
import { isMultivariate } from './flag-index.ts'
import { type FlagStatus, flagStatus, staleBefore } from './flag-status.ts'
import { withVisiblePayloads } from './sealed-payloads.ts'

/** A flag with everything that is derived from it, from the time and from the caller. */
export interface FlagDetails extends Flag, FlagAccess {
  readonly status: FlagStatus
  /** Whether the flag has one condition set, without filters, for persons. */
  readonly isSimpleFlag: boolean
  /** The percentage of a simple flag; null for all others. */
  readonly rolloutPercentage: number | null
  /** Whether the flag has 2 to 20 variants. */
  readonly isEligibleForExperiment: boolean
}

/**
 * Adds the fields that are derived from the flag, from the time and from the caller. Every response contains its
 * result, so it has to be fast: the flag is spread first, because engines copy such an object in one step. With other
 * fields before it, or without some of its fields, spreading takes ten times as long.
 */
export function flagDetails(flag: Flag, access: FlagAccess, before: StaleBefore, nowMs: number): FlagDetails {
  const isSimpleFlag = hasOneOpenCondition(flag)
  const variantCount = variantsOf(flag.filters).length
  return {
    ...flag,
    canEdit: access.canEdit,
    userAccessLevel: access.userAccessLevel,
    status: flagStatus(flag, before, nowMs).status,
    isSimpleFlag,
    rolloutPercentage: isSimpleFlag ? firstPercentage(flag) : null,
    isEligibleForExperiment: isMultivariate(flag.filters) && variantCount >= 2 && variantCount <= 20,
  }
}

/** Returns the percentage of a simple flag; null for all others. */
export function simplePercentage(flag: Flag): number | null {
  return hasOneOpenCondition(flag) ? firstPercentage(flag) : null
}

function firstPercentage({ filters }: Flag): number | null {
  return conditionSetsOf(filters)[0]?.rollout_percentage ?? null
}

function hasOneOpenCondition({ filters }: Flag): boolean {
  const groups = conditionSetsOf(filters)
  return (
    groups.length === 1 &&
    groups.every((group) => propertiesOf(group).length === 0) &&
    (filters.aggregation_group_type_index ?? null) === null
  )
}

/** Returns {@link flagDetails} of several flags. The access is looked up once. */
export async function detailsOf(
  tx: ReadTransaction,
  ctx: ProjectContext,
  flags: readonly Flag[],
): Promise<FlagDetails[]> {
  const accessTo = await flagAccess(tx, ctx, ctx.access, flags)
  const now = ctx.clock()
  const before = staleBefore(ctx.project.staleness, now)
  const named = await withCohortNames(tx, ctx.project.id, flags)
  // Usually no flag of a page is encrypted. Then the page does not wait for each of its flags.
  const someEncrypted = named.some((flag) => flag.hasEncryptedPayloads)
  const visible = someEncrypted ? await Promise.all(named.map((flag) => withVisiblePayloads(ctx, flag))) : named
  return visible.map((flag) => flagDetails(flag, accessTo(flag), before, now))
}

/** Returns {@link flagDetails} of one flag. */
export async function describeFlag(tx: ReadTransaction, ctx: ProjectContext, flag: Flag): Promise<FlagDetails> {
  const [accessTo, [named = flag]] = await Promise.all([
    flagAccess(tx, ctx, ctx.access, [flag]),
    withCohortNames(tx, ctx.project.id, [flag]),
  ])
  const visible = await withVisiblePayloads(ctx, named)
  const now = ctx.clock()
  return flagDetails(visible, accessTo(flag), staleBefore(ctx.project.staleness, now), now)
}
