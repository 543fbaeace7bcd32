import type { FieldChange } from '../../../data/records/activity.ts'
import type { Flag } from '../../../data/records/flag.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { ItemStep } from '../../../data/tables/activity-table.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { FLAG_HISTORY, type FlagState } from '../../../runtime/history/flag-history.ts'
import type { VersionSummary } from '../../../runtime/history/list-versions.ts'
import { stateAt } from '../../../runtime/history/read-version.ts'
import { type HistoricalVersion, versionReader } from '../../../runtime/history/version-reader.ts'
import { withCohortNames } from '../cohort-names.ts'
import { requireFlag } from '../retrieve-flag.ts'

/** A flag at a version, with the fields that never change. */
export interface FlagVersion extends FlagState, HistoricalVersion {}

const FLAG_VERSIONS = versionReader({
  history: FLAG_HISTORY,
  object: 'feature_flag',
  require: requireFlag,
  refuse: refuseEncrypted,
  async show(state: FlagState, told, tx, flag): Promise<FlagVersion> {
    const [was = flag] = await withCohortNames(tx, flag.projectId, [{ ...flag, ...state }])
    return { ...state, filters: was.filters, ...told }
  },
})

/** Lists the versions of a flag with their authors and changes, the newest first (HIST-4). */
export function listFlagVersions(
  ctx: ProjectContext,
  flagId: number,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  return FLAG_VERSIONS.list(ctx, flagId, page)
}

/** Returns a flag at a version (HIST-5). */
export function retrieveFlagVersion(ctx: ProjectContext, flagId: number, version: number): Promise<FlagVersion> {
  return FLAG_VERSIONS.retrieve(ctx, flagId, version)
}

/**
 * Returns the differences between two versions of a flag, by default the newest, field by field; empty when they are
 * equal (HIST-6).
 */
export function compareFlagVersions(
  ctx: ProjectContext,
  flagId: number,
  from: number,
  to?: number,
): Promise<readonly FieldChange[]> {
  return FLAG_VERSIONS.compare(ctx, flagId, from, to)
}

/**
 * Returns the steps for {@link flagStateAt}, for callers that query them before they have read the flag; none for an
 * invalid number.
 */
export async function stepsBackTo(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  flagId: number,
  version: number,
): Promise<readonly ItemStep[]> {
  if (!Number.isSafeInteger(version)) return []
  return tx.activity.stepsAfter(project.id, FLAG_HISTORY.scope, [{ itemId: String(flagId), version }])
}

/** Returns the state of a flag at a version. @throws DomainError like {@link retrieveFlagVersion} */
export async function flagStateAt(flag: Flag, version: number, steps: readonly ItemStep[]): Promise<FlagState> {
  const state = (await stateAt(FLAG_HISTORY, flag, version, steps, true)) as unknown as FlagState // the type of FLAG_HISTORY
  refuseEncrypted(state, flag)
  return state
}

/** @throws DomainError when payloads of the flag are, or were at that version, encrypted (HIST-7) */
function refuseEncrypted(state: FlagState, flag: Flag): void {
  if (!flag.hasEncryptedPayloads && !state.hasEncryptedPayloads) return
  const detail =
    'Versions with encrypted payloads, and versions of a feature flag that has encrypted payloads now, cannot be shown or restored.'
  throw invalidInput([violation(null, 'invalid_input', detail)])
}
