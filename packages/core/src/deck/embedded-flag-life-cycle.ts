import type { Cohort } from '../data/records/cohort.ts'
import type { DependentFlag } from '../features/flags/flag-dependencies.ts'
import type { FlagDetails } from '../features/flags/flag-details.ts'
import { type DeletedFlags, deleteFlags } from '../features/flags/life-cycle/delete-flags.ts'
import { listDependentFlags } from '../features/flags/life-cycle/dependent-flags.ts'
import type { FlagChoice } from '../features/flags/life-cycle/flag-choice.ts'
import { type FlagKeys, flagKeys } from '../features/flags/life-cycle/flag-keys.ts'
import { matchingFlagIds } from '../features/flags/life-cycle/matching-flags.ts'
import { resetFlagUsage } from '../features/flags/life-cycle/reset-flag-usage.ts'
import { type FlagStatusReport, retrieveFlagStatus } from '../features/flags/life-cycle/retrieve-flag-status.ts'
import { switchFlag } from '../features/flags/life-cycle/switch-flag.ts'
import { type TagFlagsInput, type TaggedFlags, tagFlags } from '../features/flags/life-cycle/tag-flags.ts'
import { type FlagListFilters, parseFlagQuery } from '../features/flags/parse-flag-query.ts'
import { retrieveFlag } from '../features/flags/retrieve-flag.ts'
import { createCohortForFlag } from '../features/impact/create-cohort-for-flag.ts'
import type { ScanOptions } from '../features/impact/scan.ts'
import { type CopiedFlags, type CopyFlagOptions, copyFlag } from '../features/portability/copy-flag.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { byFlag, type FlagReference } from './flag-reference.ts'

/** The life cycle of flags, for one flag or several. */
export interface EmbeddedFlagLifeCycle {
  /** Enables a flag. Nothing is written if it is already enabled. */
  enable(flag: FlagReference): Promise<FlagDetails>
  /** Disables a flag. Nothing is written if it is already disabled. */
  disable(flag: FlagReference): Promise<FlagDetails>
  /** Archives a flag, which also disables it. Nothing is written if it is already archived. */
  archive(flag: FlagReference): Promise<FlagDetails>
  /** Reverts {@link EmbeddedFlagLifeCycle.archive}. The flag stays disabled. */
  unarchive(flag: FlagReference): Promise<FlagDetails>
  /** Restarts the usage counts of a flag. Insights still find what was counted before. */
  resetUsage(flag: FlagReference): Promise<FlagDetails>
  /** Returns the state of a flag, the reason for it, and the owner. */
  status(flag: FlagReference): Promise<FlagStatusReport>
  /**
   * Lists the flags that depend on this one, by key: enabled ones, or with `includeInactive` all that are not deleted.
   */
  dependents(
    flag: FlagReference,
    options?: { readonly includeInactive?: boolean | undefined },
  ): Promise<readonly DependentFlag[]>
  /** Returns the ids of those flags in a list that the caller may edit. */
  matchingIds(filters?: FlagListFilters): Promise<readonly number[]>
  /** Returns the keys of the flags with these ids. */
  keys(flagIds: readonly unknown[]): Promise<FlagKeys>
  /** Deletes all selected flags that the caller may delete, and reports the reason for each other flag. */
  deleteMany(choice: FlagChoice): Promise<DeletedFlags>
  /** Adds tags to several flags, removes or replaces them. */
  updateTags(input: TagFlagsInput): Promise<TaggedFlags>
  /** Copies a flag to other projects of the organization. Each copy is complete or absent. */
  copy(flag: FlagReference, projectIds: readonly number[], options?: CopyOptions): Promise<CopiedFlags>
  /** Creates a static cohort of the stored users for which a flag is currently on. */
  createStaticCohort(flag: FlagReference, options?: Pick<ScanOptions, 'signal'>): Promise<Cohort>
}

/** Options of a copy of a flag. */
export interface CopyOptions extends CopyFlagOptions {
  /** Disables the copies. By default, a flag that exists in the target stays on or off. */
  readonly disable?: boolean
  /** Also copies the flags that it depends on, if the target project does not have them. */
  readonly dependencies?: boolean
  /** Reports what the copy would change, and writes nothing. */
  readonly dryRun?: boolean
  /** `changes` of a dry run. The copy rejects if the flag, or the flag in a target project, has another version now. */
  readonly expectedVersions?: readonly Pick<
    CopiedFlags['changes'][number],
    'projectId' | 'sourceVersion' | 'targetVersion'
  >[]
}

/** Binds the life cycle operations to a project. */
export function embeddedFlagLifeCycle(ctx: ProjectContext): EmbeddedFlagLifeCycle {
  const switchTo = byFlag(ctx, switchFlag)
  return {
    enable: (flag) => switchTo(flag, 'enable'),
    disable: (flag) => switchTo(flag, 'disable'),
    archive: (flag) => switchTo(flag, 'archive'),
    unarchive: (flag) => switchTo(flag, 'unarchive'),
    resetUsage: byFlag(ctx, resetFlagUsage),
    status: byFlag(ctx, retrieveFlagStatus),
    dependents: byFlag(ctx, listDependentFlags),
    matchingIds: async (filters = {}) => matchingFlagIds(ctx, parseFlagQuery(ctx, filters)),
    keys: (flagIds) => flagKeys(ctx, flagIds),
    deleteMany: (choice) => deleteFlags(ctx, choice),
    updateTags: (input) => tagFlags(ctx, input),
    async copy(flag, projectIds, options) {
      const key = typeof flag === 'string' ? flag : (await retrieveFlag(ctx, flag)).key
      return copyFrom(ctx, key, projectIds, options)
    },
    createStaticCohort: byFlag(ctx, createCohortForFlag),
  }
}

function copyFrom(
  ctx: ProjectContext,
  featureFlagKey: string,
  targetProjectIds: readonly number[],
  { disable, dependencies, dryRun, expectedVersions, ...options }: CopyOptions = {},
): Promise<CopiedFlags> {
  const input = { featureFlagKey, fromProject: ctx.project.id, targetProjectIds: [...targetProjectIds] }
  const organization = { ...ctx, organization: ctx.access.organization }
  // `changes` of a dry run have more fields, and unknown fields are refused.
  const versions = expectedVersions?.map(({ projectId, sourceVersion, targetVersion }) => {
    return { projectId, sourceVersion, targetVersion }
  })
  const more = { disableCopiedFlag: disable, copyDependencies: dependencies, dryRun, expectedVersions: versions }
  return copyFlag(organization, { ...input, ...more }, options)
}
