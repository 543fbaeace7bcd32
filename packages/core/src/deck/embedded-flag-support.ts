import type { User } from '../data/records/user.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import {
  type EvaluateFlagsOptions,
  type ExplainedFlag,
  evaluateFlag,
  evaluateFlags,
  evaluateMyFlags,
} from '../features/flags/evaluate-flags.ts'
import type { EvaluatedFlag } from '../features/flags/evaluate-with-definitions.ts'
import type { UpdateFlagInput } from '../features/flags/flag-input.ts'
import { readRemoteConfig } from '../features/flags/read-remote-config.ts'
import { explainEdit } from '../features/impact/explain-edit.ts'
import { type Page, type PageRequest, pageOf, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { type FlagReference, flagIdOf } from './flag-reference.ts'

/**
 * Results of flags with their reasons, for support and debugging. Stored properties of users count, and nothing is
 * recorded as usage.
 */
export interface EmbeddedFlagSupport {
  /**
   * Evaluates every flag for a subject with reasons, by key, including disabled flags. Properties of the subject
   * override stored ones.
   */
  decisions(
    subject: Subject,
    options?: Omit<EvaluateFlagsOptions, 'minVersion'>,
    page?: Partial<PageRequest>,
  ): Promise<Page<EvaluatedFlag>>
  /**
   * Evaluates the flags for a user of this service, by default the user that the deck acts for. Otherwise it is like
   * {@link EmbeddedFlagSupport.decisions}, with the newest flag first.
   */
  mine(
    user?: Pick<User, 'distinctId'>,
    options?: Pick<EvaluateFlagsOptions, 'keys'> & Pick<Subject, 'groups'>,
    page?: Partial<PageRequest>,
  ): Promise<Page<EvaluatedFlag>>
  /** Explains the result of one flag for a subject: of the flag as it is, or as an update would change it. */
  test(flag: FlagReference, subject: Subject, changes?: UpdateFlagInput): Promise<ExplainedFlag>
  /** Returns the payload of a remote configuration flag as JSON text, decrypted if necessary; null if it has none. */
  remoteConfig(idOrKey: string): Promise<string | null>
}

/** Binds the support operations to a project. */
export function embeddedFlagSupport(ctx: ProjectContext): EmbeddedFlagSupport {
  return {
    decisions: async (subject, options, page) => pageOf(await evaluateFlags(ctx, subject, options), pageRequest(page)),
    mine: async (user, { groups = {}, ...options } = {}, page) =>
      pageOf(await evaluateMyFlags(ctx, groups, { ...options, user }), pageRequest(page)),
    async test(flag, subject, changes) {
      const flagId = await flagIdOf(ctx, flag)
      return changes ? explainEdit(ctx, flagId, changes, subject) : evaluateFlag(ctx, flagId, subject)
    },
    remoteConfig: (idOrKey) => readRemoteConfig(ctx, idOrKey),
  }
}
