import type { Flag } from '../../data/records/flag.ts'
import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import type { Snapshot } from '../../evaluation/snapshot/snapshot.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { refuseWithinWrite } from '../../runtime/within-write.ts'
import { changedFlag } from '../flags/changed-flag.ts'
import { type CheckedFlagInput, checkUpdateFlag, type UpdateFlagInput } from '../flags/flag-input.ts'
import { requireFlag } from '../flags/retrieve-flag.ts'
import { authorizeNaming, mayKnow } from './authorize-naming.ts'
import { type EditTrial, editTrial } from './edit-trial.ts'
import { estimateChange } from './estimate-change.ts'
import type { ScanOptions, ScanReport } from './scan.ts'
import { scanKnown } from './scan-known.ts'
import { inSteps, transitionsInSteps } from './told-numbers.ts'
import { TransitionMatrix, type Transitions } from './transition-matrix.ts'
import { requireSnapshot } from './trial-snapshot.ts'

/** What an edit would do to the answers of a flag and of those that look at it. */
export interface FlagPreview extends ScanReport, Transitions {
  /** The type of the groups that were checked; null: users. */
  readonly groupTypeIndex: number | null
  /** Whether any subject was evaluated; otherwise numbers of zero have no meaning for the effect (IMPACT-31). */
  readonly counted: boolean
  /** What the edit probably does to those who used the flag lately; null where it was counted, or cannot be estimated. */
  readonly estimate: {
    readonly users: number
    readonly changed: number
    readonly transitions: readonly { readonly from: string; readonly to: string; readonly count: number }[]
  } | null
  /** The flags that are on and look at this one, by key. */
  readonly dependants: readonly DependantPreview[]
}

/** What an update of one flag would change in another that looks at it. */
export interface DependantPreview extends Transitions {
  readonly flagId: number
  readonly key: string
}

/**
 * Tells whose answers an update would change, and writes nothing. It refuses what the update would refuse; only the
 * right to edit is not asked for (IMPACT-10). See {@link ScanOptions} for when it shall end early.
 */
export async function previewFlag(
  ctx: ProjectContext,
  flagId: number,
  input: UpdateFlagInput,
  options: ScanOptions = {},
): Promise<FlagPreview> {
  authorize(ctx.actor, 'feature_flag:read')
  refuseWithinWrite(ctx)
  const sent = checkUpdateFlag(input, ctx.limits)
  const { before, next, version } = await editedFlag(ctx, flagId, sent)
  const snapshot = await requireSnapshot(ctx, version)
  if (sent.filters) authorizeNaming(ctx, next.filters, snapshot)
  return compareAnswers(ctx, snapshot, before, next, options)
}

/** A flag as it is and as an update would leave it, and the version of the project that it was read at. */
export function editedFlag(ctx: ProjectContext, flagId: number, sent: CheckedFlagInput) {
  return ctx.store.read(async (tx) => {
    const before = await requireFlag(tx, ctx, flagId)
    const versions = await tx.projects.versions([ctx.project.id])
    const { next } = await changedFlag(tx, ctx, before, sent)
    return { before, next, version: versions.get(ctx.project.id)?.version ?? 0 }
  })
}

/**
 * {@link previewFlag} for a flag that a dry run would have made: whose answers would no longer be that it is off. The
 * picture is of the flags as they are, since nothing of a dry run is kept.
 */
export async function previewNewFlag(ctx: ProjectContext, flag: Flag, options: ScanOptions = {}): Promise<FlagPreview> {
  authorize(ctx.actor, 'feature_flag:read')
  refuseWithinWrite(ctx)
  const snapshot = await requireSnapshot(ctx, ctx.project.version)
  authorizeNaming(ctx, flag.filters, snapshot)
  return compareAnswers(ctx, snapshot, { ...flag, active: false }, flag, options)
}

/** {@link previewFlag} for what a dry run made of a flag that is there. */
export async function previewTriedFlag(
  ctx: ProjectContext,
  next: Flag,
  options: ScanOptions = {},
): Promise<FlagPreview> {
  authorize(ctx.actor, 'feature_flag:read')
  refuseWithinWrite(ctx)
  const before = await ctx.store.read((tx) => requireFlag(tx, ctx, next.id))
  const snapshot = await requireSnapshot(ctx, before.projectVersion)
  authorizeNaming(ctx, next.filters, snapshot)
  return compareAnswers(ctx, snapshot, before, next, options)
}

async function compareAnswers(
  ctx: ProjectContext,
  snapshot: ProjectSnapshot,
  before: Flag,
  next: Flag,
  options: ScanOptions,
): Promise<FlagPreview> {
  const { groupTypes } = snapshot.project
  const trial = editTrial(ctx, snapshot, before, next)
  const { matrices, visit } = compare(trial)
  const groupTypeIndex = aggregationOf(next)
  const report = await scanKnown(ctx, { groupTypeIndex, groupTypes, needs: trial.needs }, visit, options)
  const isExact = mayKnow(ctx, groupTypeIndex)
  const [own = NO_TRANSITIONS, ...ofDependants] = matrices.map((matrix) =>
    isExact ? matrix.read() : transitionsInSteps(matrix.read()),
  )
  const dependants = trial.dependants.map(({ id, key }, index) => ({
    flagId: id,
    key,
    ...(ofDependants[index] ?? NO_TRANSITIONS),
  }))
  const total = isExact ? report.total : inSteps(report.total)
  const counted = total > 0
  const groupType = groupTypeIndex === null ? null : (groupTypes[groupTypeIndex] ?? null)
  const edit = { before, next, groupTypeIndex, groupType, evaluate: resultsOf(trial) }
  const estimate = counted ? null : await estimateChange(ctx, edit)
  return { groupTypeIndex, ...report, total, counted, estimate, ...own, dependants }
}

/** The results of the flag itself for a subject, now and after the edit. */
function resultsOf({ now, then }: EditTrial) {
  const answersNow = answerer(now.snapshot.evaluation, [now.key])
  const answersThen = answerer(then.snapshot.evaluation, [then.key])
  return (subject: Subject) => ({ from: answersNow(subject)[0] ?? OFF, to: answersThen(subject)[0] ?? OFF })
}

const NO_TRANSITIONS: Transitions = { changed: 0, transitions: [] }

/** Counts how answers change, of the flag itself first, then of the flags that look at it. */
function compare({ now, then, dependants }: EditTrial) {
  const keys = dependants.map(({ key }) => key)
  const answersNow = answerer(now.snapshot.evaluation, [now.key, ...keys])
  const answersThen = answerer(then.snapshot.evaluation, [then.key, ...keys])
  const matrices = [now.key, ...keys].map(() => new TransitionMatrix())
  const visit = (subject: Subject, id: string) => {
    const [before, after] = [answersNow(subject), answersThen(subject)]
    matrices.forEach((matrix, index) => {
      matrix.add(before[index] ?? OFF, after[index] ?? OFF, id)
    })
  }
  return { matrices, visit }
}

const OFF = 'false'

/** What these flags answer, as text. */
function answerer(snapshot: Snapshot, keys: readonly string[]): (subject: Subject) => readonly string[] {
  const options = { keys }
  return (subject) =>
    snapshot.evaluateAll(subject, options).map(({ variant, enabled }) => variant ?? (enabled ? 'true' : OFF))
}

/** Whom a flag is about: the groups of a type, or null for persons. What is stored may be damaged. */
function aggregationOf({ filters }: Flag): number | null {
  const index: unknown = fieldsOf(filters).aggregation_group_type_index
  return typeof index === 'number' ? index : null
}
