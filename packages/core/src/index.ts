export type { ChangeBus } from './data/change-bus.ts'
export { memoryStore } from './data/memory/memory-store.ts'
export type { Activity, ActivityDetail, ActivityScope, ActivityVerb, FieldChange } from './data/records/activity.ts'
export { type Actor, type ProjectSecretActor, SYSTEM, type SystemActor, type UserActor } from './data/records/actor.ts'
export { type Dashboard, RESTRICTION_LEVELS, type RestrictionLevel } from './data/records/dashboard.ts'
export type { Flag } from './data/records/flag.ts'
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
export type { CopyOptions } from './deck/embedded-flag-life-cycle.ts'
export type { EmbeddedFlags } from './deck/embedded-flags.ts'
export type { EmbeddedGroups } from './deck/embedded-groups.ts'
export type { EmbeddedInsights } from './deck/embedded-insights.ts'
export type { EmbeddedOrganization } from './deck/embedded-organization.ts'
export type { EmbeddedPersons } from './deck/embedded-persons.ts'
export type { EmbeddedSettings } from './deck/embedded-settings.ts'
export type { FirstRun } from './deck/first-run.ts'
export { createFlagdeck, type EmbeddedProject, type Flagdeck, type FlagdeckOptions } from './deck/flagdeck.ts'
export type { AppliedBootstrap } from './deck/make-bootstrap.ts'
export {
  type CompileOptions,
  compileDefinitions,
  type DefinitionsChange,
  replaceDefinitions,
} from './evaluation/compile-definitions.ts'
export type { Decision, Reason, ReasonCode } from './evaluation/definition/decision.ts'
export type { DefinitionsDocument, DefinitionsSettings, FlagDefinition } from './evaluation/definition/definitions.ts'
export { variantsOf } from './evaluation/definition/filter-parts.ts'
export type {
  ConditionSet,
  FilterInput,
  FlagFilters,
  PropertyFilter,
  Variant,
} from './evaluation/definition/flag-filters.ts'
export type { FlagKey, FlagPayload, FlagVariant } from './evaluation/definition/known-flags.ts'
export type { PersonMetadata, Properties, Subject } from './evaluation/definition/subject.ts'
export type { ChangeStep, PropertyOwner, Requirement, SetPropertyStep } from './evaluation/explain/change-step.ts'
export { explain } from './evaluation/explain/explain.ts'
export type {
  AggregationExplanation,
  BucketExplanation,
  CohortExplanation,
  CohortPartExplanation,
  ConditionExplanation,
  ConditionOutcome,
  DependencyExplanation,
  EnrollmentExplanation,
  Explanation,
  FilterExplanation,
  HoldoutExplanation,
  IdentifierExplanation,
  NearestChange,
  VariantExplanation,
  VariantRange,
} from './evaluation/explain/explanation.ts'
export { hashFraction } from './evaluation/hashing/hash.ts'
export type { PatternEngine, PatternProblem, SafePattern } from './evaluation/operators/pattern-engine.ts'
export type { CompiledSnapshot } from './evaluation/snapshot/compiled-snapshot.ts'
export type { EvaluateAllOptions, Snapshot } from './evaluation/snapshot/snapshot.ts'
export type { CohortDependents } from './features/cohorts/cohort-usage.ts'
export type { TileAnswers } from './features/dashboards/answer-tiles.ts'
export type { CreateTextTileInput, UpdateTextTileInput } from './features/dashboards/change-text-tile.ts'
export type { CopyTileInput } from './features/dashboards/copy-tile.ts'
export type { DashboardAccess, DashboardUserAccessLevel } from './features/dashboards/dashboard-access.ts'
export type {
  DashboardDetails,
  DashboardOverrides,
  DashboardSummary,
  TextDetails,
  TileDetails,
} from './features/dashboards/dashboard-details.ts'
export type {
  CreateDashboardInput,
  CreateFromTemplateInput,
  DashboardInput,
  UpdateDashboardInput,
} from './features/dashboards/dashboard-input.ts'
export type { InsightRun } from './features/dashboards/insights/answer-query.ts'
export type { InsightAccess, InsightDetails, TilePlace } from './features/dashboards/insights/insight-details.ts'
export type { InsightInput } from './features/dashboards/insights/insight-input.ts'
export type { InsightListFilters } from './features/dashboards/insights/list-insights.ts'
export type { ChangeDashboardOptions } from './features/dashboards/lock-dashboard.ts'
export type { MoveTileInput } from './features/dashboards/move-tile.ts'
export type { DashboardListFilters } from './features/dashboards/parse-dashboard-query.ts'
export type { ReorderTilesInput } from './features/dashboards/reorder-tiles.ts'
export type { TemplateDocument } from './features/dashboards/templates/template-document.ts'
export type { TileLayout } from './features/dashboards/tile-input.ts'
export type { UpdatedDashboard } from './features/dashboards/update-dashboard.ts'
export type { DashboardVersion, TileVersion } from './features/dashboards/versions/dashboard-version.ts'
export type { DependentFlag } from './features/flags/flag-dependencies.ts'
export type { FlagDetails } from './features/flags/flag-details.ts'
export type { CreateFlagInput, UpdateFlagInput } from './features/flags/flag-input.ts'
export type { DeletedFlag, DeletedFlags, FlagFailure } from './features/flags/life-cycle/delete-flags.ts'
export type { FlagChoice } from './features/flags/life-cycle/flag-choice.ts'
export type { FlagKeys } from './features/flags/life-cycle/flag-keys.ts'
export type { FlagStatusReport } from './features/flags/life-cycle/retrieve-flag-status.ts'
export type { TagFlagsInput, TaggedFlags } from './features/flags/life-cycle/tag-flags.ts'
export type { FlagListFilters } from './features/flags/parse-flag-query.ts'
export type { ManifestFlag, ManifestType } from './features/flags/typed/flag-manifest.ts'
export type { UpdatedFlag, UpdateFlagOptions } from './features/flags/update-flag.ts'
export type { FlagVersion } from './features/flags/versions/read-flag-versions.ts'
export type { ProjectReference } from './features/identity/open-project.ts'
export type { UpdateProjectInput } from './features/identity/project-input.ts'
export type { ProjectView } from './features/identity/project-view.ts'
export type { BlastRadius } from './features/impact/blast-radius.ts'
export type { BlastRadiusInput } from './features/impact/blast-radius-input.ts'
export type { DependantPreview, FlagPreview } from './features/impact/preview-flag.ts'
export type { ScanOptions, ScanReport } from './features/impact/scan.ts'
export type { Transition, Transitions } from './features/impact/transition-matrix.ts'
export type { CopiedFlags } from './features/portability/copy-flag.ts'
export type { ExportDocument } from './features/portability/export-document.ts'
export { type ExportOptions, exportProject } from './features/portability/export-project.ts'
export { exportText } from './features/portability/export-text.ts'
export type { FieldDifference, ImportChange, ImportKind, ImportPlan } from './features/portability/import-plan.ts'
export {
  type ApplyImportOptions,
  applyImport,
  type ImportOptions,
  planImport,
} from './features/portability/import-project.ts'
export { type ImportProblem, ImportRefused } from './features/portability/import-refused.ts'
export type { FlagUsageInput } from './features/usage/flag-usage-input.ts'
export type { FlagUsage, UsageBucket, UsageTotals } from './features/usage/flag-usage-report.ts'
export type { ComparedPeriod } from './features/usage/query/asked-series.ts'
export type { FlagHealthRow } from './features/usage/query/flag-health-row.ts'
export type { InsightAnswer, InsightResult } from './features/usage/query/insight-result.ts'
export type { TrendsItem } from './features/usage/query/trends-item.ts'
export { DomainError, type EditConflict } from './foundation/errors/domain-error.ts'
export type { DomainErrorKind, ErrorCode } from './foundation/errors/error-codes.ts'
export type { IdSource } from './foundation/ids/random-ids.ts'
export type { JsonObject, JsonValue } from './foundation/json/json-value.ts'
export type { Page, PageRequest } from './foundation/pagination/page.ts'
export { type Clock, epochMsOf, formatTimestamp, type Timestamp, timestampOf } from './foundation/time/timestamp.ts'
export type { Violation } from './foundation/validation/violation.ts'
export type { FlagAccess, FlagUserAccessLevel } from './runtime/access/flag-access.ts'
export type { ProjectAccess } from './runtime/access/project-access.ts'
export type { Context, Limits, ProjectContext } from './runtime/context.ts'
export type { EvaluationEvent, EvaluationListener } from './runtime/evaluation-listener.ts'
export type { VersionSummary } from './runtime/history/list-versions.ts'
export type { HistoricalVersion } from './runtime/history/version-reader.ts'
export type { DefinitionsCache } from './runtime/snapshots/definitions-cache.ts'
export type { UsageRetention } from './runtime/usage/usage-retention.ts'
