import type { Flag } from '../../../data/records/flag.ts'
import type { EarlyAccess, EarlyAccessStage } from '../../../evaluation/definition/early-access.ts'
import { conditionSetsOf } from '../../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../../evaluation/definition/flag-filters.ts'
import { DomainError, invalidInput } from '../../../foundation/errors/domain-error.ts'
import { recordNotFound } from '../../../foundation/errors/record-not-found.ts'
import { withoutUndefined } from '../../../foundation/json/json-value.ts'
import { allInOrder } from '../../../foundation/lists/all-in-order.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { timeSlice } from '../../../foundation/time/yield.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { doesNotExist, violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import { refuseUnlessEditor } from '../../../runtime/access/flag-access.ts'
import { authorizeMember } from '../../../runtime/access/project-access.ts'
import { askAndChangeProject } from '../../../runtime/change-project.ts'
import { liveTotals } from '../../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { changedFlag } from '../changed-flag.ts'
import { createFlag } from '../create-flag.ts'
import { isMultivariate } from '../flag-index.ts'
import { checkUpdateFlag, type UpdateFlagInput } from '../flag-input.ts'
import { walkOfFlag } from '../save-flag.ts'
import { saveChange } from '../update-flag.ts'
import { reportWarnings, type WrittenFlag } from '../written-flag.ts'
import { type EarlyAccessFeature, featureOf, flagIdOfFeature, requireFeature } from './early-access-feature.ts'
import {
  type CreateEarlyAccessInput,
  createEarlyAccessSchema,
  type UpdateEarlyAccessInput,
  updateEarlyAccessSchema,
} from './early-access-input.ts'

/** Creates an early access feature for a flag, or for a new flag, which is off until a person enrols (FLAG-151). */
export async function createEarlyAccessFeature(
  ctx: ProjectContext,
  input: CreateEarlyAccessInput,
): Promise<EarlyAccessFeature> {
  authorize(ctx.actor, 'feature_flag:write')
  const { featureFlagId, documentationUrl = '', ...sent } = parseInput(createEarlyAccessSchema, input)
  const earlyAccess = {
    description: '',
    payload: {},
    ...withoutUndefined(sent),
    documentation_url: documentationUrl,
    created_at: timestampOf(ctx.clock()),
  }
  const flag = await (featureFlagId === undefined || featureFlagId === null
    ? createFlagFor(ctx, earlyAccess)
    : changeFlag(ctx, featureFlagId, (found) => {
        const before = requireFreeFlag(found, featureFlagId)
        return { before, input: { earlyAccess, filters: enrollment(earlyAccess.stage, before.filters) } }
      }))
  return featureOf(flag, earlyAccess)
}

/** Changes an early access feature; fields that the input omits are unchanged. */
export async function updateEarlyAccessFeature(
  ctx: ProjectContext,
  featureId: string,
  input: UpdateEarlyAccessInput,
): Promise<EarlyAccessFeature> {
  authorize(ctx.actor, 'feature_flag:write')
  const flagId = flagIdOfFeature(ctx, featureId)
  const { documentationUrl, ...fields } = parseInput(updateEarlyAccessSchema, input)
  const sent = withoutUndefined({ ...fields, documentation_url: documentationUrl })
  const flag = await changeFlag(ctx, flagId, (found) => {
    const { flag: before, feature } = requireFeature(ctx, found, featureId)
    const earlyAccess = { ...feature, ...sent }
    if (earlyAccess.stage === feature.stage) return { before, input: { earlyAccess } }
    return { before, input: { earlyAccess, filters: enrollment(earlyAccess.stage, before.filters) } }
  })
  if (!flag.earlyAccess) throw recordNotFound('Early access feature', featureId, ctx)
  return featureOf(flag, flag.earlyAccess)
}

/** Deletes an early access feature. Its flag remains, and persons can no longer enrol. */
export async function deleteEarlyAccessFeature(ctx: ProjectContext, featureId: string): Promise<void> {
  authorize(ctx.actor, 'feature_flag:write')
  await changeFlag(ctx, flagIdOfFeature(ctx, featureId), (found) => {
    const { flag: before } = requireFeature(ctx, found, featureId)
    return { before, input: { earlyAccess: null, filters: enrollment('archived', before.filters) } }
  })
}

/** Whether subjects can enable the flag for themselves at a stage (FLAG-152). */
const IS_OPEN = {
  draft: false,
  concept: false,
  alpha: true,
  beta: true,
  'general-availability': true,
  archived: false,
} as const satisfies Record<EarlyAccessStage, boolean>

/** Returns the filters to send, so that users can enrol at a stage that allows it, and only then. */
function enrollment(stage: EarlyAccessStage, before: FilterInput): FilterInput {
  // The older setting has the same effect, and would be stored as the newer one again (FLAG-143).
  const older = Object.hasOwn(before, 'super_groups') ? { super_groups: null } : {}
  return { ...older, feature_enrollment: IS_OPEN[stage] || null } as FilterInput // all keys and JSON values are allowed
}

async function createFlagFor(ctx: ProjectContext, earlyAccess: EarlyAccess): Promise<WrittenFlag> {
  const { name, stage } = earlyAccess
  const key = keyOf(name)
  if (key === '') {
    const detail =
      'The key of the flag is derived from the letters a to z and the digits of the name. Send another name, or the id of a flag.'
    throw invalidInput([violation('name', 'invalid_input', detail)])
  }
  const groups = [{ properties: [], rollout_percentage: 0 }]
  const filters = { groups, ...(IS_OPEN[stage] ? enrollment(stage, {}) : {}) }
  try {
    return await createFlag(ctx, { key, name, filters, earlyAccess })
  } catch (error) {
    if (!(error instanceof DomainError) || error.attr !== 'key') throw error
    const detail = `There is already a flag with the key "${key}", which is derived from this name. Send another name, or the id of that flag.`
    throw invalidInput([violation('name', 'unique', detail)], error)
  }
}

/** Derives a key from a name: `New checkout!` becomes `new-checkout`. */
function keyOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, '')
  return words.replace(/[\s-]+/g, '-').replace(/^[-_]+|[-_]+$/g, '')
}

/** Returns the flag. @throws DomainError when it cannot get a feature */
function requireFreeFlag(found: Flag | undefined, flagId: number): Flag {
  const refused = (detail: string) => invalidInput([violation('featureFlagId', 'invalid_input', detail)])
  if (!found || found.deleted) throw invalidInput([doesNotExist('featureFlagId', flagId)])
  if (found.earlyAccess) throw refused(`The flag ${found.key} already has the feature "${found.earlyAccess.name}".`)
  if (isMultivariate(found.filters)) throw refused('A flag with variants cannot be an early access feature.')
  if (conditionSetsOf(found.filters).some(({ aggregation_group_type_index: index }) => (index ?? null) !== null)) {
    throw refused('A flag for groups cannot be an early access feature, because users opt in.')
  }
  return found
}

interface FlagEdit {
  readonly before: Flag
  readonly input: UpdateFlagInput
}

/**
 * Updates a flag with the result of `editOf`, which receives the locked flag. Permissions and rules are those of any
 * update.
 */
async function changeFlag(
  ctx: ProjectContext,
  flagId: number,
  editOf: (found: Flag | undefined) => FlagEdit,
): Promise<WrittenFlag> {
  const slice = timeSlice()
  const written = await askAndChangeProject(
    ctx,
    (tx) =>
      allInOrder([
        tx.flags.find(ctx.project.id, flagId),
        authorizeMember(tx, ctx),
        walkOfFlag(tx, ctx, flagId),
        liveTotals(tx, ctx),
      ]),
    async (tx, projectVersion, [found, access, walk, totals]) => {
      if (found) await refuseUnlessEditor(tx, ctx, access, found)
      const { before, input } = editOf(found)
      const sent = checkUpdateFlag(input, ctx.limits)
      await slice.yieldIfOver()
      const changed = await changedFlag(tx, ctx, before, sent)
      return saveChange(tx, ctx, { before, ...changed, projectVersion }, { walk, totals })
    },
  )
  return reportWarnings(ctx, written)
}
