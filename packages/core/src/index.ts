export { memoryStore } from './data/memory/memory-store.ts'
export type { Activity, FieldChange } from './data/records/activity.ts'
export { type Actor, SYSTEM } from './data/records/actor.ts'
export type { Cohort } from './data/records/cohort.ts'
export type { Flag } from './data/records/flag.ts'
export type { Organization } from './data/records/organization.ts'
export type { Group, Person } from './data/records/person.ts'
export type { PersonalApiKey } from './data/records/personal-api-key.ts'
export type { Project } from './data/records/project.ts'
export type { User } from './data/records/user.ts'
export type { Store } from './data/store.ts'
export { StoreUnavailable } from './data/store-errors.ts'
export { applyBootstrap } from './deck/apply-bootstrap.ts'
export type { Bootstrap } from './deck/bootstrap-document/bootstrap.ts'
export { BootstrapRefused } from './deck/bootstrap-document/bootstrap-refused.ts'
export { parseBootstrap } from './deck/bootstrap-document/parse-bootstrap.ts'
export type { EmbeddedActivity } from './deck/embedded-activity.ts'
export type { EmbeddedCohorts } from './deck/embedded-cohorts.ts'
export type { EmbeddedDashboards } from './deck/embedded-dashboards.ts'
export type { EmbeddedEarlyAccess } from './deck/embedded-early-access.ts'
export type { CopyOptions } from './deck/embedded-flag-life-cycle.ts'
export type { EmbeddedFlags } from './deck/embedded-flags.ts'
export type { EmbeddedGroups } from './deck/embedded-groups.ts'
export type { EmbeddedInsights } from './deck/embedded-insights.ts'
export type { EmbeddedOrganization } from './deck/embedded-organization.ts'
export type { EmbeddedPersons } from './deck/embedded-persons.ts'
export type { EmbeddedSettings } from './deck/embedded-settings.ts'
export type { FirstRun } from './deck/first-run.ts'
export { createFlagdeck, type EmbeddedProject, type Flagdeck } from './deck/flagdeck.ts'
export type { FlagdeckOptions } from './deck/flagdeck-options.ts'
export type { AppliedBootstrap } from './deck/make-bootstrap.ts'
export type { SignInLinkOptions } from './deck/sign-in-link.ts'
export {
  type CompileOptions,
  compileDefinitions,
  type DefinitionsChange,
  replaceDefinitions,
} from './evaluation/compile-definitions.ts'
export type { Decision, Reason, ReasonCode } from './evaluation/definition/decision.ts'
export type { DefinitionsDocument, FlagDefinition } from './evaluation/definition/definitions.ts'
export type { EarlyAccess, EarlyAccessStage } from './evaluation/definition/early-access.ts'
export type {
  ConditionSet,
  FilterInput,
  FlagFilters,
  PropertyFilter,
  Variant,
} from './evaluation/definition/flag-filters.ts'
export type { FlagKey, FlagPayload, FlagVariant } from './evaluation/definition/known-flags.ts'
export type { Properties, Subject } from './evaluation/definition/subject.ts'
export { explain } from './evaluation/explain/explain.ts'
export type {
  ConditionExplanation,
  Explanation,
  FilterExplanation,
  NearestChange,
} from './evaluation/explain/explanation.ts'
export type { CompiledSnapshot } from './evaluation/snapshot/compiled-snapshot.ts'
export type { EvaluateAllOptions, Snapshot } from './evaluation/snapshot/snapshot.ts'
export type { EarlyAccessFeature } from './features/flags/early-access/early-access-feature.ts'
export type {
  CreateEarlyAccessInput,
  UpdateEarlyAccessInput,
} from './features/flags/early-access/early-access-input.ts'
export type { ExplainedFlag } from './features/flags/evaluate-flags.ts'
export type { EvaluatedFlag } from './features/flags/evaluate-with-definitions.ts'
export type { DependentFlag } from './features/flags/flag-dependencies.ts'
export type { FlagDetails } from './features/flags/flag-details.ts'
export type { CreateFlagInput, UpdateFlagInput } from './features/flags/flag-input.ts'
export type { DeletedFlags } from './features/flags/life-cycle/delete-flags.ts'
export type { FlagChoice } from './features/flags/life-cycle/flag-choice.ts'
export type { FlagKeys } from './features/flags/life-cycle/flag-keys.ts'
export type { FlagStatusReport } from './features/flags/life-cycle/retrieve-flag-status.ts'
export type { TagFlagsInput, TaggedFlags } from './features/flags/life-cycle/tag-flags.ts'
export type { FlagListFilters } from './features/flags/parse-flag-query.ts'
export type { FlagRoleAccessDetails } from './features/flags/role-access/list-role-access.ts'
export type { ManifestFlag } from './features/flags/typed/flag-manifest.ts'
export type { UpdateFlagOptions } from './features/flags/update-flag.ts'
export type { FlagVersion } from './features/flags/versions/read-flag-versions.ts'
export type { WrittenFlag } from './features/flags/written-flag.ts'
export type { ProjectReference } from './features/identity/open-project.ts'
export type { BlastRadius } from './features/impact/blast-radius.ts'
export type { BlastRadiusInput } from './features/impact/blast-radius-input.ts'
export type { FlagPreview } from './features/impact/preview-flag.ts'
export type { ScanOptions } from './features/impact/scan.ts'
export type { CopiedFlags } from './features/portability/copy-flag.ts'
export type { ExportDocument } from './features/portability/export-document.ts'
export { type ExportOptions, exportProject } from './features/portability/export-project.ts'
export { exportText } from './features/portability/export-text.ts'
export type { ImportChange, ImportPlan } from './features/portability/import-plan.ts'
export {
  type ApplyImportOptions,
  applyImport,
  planImport,
  prepareImport,
} from './features/portability/import-project.ts'
export { type ImportProblem, ImportRefused } from './features/portability/import-refused.ts'
export type { ImportOptions } from './features/portability/run-import.ts'
export type { FlagUsageInput } from './features/usage/flag-usage-input.ts'
export type { FlagUsage, UsageTotals } from './features/usage/flag-usage-report.ts'
export type { UsedFlag } from './features/usage/list-flags-with-usage.ts'
export { DomainError } from './foundation/errors/domain-error.ts'
export type { ErrorCode } from './foundation/errors/error-codes.ts'
export type { JsonObject, JsonValue } from './foundation/json/json-value.ts'
export type { Page, PageRequest } from './foundation/pagination/page.ts'
export type { Clock, Timestamp } from './foundation/time/timestamp.ts'
export type { Violation } from './foundation/validation/violation.ts'
export type { Context, Limits, ProjectContext } from './runtime/context.ts'
export type { EvaluationEvent, EvaluationListener } from './runtime/evaluation-listener.ts'
export type { VersionSummary } from './runtime/history/list-versions.ts'
export type { UsageRetention } from './runtime/usage/usage-retention.ts'

// Inferred types may have names that only these entry points export, and the compiler finds names only in files that
// it has read.

export type {} from './operations.ts'
export type {} from './re2.ts'
export type {} from './simd.ts'
export type {} from './store.ts'
