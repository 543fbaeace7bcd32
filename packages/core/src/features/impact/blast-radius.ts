import type { ReadTransaction } from '../../data/store.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { referencedCohorts } from '../../evaluation/definition/flag-references.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { unknownCohorts } from '../filters/unknown-cohorts.ts'
import { storedNeeds } from '../persons/stored-needs.ts'
import { authorizeNaming, mayKnow } from './authorize-naming.ts'
import {
  type BlastRadiusInput,
  type CheckedCondition,
  checkBlastRadius,
  placed,
  WRONG_GROUP_TYPE,
} from './blast-radius-input.ts'
import type { ScanOptions } from './scan.ts'
import { scanKnown } from './scan-known.ts'
import { inSteps } from './told-numbers.ts'
import { requireSnapshot, trialSnapshot } from './trial-snapshot.ts'

/** Whom a condition would reach. */
export interface BlastRadius {
  /** How many of those who were looked at it matches; like `total` in steps of ten for who may not know them (IMPACT-25). */
  readonly affected: number
  /** How many persons, or groups of the type, were looked at. */
  readonly total: number
  /** Whether those are all who are known; false when time ran out. */
  readonly complete: boolean
}

/**
 * Counts whom a condition matches, before any flag has it (IMPACT-1). Everybody who is stored is
 * looked at, and it yields in between; see {@link ScanOptions} for when that shall end early.
 */
export async function blastRadius(
  ctx: ProjectContext,
  input: BlastRadiusInput,
  options: ScanOptions = {},
): Promise<BlastRadius> {
  authorize(ctx.actor, 'feature_flag:read')
  const condition = checkBlastRadius(input, ctx.limits)
  const version = await ctx.store.read((tx) => checkStored(tx, ctx, condition))
  const snapshot = await requireSnapshot(ctx, version)
  authorizeNaming(ctx, condition.filters, snapshot)
  const trial = trialSnapshot(ctx, snapshot, [flagWith(condition.filters, ctx.project.id)])
  const { groupTypeIndex } = condition
  const audience = { groupTypeIndex, groupTypes: snapshot.project.groupTypes, needs: storedNeeds(trial) }
  let affected = 0
  const report = await scanKnown(
    ctx,
    audience,
    (subject) => {
      if (trial.evaluation.isEnabled(KEY, subject)) affected++
    },
    options,
  )
  return mayKnow(ctx, groupTypeIndex)
    ? { affected, ...report }
    : { ...report, affected: inSteps(affected), total: inSteps(report.total) }
}

/** Holds a condition against what is stored, and answers the version of the project that it was held against. */
async function checkStored(
  tx: ReadTransaction,
  { project: { id } }: ProjectContext,
  { filters, groupTypeIndex }: CheckedCondition,
): Promise<number> {
  const project = await tx.projects.find(id)
  const isTypeMissing = groupTypeIndex !== null && typeof project?.groupTypes[groupTypeIndex] !== 'string'
  if (isTypeMissing) refuseIfAny([WRONG_GROUP_TYPE])
  refuseIfAny((await unknownCohorts(tx, id, referencedCohorts(filters))).map(placed))
  return project?.version ?? 0
}

const KEY = 'condition'

/** A flag that is on for whom the filters match: so that flags and conditions are never read in two ways. */
function flagWith(filters: FlagFilters, projectId: number): FlagDefinition {
  return {
    id: 0,
    team_id: projectId,
    key: KEY,
    name: '',
    filters,
    active: true,
    deleted: false,
    ensure_experience_continuity: false,
    version: 1,
    evaluation_runtime: 'all',
    evaluation_contexts: [],
    bucketing_identifier: null,
    has_experiment: false,
  }
}
