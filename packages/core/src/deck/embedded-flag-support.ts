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

/** What flags answer and why, for those who look into it: what is stored about a person counts, and nothing is counted. */
export interface EmbeddedFlagSupport {
  /** What every flag answers for somebody and why, by key, disabled ones too; what the subject says comes before what is stored. */
  decisions(
    subject: Subject,
    options?: Omit<EvaluateFlagsOptions, 'minVersion'>,
    page?: Partial<PageRequest>,
  ): Promise<Page<EvaluatedFlag>>
  /** The same for a user of this service, or for whom the deck acts for; the newest flag first. */
  mine(
    user?: Pick<User, 'distinctId'>,
    options?: Pick<EvaluateFlagsOptions, 'keys'> & Pick<Subject, 'groups'>,
    page?: Partial<PageRequest>,
  ): Promise<Page<EvaluatedFlag>>
  /** What one flag answers for somebody, with the whole way to it: as it is, or as an update would leave it. */
  test(flag: FlagReference, subject: Subject, changes?: UpdateFlagInput): Promise<ExplainedFlag>
  /** The payload of a flag for remote configuration as JSON text, also when it is encrypted; null when it has none. */
  remoteConfig(idOrKey: string): Promise<string | null>
}

/** Binds these operations to a project. */
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
