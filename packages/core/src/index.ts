export { type AroundTransaction, aroundTransactions } from './data/around-transactions.ts'
export {
  type ChangeBus,
  type ChangeBusOptions,
  type ChangeBusStatus,
  inProcessChangeBus,
  type ProjectChange,
} from './data/change-bus.ts'
export { memoryStore } from './data/memory/memory-store.ts'
export { ENCRYPTION_KEY_BYTES, type PayloadCipher } from './data/payload-cipher.ts'
export type { PoolStatus } from './data/pool-status.ts'
export type {
  Activity,
  ActivityDetail,
  ActivityScope,
  ActivityVerb,
  FieldChange,
  NewActivity,
} from './data/records/activity.ts'
export { ACTIVITY_SCOPES } from './data/records/activity.ts'
export { type Actor, type ProjectSecretActor, SYSTEM, type SystemActor, type UserActor } from './data/records/actor.ts'
export type { Cohort, NewCohort } from './data/records/cohort.ts'
export type { CohortWireName } from './data/records/cohort-fields.ts'
export type {
  CreationMode,
  Dashboard,
  DashboardIndex,
  DashboardQuery,
  NewDashboard,
  RestrictionLevel,
} from './data/records/dashboard.ts'
export { CREATION_MODES, RESTRICTION_LEVELS } from './data/records/dashboard.ts'
export type { DashboardCollaborator } from './data/records/dashboard-collaborator.ts'
export type { DashboardWireName } from './data/records/dashboard-fields.ts'
export { type DashboardTemplate, TEMPLATE_SCOPES, type TemplateScope } from './data/records/dashboard-template.ts'
export type { Flag, NewFlag } from './data/records/flag.ts'
export type { FlagAccessLevel } from './data/records/flag-access-level.ts'
export { FLAG_ACCESS_LEVELS } from './data/records/flag-access-level.ts'
export { FLAG_FIELDS, type FlagWireName } from './data/records/flag-fields.ts'
export {
  FLAG_ORDER_FIELDS,
  type FlagIndex,
  type FlagOrderField,
  type FlagQuery,
  type FlagType,
} from './data/records/flag-query.ts'
export type { FlagRoleAccess, NewFlagRoleAccess } from './data/records/flag-role-access.ts'
export type { GroupType } from './data/records/group-type-places.ts'
export { MAX_GROUP_TYPES } from './data/records/group-type-places.ts'
export { type IdempotencyKey, isIdempotencyKey } from './data/records/idempotency-key.ts'
export type { Insight, InsightQuery, NewInsight } from './data/records/insight.ts'
export type { InsightWireName } from './data/records/insight-fields.ts'
export type { Membership, MembershipLevel } from './data/records/membership.ts'
export { MEMBERSHIP_LEVELS } from './data/records/membership.ts'
export type { Organization } from './data/records/organization.ts'
export type { Group, Person } from './data/records/person.ts'
export type { PersonalApiKey } from './data/records/personal-api-key.ts'
export type { NewProject, Project } from './data/records/project.ts'
export { newVersionTag, type ProjectVersion, TAGGED_VERSIONS, TAGS_GO_EVERY } from './data/records/project-version.ts'
export type { Role, RoleDetails, RoleMembership } from './data/records/role.ts'
export type { Scope } from './data/records/scope.ts'
export { isScope, SCOPE_OBJECTS } from './data/records/scope.ts'
export { MAX_TEXT_LENGTH, type NewTextCard, type TextCard } from './data/records/text-card.ts'
export type { NewTile, Tile, TileContent } from './data/records/tile.ts'
export {
  type SeenFlag,
  type StoredUserSet,
  type UnknownFlag,
  USAGE_MEASURES,
  USAGE_SOURCES,
  type UsageCount,
  type UsageCountQuery,
  type UsageDimension,
  type UsageKey,
  type UsageMeasure,
  type UsagePeriod,
  type UsageSource,
  type UsageSum,
  type UserSetKey,
  type UserSetQuery,
} from './data/records/usage.ts'
export type { NewUser, User } from './data/records/user.ts'
export type { MigrationReport, ReadTransaction, Store, Transaction, WriteOptions } from './data/store.ts'
export {
  SerializationFailure,
  StoreTooNew,
  StoreUnavailable,
  UNIQUE_CONSTRAINTS,
  type UniqueConstraint,
  UniqueViolation,
} from './data/store-errors.ts'
export type { ActivityQuery, ActivityReader, ActivityTable } from './data/tables/activity-table.ts'
export type { ClaimedEventTable } from './data/tables/claimed-event-table.ts'
export type { CohortMemberReader, CohortMemberTable } from './data/tables/cohort-member-table.ts'
export type { CohortReader, CohortTable } from './data/tables/cohort-table.ts'
export type {
  DashboardCollaboratorReader,
  DashboardCollaboratorTable,
} from './data/tables/dashboard-collaborator-table.ts'
export type { DashboardReader, DashboardTable } from './data/tables/dashboard-table.ts'
export type { DashboardTemplateReader, DashboardTemplateTable } from './data/tables/dashboard-template-table.ts'
export type { FlagDependency, FlagDependencyReader, FlagDependencyTable } from './data/tables/flag-dependency-table.ts'
export type { FlagRoleAccessReader, FlagRoleAccessTable } from './data/tables/flag-role-access-table.ts'
export type { FlagReader, FlagTable } from './data/tables/flag-table.ts'
export type { GroupReader, GroupTable } from './data/tables/group-table.ts'
export type {
  HashKeyOverride,
  HashKeyOverrideReader,
  HashKeyOverrideTable,
} from './data/tables/hash-key-override-table.ts'
export type { IdempotencyKeyTable } from './data/tables/idempotency-key-table.ts'
export type { InsightReader, InsightTable } from './data/tables/insight-table.ts'
export type { MembershipReader, MembershipTable } from './data/tables/membership-table.ts'
export type { OrganizationReader, OrganizationTable } from './data/tables/organization-table.ts'
export type { PersonReader, PersonTable } from './data/tables/person-table.ts'
export type { PersonalApiKeyReader, PersonalApiKeyTable } from './data/tables/personal-api-key-table.ts'
export type { ProjectReader, ProjectTable, TaggedProject } from './data/tables/project-table.ts'
export type { RoleMembershipReader, RoleMembershipTable } from './data/tables/role-membership-table.ts'
export type { RoleReader, RoleTable } from './data/tables/role-table.ts'
export type { SeenFlagReader, SeenFlagTable } from './data/tables/seen-flag-table.ts'
export type { TextCardReader, TextCardTable } from './data/tables/text-card-table.ts'
export type { TileReader, TileTable } from './data/tables/tile-table.ts'
export type { UsageCountReader, UsageCountTable } from './data/tables/usage-count-table.ts'
export type { UserSetReader, UserSetTable } from './data/tables/user-set-table.ts'
export type { UserReader, UserTable } from './data/tables/user-table.ts'
export { applyBootstrap } from './deck/apply-bootstrap.ts'
export type { Bootstrap } from './deck/bootstrap-document/bootstrap.ts'
export { BootstrapRefused } from './deck/bootstrap-document/bootstrap-refused.ts'
export { parseBootstrap } from './deck/bootstrap-document/parse-bootstrap.ts'
export type { EmbeddedDashboards } from './deck/embedded-dashboards.ts'
export type { EmbeddedFlags } from './deck/embedded-flags.ts'
export type { EmbeddedInsights } from './deck/embedded-insights.ts'
export { createFirstKey, type FirstRun, firstRun } from './deck/first-run.ts'
export { createFlagdeck, type EmbeddedProject, type Flagdeck, type FlagdeckOptions } from './deck/flagdeck.ts'
export { refuseOldNode } from './deck/refuse-old-node.ts'
export { variantsOf } from './evaluation/definition/filter-parts.ts'
export type {
  ConditionSet,
  FilterInput,
  FlagFilters,
  PropertyFilter,
  Variant,
} from './evaluation/definition/flag-filters.ts'
export * from './evaluation/index.ts'
export { type ActivityFilter, listActivity } from './features/activity/list-activity.ts'
export { type CaptureOutcome, captureEvents } from './features/capture/capture-events.ts'
export type { CapturedEvent } from './features/capture/captured-event.ts'
export { type EventMeaning, eventMeaning } from './features/capture/event-meaning.ts'
export type { EventTiming } from './features/capture/event-time.ts'
export { recordCalls } from './features/capture/record-calls.ts'
export {
  addCohortMembers,
  addCohortMembersFromCsv,
  removeCohortMember,
} from './features/cohorts/change-cohort-members.ts'
export {
  type CreateCohortInput,
  createCohortSchema,
  type UpdateCohortInput,
  updateCohortSchema,
} from './features/cohorts/cohort-input.ts'
export { createCohort } from './features/cohorts/create-cohort.ts'
export { listCohortMembers } from './features/cohorts/list-cohort-members.ts'
export { listCohorts } from './features/cohorts/list-cohorts.ts'
export { retrieveCohort } from './features/cohorts/retrieve-cohort.ts'
export { updateCohort } from './features/cohorts/update-cohort.ts'
export { answerTiles, type TileAnswers } from './features/dashboards/answer-tiles.ts'
export {
  type AddCollaboratorInput,
  addCollaborator,
  addCollaboratorSchema,
  listCollaborators,
  removeCollaborator,
} from './features/dashboards/change-collaborators.ts'
export {
  type CreateTextTileInput,
  createTextTile,
  type UpdateTextTileInput,
  type UpdateTileInput,
  updateTextTile,
  updateTile,
} from './features/dashboards/change-text-tile.ts'
export { type CopyTileInput, copyTile } from './features/dashboards/copy-tile.ts'
export { createDashboard } from './features/dashboards/create-dashboard.ts'
export type { DashboardAccess, DashboardUserAccessLevel } from './features/dashboards/dashboard-access.ts'
export type {
  DashboardDetails,
  DashboardOverrides,
  DashboardSummary,
  TextDetails,
  TileDetails,
} from './features/dashboards/dashboard-details.ts'
export {
  type CreateDashboardInput,
  type CreateFromTemplateInput,
  createDashboardSchema,
  createFromTemplateSchema,
  type DashboardInput,
  type UpdateDashboardInput,
  updateDashboardSchema,
} from './features/dashboards/dashboard-input.ts'
export { type DeleteTileInput, deleteTile } from './features/dashboards/delete-tile.ts'
export { createFlagDashboard } from './features/dashboards/flag-usage/create-flag-dashboard.ts'
export { enrichUsageDashboard } from './features/dashboards/flag-usage/enrich-usage-dashboard.ts'
export { createInsight } from './features/dashboards/insights/create-insight.ts'
export type { InsightAccess, InsightDetails, TilePlace } from './features/dashboards/insights/insight-details.ts'
export {
  createInsightSchema,
  type InsightInput,
  updateInsightSchema,
} from './features/dashboards/insights/insight-input.ts'
export { type InsightListFilters, listInsights } from './features/dashboards/insights/list-insights.ts'
export { retrieveInsight } from './features/dashboards/insights/retrieve-insight.ts'
export { type InsightRun, runInsight } from './features/dashboards/insights/run-insight.ts'
export { updateInsight } from './features/dashboards/insights/update-insight.ts'
export { listDashboardActivity } from './features/dashboards/list-dashboard-activity.ts'
export { listDashboards } from './features/dashboards/list-dashboards.ts'
export type { ChangeDashboardOptions } from './features/dashboards/lock-dashboard.ts'
export { type MoveTileInput, moveTile } from './features/dashboards/move-tile.ts'
export type { DashboardListFilters } from './features/dashboards/parse-dashboard-query.ts'
export { MAX_TILES_PER_DASHBOARD } from './features/dashboards/place-tile.ts'
export { type ReorderTilesInput, reorderTiles } from './features/dashboards/reorder-tiles.ts'
export { parseOverride, retrieveDashboard } from './features/dashboards/retrieve-dashboard.ts'
export { BUILT_IN_TEMPLATES, type BuiltInTemplate } from './features/dashboards/templates/built-in-templates.ts'
export { createTemplate, updateTemplate } from './features/dashboards/templates/change-template.ts'
export { createDashboardFromTemplate } from './features/dashboards/templates/create-dashboard-from-template.ts'
export { exportTemplate } from './features/dashboards/templates/export-template.ts'
export {
  type AnyTemplate,
  listTemplates,
  retrieveTemplate,
  retrieveTemplateSchema,
  type TemplateListFilters,
} from './features/dashboards/templates/list-templates.ts'
export type { TemplateDocument } from './features/dashboards/templates/template-document.ts'
export {
  type CreateTemplateInput,
  createTemplateSchema,
  type UpdateTemplateInput,
  updateTemplateSchema,
} from './features/dashboards/templates/template-input.ts'
export { TEMPLATE_JSON_SCHEMA } from './features/dashboards/templates/template-schema.ts'
export {
  copyTileSchema,
  createTextTileSchema,
  deleteTileSchema,
  duplicateTileSchema,
  moveTileSchema,
  reorderTilesSchema,
  TILE_LAYOUTS,
  type TileLayout,
  tileEntrySchema,
  tileTextSchema,
  updateTextTileSchema,
  updateTileSchema,
} from './features/dashboards/tile-input.ts'
export { type UpdatedDashboard, updateDashboard } from './features/dashboards/update-dashboard.ts'
export { filterStructure } from './features/filters/filter-structure.ts'
export { createFlag } from './features/flags/create-flag.ts'
export {
  type EvaluateFlagsOptions,
  type ExplainedFlag,
  evaluateFlag,
  evaluateFlags,
  evaluateMyFlags,
} from './features/flags/evaluate-flags.ts'
export type { PublishedFlagsQuery } from './features/flags/evaluate-published-flags.ts'
export { type EvaluatedFlag, evaluateWithDefinitions } from './features/flags/evaluate-with-definitions.ts'
export type { FlagDetails } from './features/flags/flag-details.ts'
export {
  type CreateFlagInput,
  checkCreateFlag,
  createFlagSchema,
  type UpdateFlagInput,
  updateFlagSchema,
} from './features/flags/flag-input.ts'
export { listFlagActivity } from './features/flags/list-flag-activity.ts'
export { listFlags } from './features/flags/list-flags.ts'
export { type OpenFeatureReason, openFeatureReason } from './features/flags/openfeature-reason.ts'
export { type FlagListFilters, parseFlagQuery } from './features/flags/parse-flag-query.ts'
export { readRemoteConfig } from './features/flags/read-remote-config.ts'
export { retrieveFlag } from './features/flags/retrieve-flag.ts'
export {
  grantRoleAccess,
  grantRoleAccessSchema,
  revokeRoleAccess,
} from './features/flags/role-access/change-role-access.ts'
export {
  type FlagRoleAccessDetails,
  listRoleAccess,
  retrieveRoleAccess,
} from './features/flags/role-access/list-role-access.ts'
export { serveDecisions, serveEvaluatedFlags } from './features/flags/serve-flags.ts'
export { type UpdatedFlag, type UpdateFlagOptions, updateFlag } from './features/flags/update-flag.ts'
export type { CredentialSource } from './features/identity/authenticate.ts'
export { unknownToken } from './features/identity/authenticate.ts'
export { createRole, deleteRole, updateRole } from './features/identity/change-role.ts'
export { addRoleMember, addRoleMemberSchema, removeRoleMember } from './features/identity/change-role-membership.ts'
export { createPersonalApiKey } from './features/identity/create-personal-api-key.ts'
export { createProject } from './features/identity/create-project.ts'
export { enterProject, enterWithKey, enterWithProjectSecret } from './features/identity/enter-project.ts'
export { listMemberships } from './features/identity/list-memberships.ts'
export { listOrganizations } from './features/identity/list-organizations.ts'
export { listProjects, retrieveProject } from './features/identity/list-projects.ts'
export { listRoleMemberships, listRoles, retrieveRole } from './features/identity/list-roles.ts'
export { openOrganization, openProject, type ProjectReference } from './features/identity/open-project.ts'
export {
  type CreateProjectInput,
  createProjectSchema,
  isTimeZone,
  type UpdateProjectInput,
  updateProjectSchema,
} from './features/identity/project-input.ts'
export type { ProjectView } from './features/identity/project-view.ts'
export {
  type CurrentUser,
  retrieveCurrentUser,
  retrievePersonalApiKey,
} from './features/identity/retrieve-current-user.ts'
export { type OrganizationDetails, retrieveOrganization } from './features/identity/retrieve-organization.ts'
export {
  type CreateRoleInput,
  createRoleSchema,
  type UpdateRoleInput,
  updateRoleSchema,
} from './features/identity/role-input.ts'
export { setEmailVerified } from './features/identity/set-email-verified.ts'
export { rotateApiToken, rotateSecretApiToken, updateProject } from './features/identity/update-project.ts'
export { type BlastRadius, blastRadius } from './features/impact/blast-radius.ts'
export { type BlastRadiusInput, blastRadiusSchema } from './features/impact/blast-radius-input.ts'
export { type DependantPreview, type FlagPreview, previewFlag } from './features/impact/preview-flag.ts'
export type { ScanOptions, ScanReport } from './features/impact/scan.ts'
export type { Transition, Transitions } from './features/impact/transition-matrix.ts'
export {
  type RenameGroupTypeInput,
  removeGroupType,
  renameGroupType,
  renameGroupTypeSchema,
} from './features/persons/change-group-type.ts'
export { completeSubject } from './features/persons/complete-subject.ts'
export { deletePerson } from './features/persons/delete-person.ts'
export {
  type AddGroupTypeInput,
  addGroupType,
  addGroupTypeSchema,
  listGroupTypes,
} from './features/persons/group-types.ts'
export { deleteGroup, listGroups, retrieveGroup } from './features/persons/groups.ts'
export { listPersons, retrievePerson } from './features/persons/persons.ts'
export { type SaveGroupInput, saveGroup, saveGroupSchema } from './features/persons/save-group.ts'
export {
  type SetPersonPropertiesInput,
  setPersonProperties,
  setPersonPropertiesSchema,
} from './features/persons/set-person-properties.ts'
export { EXPORT_VERSION, type ExportDocument } from './features/portability/export-document.ts'
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
export { flagUsage } from './features/usage/flag-usage.ts'
export { type FlagUsageInput, flagUsageSchema } from './features/usage/flag-usage-input.ts'
export type { FlagUsage, UsageBucket, UsageTotals } from './features/usage/flag-usage-report.ts'
export { listFlagsWithUsage, type UsedFlag } from './features/usage/list-flags-with-usage.ts'
export type { ComparedPeriod } from './features/usage/query/asked-series.ts'
export type { FlagHealthRow } from './features/usage/query/flag-health-row.ts'
export type { InsightAnswer, InsightResult } from './features/usage/query/insight-result.ts'
export type { TrendsItem } from './features/usage/query/trends-item.ts'
export type { RecentUsage } from './features/usage/recent-usage.ts'
export {
  DomainError,
  invalidInput,
  notFound,
  permissionDenied,
} from './foundation/errors/domain-error.ts'
export {
  type CodeMeaning,
  type DomainErrorKind,
  type ErrorCode,
  INPUT_CODES,
  REFUSAL_CODES,
  STRUCTURAL_CODE,
} from './foundation/errors/error-codes.ts'
export type { IdSource } from './foundation/ids/random-ids.ts'
export { JsonScanner, jsonSigns } from './foundation/json/json-scanner.ts'
export { isJsonObject, type JsonObject, type JsonValue, MAX_JSON_DEPTH } from './foundation/json/json-value.ts'
export { shortText } from './foundation/json/short-text.ts'
export { snakeCase } from './foundation/json/snake-case.ts'
export type { Page, PageRequest } from './foundation/pagination/page.ts'
export { pageRequest } from './foundation/pagination/page.ts'
export {
  type Clock,
  epochMsOf,
  formatTimestamp,
  parseTimestamp,
  type Timestamp,
  timestampOf,
} from './foundation/time/timestamp.ts'
export { yieldToOthers } from './foundation/time/yield.ts'
export { closestName, didYouMean } from './foundation/validation/closest-name.ts'
export { parseInput } from './foundation/validation/parse-input.ts'
export { type Violation, violation } from './foundation/validation/violation.ts'
export { INTEGER_REQUIRED, missing, typeName, violationsOf } from './foundation/validation/violations-of.ts'
export { authorize, authorizeAny, authorizeDefinitions } from './runtime/access/authorize.ts'
export type { FlagAccess, FlagUserAccessLevel } from './runtime/access/flag-access.ts'
export type { ProjectAccess } from './runtime/access/project-access.ts'
export { noProjectAccess, organizationNotFound, projectNotFound } from './runtime/access/unknown-place.ts'
export {
  type Context,
  DEFAULT_LIMITS,
  type Limits,
  type OrganizationContext,
  type ProjectContext,
} from './runtime/context.ts'
export type { EvaluationEvent, EvaluationListener } from './runtime/evaluation-listener.ts'
export { IdempotentRequest, type IdempotentRequestOptions } from './runtime/idempotency/idempotent-request.ts'
export { type DefinitionsCache, type DefinitionsToKeep, RENEW_AFTER_MS } from './runtime/snapshots/definitions-cache.ts'
export { KEPT_FORMAT } from './runtime/snapshots/kept-definitions.ts'
export type { ProjectSnapshot } from './runtime/snapshots/project-snapshot.ts'
export {
  type ChangeChannel,
  type ChannelEvents,
  type OpenChannel,
  remoteChangeBus,
} from './runtime/snapshots/remote-change-bus.ts'
export type { CacheCounts } from './runtime/snapshots/shared-definitions.ts'
export type { LoadCounts, SnapshotStatus } from './runtime/snapshots/snapshot-cache.ts'
export type { EvaluationCounter } from './runtime/usage/evaluations/evaluation-counter.ts'
export type { EvaluationSource, FlagCall, UsageRecorder, UsageStatus } from './runtime/usage/usage-recorder.ts'
export type { UsageRetention } from './runtime/usage/usage-retention.ts'
export { UserSet } from './runtime/usage/user-set.ts'
