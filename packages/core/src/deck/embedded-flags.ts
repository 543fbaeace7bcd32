import type { Activity, FieldChange } from '../data/records/activity.ts'
import type { Decision } from '../evaluation/definition/decision.ts'
import type { FlagKey, FlagPayload, FlagVariant } from '../evaluation/definition/known-flags.ts'
import type { Subject } from '../evaluation/definition/subject.ts'
import { explain } from '../evaluation/explain/explain.ts'
import type { Explanation } from '../evaluation/explain/explanation.ts'
import type { CompiledSnapshot } from '../evaluation/snapshot/compiled-snapshot.ts'
import type { EvaluateAllOptions } from '../evaluation/snapshot/snapshot.ts'
import { createFlag } from '../features/flags/create-flag.ts'
import type { EvaluateFlagsOptions } from '../features/flags/evaluate-flags.ts'
import type { FlagDetails } from '../features/flags/flag-details.ts'
import type { CreateFlagInput, UpdateFlagInput } from '../features/flags/flag-input.ts'
import type { FlagChoice } from '../features/flags/life-cycle/flag-choice.ts'
import { listFlagActivity } from '../features/flags/list-flag-activity.ts'
import { listFlags } from '../features/flags/list-flags.ts'
import { type FlagListFilters, parseFlagQuery } from '../features/flags/parse-flag-query.ts'
import { payloadValue } from '../features/flags/payload-value.ts'
import { findFlag, retrieveFlag } from '../features/flags/retrieve-flag.ts'
import { type ManifestFlag, projectManifest } from '../features/flags/typed/flag-manifest.ts'
import { readFlags } from '../features/flags/typed/read-flags.ts'
import { typesText } from '../features/flags/typed/types-text.ts'
import { type UpdateFlagOptions, updateFlag } from '../features/flags/update-flag.ts'
import {
  compareFlagVersions,
  type FlagVersion,
  listFlagVersions,
  retrieveFlagVersion,
} from '../features/flags/versions/read-flag-versions.ts'
import { restoreFlagVersion } from '../features/flags/versions/restore-flag-version.ts'
import type { WrittenFlag } from '../features/flags/written-flag.ts'
import { type BlastRadius, blastRadii, blastRadius } from '../features/impact/blast-radius.ts'
import type { BlastRadiusInput } from '../features/impact/blast-radius-input.ts'
import { type FlagPreview, previewFlag, previewNewFlag } from '../features/impact/preview-flag.ts'
import type { ScanOptions } from '../features/impact/scan.ts'
import { dryRun } from '../features/portability/dry-run.ts'
import { flagUsage } from '../features/usage/flag-usage.ts'
import type { FlagUsageInput } from '../features/usage/flag-usage-input.ts'
import type { FlagUsage } from '../features/usage/flag-usage-report.ts'
import { listFlagsWithUsage, type UsedFlag } from '../features/usage/list-flags-with-usage.ts'
import type { DomainError } from '../foundation/errors/domain-error.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import { authorize } from '../runtime/access/authorize.ts'
import type { ProjectContext } from '../runtime/context.ts'
import type { VersionSummary } from '../runtime/history/list-versions.ts'
import type { ProjectSnapshot } from '../runtime/snapshots/project-snapshot.ts'
import { embeddedEvaluation } from './embedded-evaluation.ts'
import { type EmbeddedFlagAccess, embeddedFlagAccess } from './embedded-flag-access.ts'
import type { CopyOptions } from './embedded-flag-life-cycle.ts'
import { type EmbeddedFlagLifeCycle, embeddedFlagLifeCycle } from './embedded-flag-life-cycle.ts'
import { type EmbeddedFlagSupport, embeddedFlagSupport } from './embedded-flag-support.ts'
import { byFlag, type FlagReference, flagIdOf } from './flag-reference.ts'
import { PAGE_OPTIONS, requireKnownOptions, withKnownOptions } from './known-options.ts'
import { refuseNoListener } from './refuse-wrong-options.ts'

/** The flags of one project, for management and for synchronous evaluation. Evaluations count as usage of the flags. */
export interface EmbeddedFlags extends EmbeddedFlagLifeCycle, EmbeddedFlagSupport {
  /** Creates a flag. Its key must be unique among the live flags of the project. */
  create(input: CreateFlagInput): Promise<WrittenFlag>
  /** Returns a flag, also a deleted one. */
  get(flag: FlagReference): Promise<FlagDetails>
  /** Returns the live flag with this key, or undefined. */
  find(key: string): Promise<FlagDetails | undefined>
  /** Lists live flags, or deleted ones if the filters request them. */
  list(filters?: FlagListFilters, page?: Partial<PageRequest>): Promise<Page<FlagDetails>>
  /** Lists flags with the number of their evaluations today and on the six days before. */
  listWithUsage(filters?: FlagListFilters, page?: Partial<PageRequest>): Promise<Page<UsedFlag>>
  /** Updates the given fields of a flag. */
  update(flag: FlagReference, input: UpdateFlagInput, options?: UpdateFlagOptions): Promise<WrittenFlag>
  /** Soft-deletes a flag, which retains its id and history; `restore` reverts this. */
  delete(flag: FlagReference): Promise<FlagDetails>
  /** Restores a deleted flag. With a version, creates a new version that equals that one. */
  restore(flag: FlagReference, version?: number, options?: Pick<UpdateFlagOptions, 'ifVersion'>): Promise<WrittenFlag>
  /** Lists changes of one flag, or of all, newest first. */
  activity(flag?: FlagReference, page?: Partial<PageRequest>): Promise<Page<Activity>>
  /** Lists the versions of a flag with their authors and changes, newest first. */
  versions(flag: FlagReference, page?: Partial<PageRequest>): Promise<Page<VersionSummary>>
  /** Returns an earlier version of a flag. */
  version(flag: FlagReference, version: number): Promise<FlagVersion>
  /** Compares a version with another, or with the newest, field by field; empty if they are equal. */
  difference(flag: FlagReference, from: number, to?: number): Promise<readonly FieldChange[]>
  /** Returns the usage of a flag by day, for the last 30 days by default. The most recent counts may be missing. */
  usage(flag: FlagReference, input?: FlagUsageInput): Promise<FlagUsage>
  /** Counts the stored users or groups that match a condition, before any flag uses it. */
  blastRadius(input: BlastRadiusInput, options?: ScanOptions): Promise<BlastRadius>
  /**
   * {@link EmbeddedFlags.blastRadius} of up to 100 conditions in one pass; a refused one does not affect the others.
   */
  blastRadii(
    conditions: readonly BlastRadiusInput[],
    options?: ScanOptions,
  ): Promise<readonly (BlastRadius | { readonly refused: DomainError })[]>
  /**
   * Returns the subjects whose result an update would change, for this flag and for those that depend on it. Nothing is
   * written.
   */
  preview(flag: FlagReference, input: UpdateFlagInput, options?: ScanOptions): Promise<FlagPreview>
  /** Returns the subjects whose result a new flag would change, compared with a disabled flag. Nothing is written. */
  previewNew(input: CreateFlagInput, options?: ScanOptions): Promise<FlagPreview>
  /** The roles that may edit a flag. */
  readonly access: EmbeddedFlagAccess
  /**
   * Calls `listener` with the keys of flags whose result may have changed, and returns a function that unsubscribes.
   * Changes on other instances count as well. Causes are a change of the flag, of a cohort or its static members, of
   * another flag that it depends on, or of project settings. Changes at the same time result in one call. Changes of
   * properties of users and groups, and time-based conditions, do not call it.
   */
  onChange(listener: (keys: readonly string[]) => void): () => void
  /**
   * Calls `listener` with true when the store becomes unavailable, so that evaluation uses the last known flags, and
   * with false when it is available again. If the store is unavailable already, it calls immediately. Returns a
   * function that unsubscribes.
   */
  onStale(listener: (isStale: boolean) => void): () => void

  /**
   * Returns the newest snapshot of the flags. It never changes, so several results from it are consistent. They do not
   * count as usage.
   */
  snapshot(): CompiledSnapshot
  /** Returns whether a flag is on for a subject. */
  isEnabled(key: FlagKey, subject: Subject): boolean
  /** Returns the variant's key, `true` for an enabled flag without variants, or `false` when the flag is off. */
  variant<Key extends FlagKey>(key: Key, subject: Subject): FlagVariant<Key>
  /** Returns the parsed payload of the result, or null if there is none. */
  payload<Key extends FlagKey>(key: Key, subject: Subject): FlagPayload<Key>
  /** Returns the whole decision, with payload and reason. */
  evaluate(key: FlagKey, subject: Subject): Decision
  /**
   * Explains a decision down to every filter, with the smallest change that would flip it. It does not count as usage.
   */
  explain(key: FlagKey, subject: Subject): Explanation
  /** Returns the decisions of all flags, or of those in `keys`. */
  evaluateAll(subject: Subject, options?: EvaluateAllOptions): readonly Decision[]
  /** Returns a TypeScript file that restricts flag keys, variants and payloads in your code to the current flags. */
  types(): Promise<string>
  /** Returns OpenFeature's manifest of the current flags. */
  manifest(): Promise<readonly ManifestFlag[]>
}

const FILTERS = fieldNames<FlagListFilters>({
  active: true,
  archived: true,
  deleted: true,
  createdById: true,
  search: true,
  key: true,
  owner: true,
  mine: true,
  type: true,
  evaluationRuntime: true,
  tags: true,
  excludedTags: true,
  excludedProperties: true,
  hasEvaluationContexts: true,
  order: true,
})
const UPDATE = fieldNames<UpdateFlagOptions>({ ifVersion: true, replaceFilters: true })
const SCAN = fieldNames<ScanOptions>({ signal: true, timeoutMs: true })

const OPTIONS = {
  create: [null],
  delete: [null],
  enable: [null],
  disable: [null],
  archive: [null],
  unarchive: [null],
  resetUsage: [null],
  updateTags: [null],
  list: [FILTERS, PAGE_OPTIONS],
  listWithUsage: [FILTERS, PAGE_OPTIONS],
  matchingIds: [FILTERS],
  deleteMany: [fieldNames<FlagChoice>({ ids: true, filters: true })],
  update: [null, null, UPDATE],
  restore: [null, null, fieldNames<Pick<UpdateFlagOptions, 'ifVersion'>>({ ifVersion: true })],
  activity: [null, PAGE_OPTIONS],
  versions: [null, PAGE_OPTIONS],
  blastRadius: [null, SCAN],
  blastRadii: [null, SCAN],
  preview: [null, null, SCAN],
  previewNew: [null, SCAN],
  copy: [
    null,
    null,
    fieldNames<CopyOptions>({
      confirmed: true,
      disable: true,
      dependencies: true,
      dryRun: true,
      expectedVersions: true,
    }),
  ],
  createStaticCohort: [null, fieldNames<Pick<ScanOptions, 'signal'>>({ signal: true })],
  dependents: [null, fieldNames<{ readonly includeInactive?: boolean | undefined }>({ includeInactive: true })],
  decisions: [
    null,
    fieldNames<Omit<EvaluateFlagsOptions, 'minVersion'>>({ keys: true, groupTypeFirst: true }),
    PAGE_OPTIONS,
  ],
  mine: [null, ['keys', 'groups'], PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedFlags>>[2]

/** Binds the flag operations to a project. `first` is used until there is a newer snapshot. */
export function embeddedFlags(ctx: ProjectContext, first: ProjectSnapshot): EmbeddedFlags {
  const methods = flagMethods(ctx, first)
  const deleteMany: EmbeddedFlags['deleteMany'] = async (choice = {}) => {
    requireKnownOptions('filters of flags.deleteMany', choice.filters, FILTERS)
    return methods.deleteMany(choice)
  }
  return withKnownOptions('flags', { ...methods, deleteMany }, OPTIONS)
}

function flagMethods(ctx: ProjectContext, first: ProjectSnapshot): EmbeddedFlags {
  const current = () => ctx.snapshots.peek(ctx.project.id) ?? first
  const snapshot = () => current().evaluation
  const { evaluate, evaluateAll } = embeddedEvaluation(ctx, current)
  return {
    ...embeddedFlagLifeCycle(ctx),
    ...embeddedFlagSupport(ctx),
    create: (input) => createFlag(ctx, input),
    get: byFlag(ctx, retrieveFlag),
    find: (key) => findFlag(ctx, key),
    list: (filters = {}, page) => listFlags(ctx, parseFlagQuery(ctx, filters), pageRequest(page)),
    listWithUsage: async (filters = {}, page) =>
      listFlagsWithUsage(ctx, parseFlagQuery(ctx, filters), pageRequest(page)),
    update: byFlag(ctx, updateFlag),
    delete: async (flag) => updateFlag(ctx, await flagIdOf(ctx, flag), { deleted: true }),
    async restore(flag, version, options) {
      const flagId = await flagIdOf(ctx, flag)
      if (version === undefined) return updateFlag(ctx, flagId, { deleted: false }, options)
      return restoreFlagVersion(ctx, flagId, version, options)
    },
    activity: async (flag, page) =>
      listFlagActivity(ctx, pageRequest(page), flag === undefined ? undefined : await flagIdOf(ctx, flag)),
    versions: async (flag, page) => listFlagVersions(ctx, await flagIdOf(ctx, flag), pageRequest(page)),
    version: byFlag(ctx, retrieveFlagVersion),
    difference: byFlag(ctx, compareFlagVersions),
    usage: byFlag(ctx, flagUsage),
    blastRadius: (input, options) => blastRadius(ctx, input, options),
    blastRadii: (conditions, options) => blastRadii(ctx, conditions, options),
    preview: byFlag(ctx, previewFlag),
    previewNew: async (input, options) =>
      previewNewFlag(ctx, await dryRun(ctx, (once) => createFlag(once, input)), options),
    access: embeddedFlagAccess(ctx),
    onChange(listener) {
      refuseNoListener('flags.onChange', listener)
      authorize(ctx.actor, 'feature_flag:read')
      return ctx.flagChanges.listen(ctx.project.id, listener)
    },
    onStale(listener) {
      refuseNoListener('flags.onStale', listener)
      authorize(ctx.actor, 'feature_flag:read')
      return ctx.snapshots.staleListeners.listen(listener)
    },
    snapshot,
    isEnabled: (key, subject) => evaluate(key, subject).enabled,
    variant<Key extends FlagKey>(key: Key, subject: Subject) {
      const { variant, enabled } = evaluate(key, subject)
      return (variant ?? enabled) as FlagVariant<Key> // the types of the generated file
    },
    payload<Key extends FlagKey>(key: Key, subject: Subject) {
      const { payload } = evaluate(key, subject)
      return (payload === null ? null : payloadValue(payload)) as FlagPayload<Key> // the types of the generated file
    },
    evaluate,
    explain: (key, subject) => explain(snapshot(), key, subject),
    evaluateAll,
    types: async () => typesText(await readFlags(ctx, (source) => source)),
    manifest: () => projectManifest(ctx),
  }
}
