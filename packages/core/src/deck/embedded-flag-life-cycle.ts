import type { FlagDetails } from '../features/flags/flag-details.ts'
import { type DeletedFlags, deleteFlags } from '../features/flags/life-cycle/delete-flags.ts'
import { type DependentFlag, listDependentFlags } from '../features/flags/life-cycle/dependent-flags.ts'
import type { FlagChoice } from '../features/flags/life-cycle/flag-choice.ts'
import { type FlagKeys, flagKeys } from '../features/flags/life-cycle/flag-keys.ts'
import { matchingFlagIds } from '../features/flags/life-cycle/matching-flags.ts'
import { type FlagStatusReport, retrieveFlagStatus } from '../features/flags/life-cycle/retrieve-flag-status.ts'
import { switchFlag } from '../features/flags/life-cycle/switch-flag.ts'
import { type TagFlagsInput, type TaggedFlags, tagFlags } from '../features/flags/life-cycle/tag-flags.ts'
import { type FlagListFilters, parseFlagQuery } from '../features/flags/parse-flag-query.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** What becomes of flags over time, one by one or several at once. */
export interface EmbeddedFlagLifeCycle {
  /** Nothing is written where a flag is enabled already; so it is with the three that follow. */
  enable(flagId: number): Promise<FlagDetails>
  disable(flagId: number): Promise<FlagDetails>
  /** Disables the flag, too. */
  archive(flagId: number): Promise<FlagDetails>
  unarchive(flagId: number): Promise<FlagDetails>
  /** What state a flag is in, why, and who looks after it. */
  status(flagId: number): Promise<FlagStatusReport>
  /** The flags that are on and look at this one, by key. */
  dependents(flagId: number): Promise<readonly DependentFlag[]>
  /** Of the flags that a list would show, the ids of those that may be edited. */
  matchingIds(filters?: FlagListFilters): Promise<readonly number[]>
  keys(flagIds: readonly unknown[]): Promise<FlagKeys>
  /** Deletes in one go all that may be deleted, and says of each other flag why not. */
  deleteSeveral(choice: FlagChoice): Promise<DeletedFlags>
  /** Adds tags to several flags, takes them away, or sets them. */
  tagSeveral(input: TagFlagsInput): Promise<TaggedFlags>
}

/** Binds these operations to a project. */
export function embeddedFlagLifeCycle(ctx: ProjectContext): EmbeddedFlagLifeCycle {
  return {
    enable: (flagId) => switchFlag(ctx, flagId, 'enable'),
    disable: (flagId) => switchFlag(ctx, flagId, 'disable'),
    archive: (flagId) => switchFlag(ctx, flagId, 'archive'),
    unarchive: (flagId) => switchFlag(ctx, flagId, 'unarchive'),
    status: (flagId) => retrieveFlagStatus(ctx, flagId),
    dependents: (flagId) => listDependentFlags(ctx, flagId),
    matchingIds: async (filters = {}) => matchingFlagIds(ctx, parseFlagQuery(ctx, filters)),
    keys: (flagIds) => flagKeys(ctx, flagIds),
    deleteSeveral: (choice) => deleteFlags(ctx, choice),
    tagSeveral: (input) => tagFlags(ctx, input),
  }
}
