import type { Project } from '../../data/records/project.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { referencedCohorts } from '../../evaluation/definition/flag-references.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { timeSlice, visitYielding } from '../../foundation/time/yield.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { unknownCohorts } from '../filters/unknown-cohorts.ts'
import { storedNeeds } from '../persons/stored-needs.ts'
import { authorizeNaming, mayKnow } from './authorize-naming.ts'
import {
  type BlastRadiusInput,
  type CheckedCondition,
  checkBlastRadii,
  checkBlastRadius,
  placed,
  WRONG_GROUP_TYPE,
} from './blast-radius-input.ts'
import type { ScanOptions } from './scan.ts'
import { scanKnown } from './scan-known.ts'
import { inSteps } from './told-numbers.ts'
import { requireSnapshot, trialSnapshot } from './trial-snapshot.ts'

/** The subjects that a condition would match. */
export interface BlastRadius {
  /**
   * The number of evaluated subjects that match. Like `total`, it is rounded down to tens for callers who cannot read
   * the subjects (IMPACT-25).
   */
  readonly affected: number
  /** The number of evaluated persons, or groups of the type. */
  readonly total: number
  /** Whether any subject was evaluated; otherwise `affected` has no meaning for the condition (IMPACT-31). */
  readonly counted: boolean
  /** Whether all stored subjects were evaluated; false when the time limit was reached. */
  readonly complete: boolean
}

/** The result for one condition of several. */
export type BlastRadiusOutcome = BlastRadius | { readonly refused: DomainError }

/**
 * Counts the stored persons or groups that a condition matches, before a flag contains it (IMPACT-1). It evaluates all
 * of them, and yields in between; {@link ScanOptions} can stop it early.
 */
export async function blastRadius(
  ctx: ProjectContext,
  input: BlastRadiusInput,
  options: ScanOptions = {},
): Promise<BlastRadius> {
  authorize(ctx.actor, 'feature_flag:read')
  const [outcome] = await countEach(ctx, [input], options)
  if (!outcome) throw new Error('each condition has an outcome')
  if ('refused' in outcome) throw outcome.refused
  return outcome
}

/**
 * {@link blastRadius} of up to 100 conditions, in one pass over the stored persons and one over each type of groups
 * (IMPACT-30). Results are in the order of the conditions. A rejected condition does not affect the others.
 */
export async function blastRadii(
  ctx: ProjectContext,
  conditions: readonly BlastRadiusInput[],
  options: ScanOptions = {},
): Promise<readonly BlastRadiusOutcome[]> {
  authorize(ctx.actor, 'feature_flag:read')
  return countEach(ctx, checkBlastRadii(conditions), options)
}

/** A condition to count, with its position in the request. */
interface CountedCondition extends CheckedCondition {
  readonly index: number
}

async function countEach(
  ctx: ProjectContext,
  inputs: readonly unknown[],
  options: ScanOptions,
): Promise<readonly BlastRadiusOutcome[]> {
  const outcomes: BlastRadiusOutcome[] = []
  const parsed: CountedCondition[] = []
  const slice = timeSlice()
  for (const [index, input] of inputs.entries()) {
    await slice.yieldIfOver()
    outcomes[index] = await refusedOr(() => parsed.push({ ...checkBlastRadius(input, ctx.limits), index }))
  }
  if (parsed.length === 0) return outcomes
  const accepted = ({ index }: CountedCondition) => !('refused' in (outcomes[index] ?? NONE_COUNTED))
  const version = await ctx.store.read(async (tx) => {
    const project = await tx.projects.find(ctx.project.id)
    for (const condition of parsed) {
      outcomes[condition.index] = await refusedOr(() => checkStored(tx, ctx.project.id, project, condition))
    }
    return project?.version ?? 0
  })
  const snapshot = await requireSnapshot(ctx, version)
  for (const condition of parsed.filter(accepted)) {
    outcomes[condition.index] = await refusedOr(() => authorizeNaming(ctx, condition.filters, snapshot))
  }
  const conditions = parsed.filter(accepted)
  const endsAt = performance.now() + (options.timeoutMs ?? Number.POSITIVE_INFINITY)
  for (const [groupTypeIndex, audience] of Map.groupBy(conditions, (condition) => condition.groupTypeIndex)) {
    const timeoutMs = Math.max(0, endsAt - performance.now())
    const counted = await countAudience(ctx, snapshot, groupTypeIndex, audience, { ...options, timeoutMs })
    for (const [place, { index }] of audience.entries()) outcomes[index] = counted[place] ?? NONE_COUNTED
  }
  return outcomes
}

const NONE_COUNTED: BlastRadius = { affected: 0, total: 0, counted: false, complete: true }

/** Returns the rejection of a check; otherwise a placeholder for the result. */
async function refusedOr(check: () => unknown): Promise<BlastRadiusOutcome> {
  try {
    await check()
    return NONE_COUNTED
  } catch (error) {
    if (error instanceof DomainError) return { refused: error }
    throw error
  }
}

/** Counts conditions about the same persons or groups in one pass. */
async function countAudience(
  ctx: ProjectContext,
  snapshot: ProjectSnapshot,
  groupTypeIndex: number | null,
  conditions: readonly CountedCondition[],
  options: ScanOptions,
): Promise<readonly BlastRadius[]> {
  const flags = conditions.map(({ filters }, place) => flagWith(keyOf(place), filters, ctx.project.id))
  const trial = trialSnapshot(ctx, snapshot, flags)
  // Flags are compiled on their first evaluation. Each gets a time slice here; otherwise the first visit compiles all.
  await visitYielding(flags, ({ key }) => void trial.evaluation.isEnabled(key, { distinctId: '' }), 1)
  const audience = { groupTypeIndex, groupTypes: snapshot.project.groupTypes, needs: storedNeeds(trial) }
  const affected = conditions.map(() => 0)
  const report = await scanKnown(
    ctx,
    audience,
    (subject) => {
      for (let place = 0; place < affected.length; place++) {
        if (trial.evaluation.isEnabled(keyOf(place), subject)) affected[place] = (affected[place] ?? 0) + 1
      }
    },
    { ...options, evaluationsPerVisit: conditions.length },
  )
  const shown = mayKnow(ctx, groupTypeIndex) ? (count: number) => count : inSteps
  const total = shown(report.total)
  return affected.map((count) => ({ ...report, affected: shown(count), total, counted: total > 0 }))
}

/** Validates a condition against the stored group types and cohorts. */
async function checkStored(
  tx: ReadTransaction,
  projectId: number,
  project: Project | undefined,
  { filters, groupTypeIndex }: CheckedCondition,
): Promise<void> {
  const isTypeMissing = groupTypeIndex !== null && typeof project?.groupTypes[groupTypeIndex] !== 'string'
  if (isTypeMissing) refuseIfAny([WRONG_GROUP_TYPE])
  refuseIfAny((await unknownCohorts(tx, projectId, referencedCohorts(filters))).map(placed))
}

function keyOf(place: number): string {
  return `condition-${place}`
}

/** Returns a flag that is on if the filters match, so that conditions are evaluated exactly like those of flags. */
function flagWith(key: string, filters: FlagFilters, projectId: number): FlagDefinition {
  return {
    id: 0,
    team_id: projectId,
    key,
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
