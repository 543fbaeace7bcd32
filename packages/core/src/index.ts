export { type Actor, type ProjectSecretActor, SYSTEM, type SystemActor, type UserActor } from './access/actor.ts'
export { authorize, authorizeAny, authorizeDefinitions } from './access/authorize.ts'
export { createRole, deleteRole, updateRole } from './access/change-role.ts'
export { grantRoleAccess, grantRoleAccessSchema, revokeRoleAccess } from './access/change-role-access.ts'
export { addRoleMember, addRoleMemberSchema, removeRoleMember } from './access/change-role-membership.ts'
export type { FlagAccess, FlagUserAccessLevel } from './access/flag-access.ts'
export type { FlagAccessLevel } from './access/flag-access-level.ts'
export { FLAG_ACCESS_LEVELS } from './access/flag-access-level.ts'
export type { FlagRoleAccess, NewFlagRoleAccess } from './access/flag-role-access.ts'
export { type FlagRoleAccessDetails, listRoleAccess, retrieveRoleAccess } from './access/list-role-access.ts'
export { listRoleMemberships, listRoles, retrieveRole } from './access/list-roles.ts'
export type { ProjectAccess } from './access/project-access.ts'
export type { Role, RoleDetails, RoleMembership } from './access/role.ts'
export { type CreateRoleInput, createRoleSchema, type UpdateRoleInput, updateRoleSchema } from './access/role-input.ts'
export type { Scope } from './access/scope.ts'
export { isScope, SCOPE_OBJECTS } from './access/scope.ts'
export type {
  Activity,
  ActivityDetail,
  ActivityScope,
  ActivityVerb,
  FieldChange,
  NewActivity,
} from './activity/activity.ts'
export { ACTIVITY_SCOPES } from './activity/activity.ts'
export { type ActivityFilter, listActivity } from './activity/list-activity.ts'
export { type CaptureOutcome, captureEvents } from './capture/capture-events.ts'
export type { CapturedEvent } from './capture/captured-event.ts'
export { type EventMeaning, eventMeaning } from './capture/event-meaning.ts'
export type { EventTiming } from './capture/event-time.ts'
export { recordCalls } from './capture/record-calls.ts'
export { addCohortMembers, addCohortMembersFromCsv, removeCohortMember } from './cohorts/change-cohort-members.ts'
export type { Cohort, NewCohort } from './cohorts/cohort.ts'
export {
  type CreateCohortInput,
  createCohortSchema,
  type UpdateCohortInput,
  updateCohortSchema,
} from './cohorts/cohort-input.ts'
export { createCohort } from './cohorts/create-cohort.ts'
export { listCohortMembers } from './cohorts/list-cohort-members.ts'
export { listCohorts } from './cohorts/list-cohorts.ts'
export { retrieveCohort } from './cohorts/retrieve-cohort.ts'
export { updateCohort } from './cohorts/update-cohort.ts'
export { type Context, DEFAULT_LIMITS, type IdSource, type Limits, type ProjectContext } from './context.ts'
export { answerTiles, type TileAnswers } from './dashboards/answer-tiles.ts'
export {
  type AddCollaboratorInput,
  addCollaborator,
  addCollaboratorSchema,
  listCollaborators,
  removeCollaborator,
} from './dashboards/change-collaborators.ts'
export {
  type CreateTextTileInput,
  createTextTile,
  type UpdateTextTileInput,
  type UpdateTileInput,
  updateTextTile,
  updateTile,
} from './dashboards/change-text-tile.ts'
export { type CopyTileInput, copyTile } from './dashboards/copy-tile.ts'
export { createDashboard } from './dashboards/create-dashboard.ts'
export type {
  CreationMode,
  Dashboard,
  DashboardIndex,
  DashboardQuery,
  NewDashboard,
  RestrictionLevel,
} from './dashboards/dashboard.ts'
export { CREATION_MODES, RESTRICTION_LEVELS } from './dashboards/dashboard.ts'
export type { DashboardAccess, DashboardUserAccessLevel } from './dashboards/dashboard-access.ts'
export type { DashboardCollaborator } from './dashboards/dashboard-collaborator.ts'
export type {
  DashboardDetails,
  DashboardOverrides,
  DashboardSummary,
  TextDetails,
  TileDetails,
} from './dashboards/dashboard-details.ts'
export {
  type CreateDashboardInput,
  type CreateFromTemplateInput,
  createDashboardSchema,
  createFromTemplateSchema,
  type DashboardInput,
  type UpdateDashboardInput,
  updateDashboardSchema,
} from './dashboards/dashboard-input.ts'
export { type DashboardTemplate, TEMPLATE_SCOPES, type TemplateScope } from './dashboards/dashboard-template.ts'
export { type DeleteTileInput, deleteTile } from './dashboards/delete-tile.ts'
export type { EmbeddedDashboards } from './dashboards/embedded-dashboards.ts'
export { createFlagDashboard } from './dashboards/flag-usage/create-flag-dashboard.ts'
export { enrichUsageDashboard } from './dashboards/flag-usage/enrich-usage-dashboard.ts'
export type { ChangeDashboardOptions } from './dashboards/hold-dashboard.ts'
export { listDashboardActivity } from './dashboards/list-dashboard-activity.ts'
export { listDashboards } from './dashboards/list-dashboards.ts'
export { type MoveTileInput, moveTile } from './dashboards/move-tile.ts'
export type { DashboardListFilters } from './dashboards/parse-dashboard-query.ts'
export { MAX_TILES_PER_DASHBOARD } from './dashboards/place-tile.ts'
export { type ReorderTilesInput, reorderTiles } from './dashboards/reorder-tiles.ts'
export { parseOverride, retrieveDashboard } from './dashboards/retrieve-dashboard.ts'
export { BUILT_IN_TEMPLATES, type BuiltInTemplate } from './dashboards/templates/built-in-templates.ts'
export { createTemplate, updateTemplate } from './dashboards/templates/change-template.ts'
export { createDashboardFromTemplate } from './dashboards/templates/create-dashboard-from-template.ts'
export { exportTemplate } from './dashboards/templates/export-template.ts'
export {
  type AnyTemplate,
  listTemplates,
  retrieveTemplate,
  retrieveTemplateSchema,
  type TemplateListFilters,
} from './dashboards/templates/list-templates.ts'
export type { TemplateDocument } from './dashboards/templates/template-document.ts'
export {
  type CreateTemplateInput,
  createTemplateSchema,
  type UpdateTemplateInput,
  updateTemplateSchema,
} from './dashboards/templates/template-input.ts'
export { TEMPLATE_JSON_SCHEMA } from './dashboards/templates/template-schema.ts'
export { MAX_TEXT_LENGTH, type NewTextCard, type TextCard } from './dashboards/text-card.ts'
export type { NewTile, Tile, TileContent } from './dashboards/tile.ts'
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
} from './dashboards/tile-input.ts'
export { type UpdatedDashboard, updateDashboard } from './dashboards/update-dashboard.ts'
export { DomainError, type DomainErrorKind, invalidInput, notFound, permissionDenied } from './errors/domain-error.ts'
export * from './evaluation/index.ts'
export { createFlagdeck, type EmbeddedProject, type Flagdeck, type FlagdeckOptions } from './flagdeck.ts'
export { createFlag } from './flags/create-flag.ts'
export type { EmbeddedFlags } from './flags/embedded-flags.ts'
export {
  type EvaluateFlagsOptions,
  type ExplainedFlag,
  evaluateFlag,
  evaluateFlags,
  evaluateMyFlags,
} from './flags/evaluate-flags.ts'
export type { PublishedFlagsQuery } from './flags/evaluate-published-flags.ts'
export { type EvaluatedFlag, evaluateWithDefinitions } from './flags/evaluate-with-definitions.ts'
export type { EvaluationEvent, EvaluationListener } from './flags/evaluation-listener.ts'
export { variantsOf } from './flags/filters/filter-parts.ts'
export { filterStructure } from './flags/filters/filter-structure.ts'
export type { ConditionSet, FlagFilters, PropertyFilter, Variant } from './flags/filters/flag-filters.ts'
export type { Flag, NewFlag } from './flags/flag.ts'
export type { FlagDetails } from './flags/flag-details.ts'
export {
  type CreateFlagInput,
  checkCreateFlag,
  createFlagSchema,
  type UpdateFlagInput,
  updateFlagSchema,
} from './flags/flag-input.ts'
export type { FlagIndex, FlagOrderField, FlagQuery, FlagType } from './flags/flag-query.ts'
export { listFlagActivity } from './flags/list-flag-activity.ts'
export { listFlags } from './flags/list-flags.ts'
export { listFlagsWithUsage, type UsedFlag } from './flags/list-flags-with-usage.ts'
export { type OpenFeatureReason, openFeatureReason } from './flags/openfeature-reason.ts'
export { type FlagListFilters, parseFlagQuery } from './flags/parse-flag-query.ts'
export { ENCRYPTION_KEY_BYTES, type PayloadCipher } from './flags/payload-cipher.ts'
export { readRemoteConfig } from './flags/read-remote-config.ts'
export { retrieveFlag } from './flags/retrieve-flag.ts'
export { serveDecisions, serveEvaluatedFlags } from './flags/serve-flags.ts'
export { type UpdatedFlag, type UpdateFlagOptions, updateFlag } from './flags/update-flag.ts'
export { type IdempotencyKey, isIdempotencyKey } from './idempotency/idempotency-key.ts'
export { IdempotentRequest, type IdempotentRequestOptions } from './idempotency/idempotent-request.ts'
export { applyBootstrap } from './identity/apply-bootstrap.ts'
export type { CredentialSource } from './identity/authenticate.ts'
export { unknownToken } from './identity/authenticate.ts'
export type { Bootstrap } from './identity/bootstrap.ts'
export { parseBootstrap } from './identity/bootstrap-document/parse-bootstrap.ts'
export { BootstrapRefused } from './identity/bootstrap-refused.ts'
export { createPersonalApiKey } from './identity/create-personal-api-key.ts'
export { createProject } from './identity/create-project.ts'
export { enterProject, enterWithKey, enterWithProjectSecret } from './identity/enter-project.ts'
export { createFirstKey, type FirstRun, firstRun } from './identity/first-run.ts'
export { listMemberships } from './identity/list-memberships.ts'
export { listOrganizations } from './identity/list-organizations.ts'
export { listProjects, retrieveProject } from './identity/list-projects.ts'
export type { Membership, MembershipLevel } from './identity/membership.ts'
export { MEMBERSHIP_LEVELS } from './identity/membership.ts'
export { openOrganization, openProject, type ProjectReference } from './identity/open-project.ts'
export type { Organization } from './identity/organization.ts'
export type { PersonalApiKey } from './identity/personal-api-key.ts'
export type { NewProject, Project } from './identity/project.ts'
export {
  type CreateProjectInput,
  createProjectSchema,
  isTimeZone,
  MAX_GROUP_TYPES,
  type UpdateProjectInput,
  updateProjectSchema,
} from './identity/project-input.ts'
export type { ProjectView } from './identity/project-view.ts'
export { type CurrentUser, retrieveCurrentUser, retrievePersonalApiKey } from './identity/retrieve-current-user.ts'
export { type OrganizationDetails, retrieveOrganization } from './identity/retrieve-organization.ts'
export { setEmailVerified } from './identity/set-email-verified.ts'
export { rotateApiToken, rotateSecretApiToken, updateProject } from './identity/update-project.ts'
export type { NewUser, User } from './identity/user.ts'
export { type BlastRadius, blastRadius } from './impact/blast-radius.ts'
export { type BlastRadiusInput, blastRadiusSchema } from './impact/blast-radius-input.ts'
export { type DependantPreview, type FlagPreview, previewFlag } from './impact/preview-flag.ts'
export type { ScanOptions, ScanReport } from './impact/scan.ts'
export type { Transition, Transitions } from './impact/transition-matrix.ts'
export { createInsight } from './insights/create-insight.ts'
export type { EmbeddedInsights } from './insights/embedded-insights.ts'
export type { Insight, InsightQuery, NewInsight } from './insights/insight.ts'
export type { InsightAccess, InsightDetails, TilePlace } from './insights/insight-details.ts'
export {
  createInsightSchema,
  type InsightInput,
  updateInsightSchema,
} from './insights/insight-input.ts'
export { type InsightListFilters, listInsights } from './insights/list-insights.ts'
export type { ComparedPeriod } from './insights/query/asked-series.ts'
export type { FlagHealthRow } from './insights/query/flag-health-row.ts'
export type { InsightAnswer, InsightResult } from './insights/query/insight-result.ts'
export type { TrendsItem } from './insights/query/trends-item.ts'
export { retrieveInsight } from './insights/retrieve-insight.ts'
export { type InsightRun, runInsight } from './insights/run-insight.ts'
export { updateInsight } from './insights/update-insight.ts'
export { isJsonObject, type JsonObject, type JsonValue } from './json/json-value.ts'
export { shortText } from './json/short-text.ts'
export type { OrganizationContext } from './organization-context.ts'
export type { Page, PageRequest } from './pagination/page.ts'
export { pageRequest } from './pagination/page.ts'
export {
  type RenameGroupTypeInput,
  removeGroupType,
  renameGroupType,
  renameGroupTypeSchema,
} from './persons/change-group-type.ts'
export { completeSubject } from './persons/complete-subject.ts'
export { deletePerson } from './persons/delete-person.ts'
export type { GroupType } from './persons/group-type-places.ts'
export { type AddGroupTypeInput, addGroupType, addGroupTypeSchema, listGroupTypes } from './persons/group-types.ts'
export { deleteGroup, listGroups, retrieveGroup } from './persons/groups.ts'
export type { Group, Person } from './persons/person.ts'
export { listPersons, retrievePerson } from './persons/persons.ts'
export { type SaveGroupInput, saveGroup, saveGroupSchema } from './persons/save-group.ts'
export {
  type SetPersonPropertiesInput,
  setPersonProperties,
  setPersonPropertiesSchema,
} from './persons/set-person-properties.ts'
export { EXPORT_VERSION, type ExportDocument } from './portability/export-document.ts'
export { type ExportOptions, exportProject } from './portability/export-project.ts'
export { exportText } from './portability/export-text.ts'
export type { FieldDifference, ImportChange, ImportKind, ImportPlan } from './portability/import-plan.ts'
export { type ApplyImportOptions, applyImport, type ImportOptions, planImport } from './portability/import-project.ts'
export { type ImportProblem, ImportRefused } from './portability/import-refused.ts'
export {
  type ChangeBus,
  type ChangeBusOptions,
  type ChangeBusStatus,
  inProcessChangeBus,
  type ProjectChange,
} from './propagation/change-bus.ts'
export { type DefinitionsCache, type DefinitionsToKeep, RENEW_AFTER_MS } from './propagation/definitions-cache.ts'
export { KEPT_FORMAT } from './propagation/kept-definitions.ts'
export type { ProjectSnapshot } from './propagation/project-snapshot.ts'
export {
  type ChangeChannel,
  type ChannelEvents,
  type OpenChannel,
  remoteChangeBus,
} from './propagation/remote-change-bus.ts'
export type { CacheCounts } from './propagation/shared-definitions.ts'
export type { LoadCounts, SnapshotStatus } from './propagation/snapshot-cache.ts'
export { refuseOldNode } from './refuse-old-node.ts'
export type { ActivityQuery, ActivityReader, ActivityTable } from './storage/activity-table.ts'
export { type AroundTransaction, aroundTransactions } from './storage/around-transactions.ts'
export type { ClaimedEventTable } from './storage/claimed-event-table.ts'
export type { CohortMemberReader, CohortMemberTable } from './storage/cohort-member-table.ts'
export type { CohortReader, CohortTable } from './storage/cohort-table.ts'
export type { DashboardCollaboratorReader, DashboardCollaboratorTable } from './storage/dashboard-collaborator-table.ts'
export type { DashboardReader, DashboardTable } from './storage/dashboard-table.ts'
export type { DashboardTemplateReader, DashboardTemplateTable } from './storage/dashboard-template-table.ts'
export type { FlagDependency, FlagDependencyReader, FlagDependencyTable } from './storage/flag-dependency-table.ts'
export type { FlagRoleAccessReader, FlagRoleAccessTable } from './storage/flag-role-access-table.ts'
export type { FlagReader, FlagTable } from './storage/flag-table.ts'
export type { GroupReader, GroupTable } from './storage/group-table.ts'
export type { HashKeyOverride, HashKeyOverrideReader, HashKeyOverrideTable } from './storage/hash-key-override-table.ts'
export type { IdempotencyKeyTable } from './storage/idempotency-key-table.ts'
export type { InsightReader, InsightTable } from './storage/insight-table.ts'
export type { MembershipReader, MembershipTable } from './storage/membership-table.ts'
export { memoryStore } from './storage/memory/memory-store.ts'
export type { OrganizationReader, OrganizationTable } from './storage/organization-table.ts'
export type { PersonReader, PersonTable } from './storage/person-table.ts'
export type { PersonalApiKeyReader, PersonalApiKeyTable } from './storage/personal-api-key-table.ts'
export type { PoolStatus } from './storage/pool-status.ts'
export type { ProjectReader, ProjectTable, TaggedProject } from './storage/project-table.ts'
export { newVersionTag, type ProjectVersion, TAGGED_VERSIONS, TAGS_GO_EVERY } from './storage/project-version.ts'
export type { RoleMembershipReader, RoleMembershipTable } from './storage/role-membership-table.ts'
export type { RoleReader, RoleTable } from './storage/role-table.ts'
export type { SeenFlagReader, SeenFlagTable } from './storage/seen-flag-table.ts'
export type { MigrationReport, ReadTransaction, Store, Transaction, WriteOptions } from './storage/store.ts'
export {
  SerializationFailure,
  StoreTooNew,
  StoreUnavailable,
  UNIQUE_CONSTRAINTS,
  type UniqueConstraint,
  UniqueViolation,
} from './storage/store-errors.ts'
export type { TextCardReader, TextCardTable } from './storage/text-card-table.ts'
export type { TileReader, TileTable } from './storage/tile-table.ts'
export type { UsageCountReader, UsageCountTable } from './storage/usage-count-table.ts'
export type { UserSetReader, UserSetTable } from './storage/user-set-table.ts'
export type { UserReader, UserTable } from './storage/user-table.ts'
export { giveTurn } from './time/give-turn.ts'
export {
  type Clock,
  epochMsOf,
  formatTimestamp,
  parseTimestamp,
  type Timestamp,
  timestampOf,
} from './time/timestamp.ts'
export type { EvaluationCounter } from './usage/evaluations/evaluation-counter.ts'
export { flagUsage } from './usage/flag-usage.ts'
export { type FlagUsageInput, flagUsageSchema } from './usage/flag-usage-input.ts'
export type { FlagUsage, UsageBucket, UsageTotals } from './usage/flag-usage-report.ts'
export type { RecentUsage } from './usage/recent-usage.ts'
export { BATCH_FORMAT } from './usage/recording/batch-document.ts'
export type { PooledBatch, PoolOutcome, UsagePool } from './usage/recording/usage-pool.ts'
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
} from './usage/usage.ts'
export type { EvaluationSource, FlagCall, UsageRecorder, UsageStatus } from './usage/usage-recorder.ts'
export type { UsageRetention } from './usage/usage-retention.ts'
export { UserSet } from './usage/user-set.ts'
export { closestName, didYouMean } from './validation/closest-name.ts'
export { parseInput } from './validation/parse-input.ts'
export { type Violation, violation } from './validation/violation.ts'
export { typeName, violationsOf } from './validation/violations-of.ts'
