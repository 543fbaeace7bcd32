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

/** What becomes of flags over time, one by one or several at once. */
export interface EmbeddedFlagLifeCycle {
  /** Nothing is written where a flag is enabled already; so it is with the three that follow. */
  enable(flag: FlagReference): Promise<FlagDetails>
  disable(flag: FlagReference): Promise<FlagDetails>
  /** Disables the flag, too. */
  archive(flag: FlagReference): Promise<FlagDetails>
  unarchive(flag: FlagReference): Promise<FlagDetails>
  /** Counts the use of a flag from now on. Insights still find what was counted before. */
  resetUsage(flag: FlagReference): Promise<FlagDetails>
  /** What state a flag is in, why, and who looks after it. */
  status(flag: FlagReference): Promise<FlagStatusReport>
  /** The flags that depend on this one, by key: those that are on, or with `includeInactive` all that are not deleted. */
  dependents(
    flag: FlagReference,
    options?: { readonly includeInactive?: boolean | undefined },
  ): Promise<readonly DependentFlag[]>
  /** Of the flags that a list would show, the ids of those that may be edited. */
  matchingIds(filters?: FlagListFilters): Promise<readonly number[]>
  keys(flagIds: readonly unknown[]): Promise<FlagKeys>
  /** Deletes in one go all that may be deleted, and says of each other flag why not. */
  deleteMany(choice: FlagChoice): Promise<DeletedFlags>
  /** Adds tags to several flags, takes them away, or sets them. */
  updateTags(input: TagFlagsInput): Promise<TaggedFlags>
  /** Copies a flag to other projects of the organization. Each copy is complete or absent. */
  copy(flag: FlagReference, projectIds: readonly number[], options?: CopyOptions): Promise<CopiedFlags>
  /** Makes a static cohort of the known persons for whom a flag is on right now. */
  createStaticCohort(flag: FlagReference, options?: Pick<ScanOptions, 'signal'>): Promise<Cohort>
}

/** How to copy a flag. */
export interface CopyOptions extends CopyFlagOptions {
  /** Turns the copies off. Otherwise a flag that exists already stays on or off as it is. */
  readonly disable?: boolean
  /** Also copies the flags that it depends on, to projects that do not have them. */
  readonly dependencies?: boolean
  /** Reports what the copy would change, and writes nothing. */
  readonly dryRun?: boolean
  /** `changes` of a dry run: rejects if the flag, or the flag in a target project, has another version now. */
  readonly expectedVersions?: readonly Pick<
    CopiedFlags['changes'][number],
    'projectId' | 'sourceVersion' | 'targetVersion'
  >[]
}

/** Binds these operations to a project. */
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
