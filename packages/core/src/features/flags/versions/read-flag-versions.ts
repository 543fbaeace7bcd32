import type { FieldChange } from '../../../data/records/activity.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { ItemStep } from '../../../data/tables/activity-table.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize, authorizeAny } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { FLAG_HISTORY, type FlagState } from '../../../runtime/history/flag-history.ts'
import { listVersions, type VersionSummary } from '../../../runtime/history/list-versions.ts'
import { compareVersions, type RecordVersion, readVersion, stateAt } from '../../../runtime/history/read-version.ts'
import { withCohortNames } from '../cohort-names.ts'
import { requireFlag } from '../retrieve-flag.ts'

/** A flag as it was at a version, with what never changes. */
export interface FlagVersion
  extends FlagState,
    Pick<Flag, 'id' | 'createdAt' | 'createdBy'>,
    Pick<RecordVersion, 'version' | 'madeBy' | 'madeAt'> {
  /** Whether there is a newer one. */
  readonly isHistorical: boolean
}

/** Who made which version of a flag, and what it changed; the newest first (HIST-4). */
export async function listFlagVersions(
  ctx: ProjectContext,
  flagId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  authorizeAny(ctx.actor, ['feature_flag:read', 'activity_log:read'])
  return ctx.store.read(async (tx) =>
    listVersions(tx, ctx.project.id, FLAG_HISTORY, await requireFlag(tx, ctx, flagId), page),
  )
}

/** A flag as it was at a version (HIST-5). */
export async function retrieveFlagVersion(ctx: ProjectContext, flagId: number, version: number): Promise<FlagVersion> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    const { state, madeBy, madeAt } = await readFlagVersion(tx, ctx, flag, version)
    const [was = flag] = await withCohortNames(tx, ctx.project.id, [{ ...flag, ...state }])
    const { id, createdAt, createdBy } = flag
    const isHistorical = version < flag.version
    return { ...state, filters: was.filters, id, createdAt, createdBy, version, madeBy, madeAt, isHistorical }
  })
}

/** What differs between two versions of a flag, the newest unless it is said, field by field; nothing where they are alike (HIST-6). */
export async function compareFlagVersions(
  ctx: ProjectContext,
  flagId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  authorize(ctx.actor, 'feature_flag:read')
  return ctx.store.read(async (tx) => {
    const flag = await requireFlag(tx, ctx, flagId)
    const { versions, changes } = await compareVersions(tx, ctx.project.id, FLAG_HISTORY, flag, [
      from,
      to ?? flag.version,
    ])
    refuseEncrypted(flag, ...versions)
    return changes
  })
}

/** @throws DomainError also when payloads of the flag are, or were at that version, encrypted (HIST-7) */
async function readFlagVersion(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  flag: Flag,
  version: number,
): Promise<Omit<RecordVersion, 'state'> & { readonly state: FlagState }> {
  const read = await readVersion(tx, ctx.project.id, FLAG_HISTORY, flag, version)
  refuseEncrypted(flag, read)
  return { ...read, state: flagState(read.state) }
}

/** What {@link flagStateAt} takes, for who asks for it before the flag is known; a number that is none has no steps. */
export async function stepsBackTo(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  flagId: number,
  version: number,
): Promise<readonly ItemStep[]> {
  if (!Number.isSafeInteger(version)) return []
  return tx.activity.stepsAfter(project.id, FLAG_HISTORY.scope, [{ itemId: String(flagId), version }])
}

/** What a flag was at a version. @throws DomainError as for who reads that version */
export async function flagStateAt(flag: Flag, version: number, steps: readonly ItemStep[]): Promise<FlagState> {
  const state = await stateAt(FLAG_HISTORY, flag, version, steps, true)
  refuseEncrypted(flag, { state })
  return flagState(state)
}

function flagState(state: JsonObject): FlagState {
  return state as unknown as FlagState // what FLAG_HISTORY keeps, read back
}

function refuseEncrypted(flag: Flag, ...versions: readonly Pick<RecordVersion, 'state'>[]): void {
  if (!flag.hasEncryptedPayloads && versions.every(({ state }) => !state.hasEncryptedPayloads)) return
  const detail = 'Versions of a feature flag whose payloads are encrypted, or were then, cannot be shown or restored.'
  throw invalidInput([violation(null, 'invalid_input', detail)])
}
