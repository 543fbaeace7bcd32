import { userOf } from '../../data/records/actor.ts'
import type { NewFlag } from '../../data/records/flag.ts'
import { initialFlag } from '../../data/records/flag-fields.ts'
import { freshUsageKey, isCountedUnder } from '../../data/records/usage-key.ts'
import type { Transaction } from '../../data/store.ts'
import type { ConditionSet, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { askAndChangeProject } from '../../runtime/change-project.ts'
import { liveTotals } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { nearMissViolations } from '../filters/near-miss-keys.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { withConvertedSettings } from '../filters/older-settings.ts'
import { flagCreated } from './flag-activity.ts'
import { describeFlag } from './flag-details.ts'
import { type CheckedFlagInput, type CreateFlagInput, checkCreateFlag } from './flag-input.ts'
import { renameTombstones, tombstonesAmong } from './flag-key.ts'
import { judgeFlag } from './judge-flag.ts'
import { reachWarnings } from './reach-warnings.ts'
import { withSealedPayloads } from './sealed-payloads.ts'
import { storeFlagRow } from './store-flag-row.ts'
import { percentageWarnings } from './unread-fields.ts'
import { reportWarnings, type WrittenFlag, withWarnings } from './written-flag.ts'

/** Creates a flag. No live flag of the project can have the same key (FLAG-12). */
export async function createFlag(ctx: ProjectContext, input: CreateFlagInput): Promise<WrittenFlag> {
  authorize(ctx.actor, 'feature_flag:write')
  const slice = timeSlice()
  const fields = withoutEmptyFilters(checkCreateFlag(input, ctx.limits))
  await slice.yieldIfOver()
  if (fields.filters) refuseIfAny(nearMissViolations(fields.filters))
  await slice.yieldIfOver()
  const draft = newFlag(ctx, fields)
  await slice.yieldIfOver()
  const ask = (tx: Transaction) => {
    const holders = tx.flags.findAllByKey(ctx.project.id, draft.key)
    return Promise.all([
      judgeFlag(tx, ctx, draft, undefined, holders),
      liveTotals(tx, ctx),
      isCountedUnder(tx, ctx.project.id, draft.key),
      holders.then(tombstonesAmong),
      tx.flags.reserveId(),
      authorizeMember(tx, ctx),
    ])
  }
  const written = await askAndChangeProject(
    ctx,
    ask,
    async (tx, projectVersion, [judged, totals, isCounted, tombstones, id]) => {
      refuseIfAny(judged.refused)
      await renameTombstones(tx, ctx, tombstones, projectVersion)
      const placed = { ...draft, ...timesOf(ctx, fields), projectVersion }
      const isFree = tombstones.length === 0 && !isCounted
      const sealed = await withSealedPayloads(ctx, isFree ? placed : { ...placed, usageKey: freshUsageKey(placed) })
      const flag = { ...sealed, id }
      await storeFlagRow(tx, ctx, flag, { totals })
      const references = referencedFlagIds(flag.filters)
      if (references.length > 0) await tx.flagDependencies.replace(ctx.project.id, id, references)
      await tx.activity.append(flagCreated(ctx, flag))
      const warnings = [...judged.warnings, ...reachWarnings(flag, fields), ...percentageWarnings(input, flag)]
      return { result: withWarnings(await describeFlag(tx, ctx, flag), warnings), flags: [flag] }
    },
  )
  // Without filters, the conditions often follow in a second call (FLAG-145).
  return reportWarnings(ctx, written, fields.filters ? [] : ['reaches_nobody'])
}

type CheckedCreate = CheckedFlagInput & { readonly key: string }

/** Filters without keys are equivalent to no filters (FLAG-53). */
function withoutEmptyFilters({ filters, ...fields }: CheckedCreate): CheckedCreate {
  return filters && Object.keys(filters).length > 0 ? { ...fields, filters } : fields
}

/** Returns the flag as it was sent, without its version of the project. */
function newFlag(ctx: ProjectContext, fields: CheckedCreate): NewFlag {
  const { analyticsDashboardIds, version: _, originalFlag: __, creationContext: ___, ...sent } = fields
  const caller = userOf(ctx.actor)
  return {
    ...initialFlag(),
    ...sent,
    ...timesOf(ctx, fields),
    projectId: ctx.project.id,
    filters: newFilters(fields),
    createdBy: caller,
    lastModifiedBy: caller,
    projectVersion: 0,
    performedRollback: newPerformedRollback(fields),
    analyticsDashboardIds: [...new Set(analyticsDashboardIds)],
  }
}

function timesOf(ctx: ProjectContext, { createdAt }: CheckedCreate): Pick<NewFlag, 'createdAt' | 'updatedAt'> {
  const now = timestampOf(ctx.clock())
  return { createdAt: createdAt ?? now, updatedAt: now }
}

/** Enabling a flag reverts a rollback, unless the client states that there was one (FLAG-26). */
function newPerformedRollback({ performedRollback = null, active }: CheckedCreate): boolean | null {
  return active === true ? performedRollback === true : performedRollback
}

function newFilters({ key, filters, isRemoteConfiguration }: CheckedCreate): FlagFilters {
  if (!filters && !isRemoteConfiguration) return { groups: [] }
  const groups = isRemoteConfiguration ? { groups: remoteConfigurationGroups(filters?.groups ?? []) } : {}
  return withConvertedSettings(normalizeFilters({ ...filters, ...groups }), key, filters ?? {})
}

/** Remote configuration applies to all users unless the client states otherwise (FLAG-53). */
function remoteConfigurationGroups(groups: readonly ConditionSet[]): readonly ConditionSet[] {
  if (groups.length === 0) return [{ properties: [], rollout_percentage: 100 }]
  return groups.map((group) => (group.rollout_percentage ? group : { ...group, rollout_percentage: 100 }))
}
