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

/** A flag with everything that follows from it, from the time and from who asks. */
export interface FlagDetails extends Flag, FlagAccess {
  readonly status: FlagStatus
  /** One condition set without filters, for persons. */
  readonly isSimpleFlag: boolean
  /** The percentage of a simple flag; null for every other. */
  readonly rolloutPercentage: number | null
  /** Has 2 to 20 variants. */
  readonly isEligibleForExperiment: boolean
}

/**
 * Adds what follows from the flag, from the time and from who asks. Every answer begins here: a flag that is spread first
 * is copied at once, behind other fields or without some of its own it takes ten times as long.
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

/** The percentage of a simple flag; null for every other. */
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

/** {@link flagDetails} of several flags, with the access looked up once. */
export async function detailsOf(
  tx: ReadTransaction,
  ctx: ProjectContext,
  flags: readonly Flag[],
): Promise<FlagDetails[]> {
  const accessTo = await flagAccess(tx, ctx, ctx.access, flags)
  const now = ctx.clock()
  const before = staleBefore(ctx.project.staleness, now)
  const named = await withCohortNames(tx, ctx.project.id, flags)
  // Nearly always none is encrypted, and then a page need not wait for each of its flags.
  const someEncrypted = named.some((flag) => flag.hasEncryptedPayloads)
  const visible = someEncrypted ? await Promise.all(named.map((flag) => withVisiblePayloads(ctx, flag))) : named
  return visible.map((flag) => flagDetails(flag, accessTo(flag), before, now))
}

/** {@link flagDetails} of one flag. */
export async function describeFlag(tx: ReadTransaction, ctx: ProjectContext, flag: Flag): Promise<FlagDetails> {
  const [accessTo, [named = flag]] = await Promise.all([
    flagAccess(tx, ctx, ctx.access, [flag]),
    withCohortNames(tx, ctx.project.id, [flag]),
  ])
  const visible = await withVisiblePayloads(ctx, named)
  const now = ctx.clock()
  return flagDetails(visible, accessTo(flag), staleBefore(ctx.project.staleness, now), now)
}
