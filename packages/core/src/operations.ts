export type { ActivityDetail, ActivityScope, ActivityVerb, OrganizationActivityScope } from './data/records/activity.ts'
export { ORGANIZATION_ACTIVITY_SCOPES } from './data/records/activity.ts'
export type { SystemActor } from './data/records/actor.ts'
export { COHORT_FIELDS, type CohortWireName } from './data/records/cohort-fields.ts'
export type { RestrictionLevel } from './data/records/dashboard.ts'
export { DASHBOARD_FIELDS, type DashboardWireName } from './data/records/dashboard-fields.ts'
export { TEMPLATE_SCOPES } from './data/records/dashboard-template.ts'
export { FLAG_ACCESS_LEVELS, type FlagAccessLevel } from './data/records/flag-access-level.ts'
export { FLAG_FIELDS, type FlagWireName } from './data/records/flag-fields.ts'
export type { GroupType } from './data/records/group-type-places.ts'
export { isIdempotencyKey } from './data/records/idempotency-key.ts'
export type { InsightWireName } from './data/records/insight-fields.ts'
export type { MembershipLevel } from './data/records/membership.ts'
export { type RecordField, versionedNames } from './data/records/record-field.ts'
export { isScope, SCOPE_OBJECTS } from './data/records/scope.ts'
export type { Staleness } from './data/records/staleness.ts'
export type {
  BootstrapApiKey,
  BootstrapMember,
  BootstrapOrganization,
  BootstrapProject,
  BootstrapRole,
} from './deck/bootstrap-document/bootstrap.ts'
export type { BootstrapDocument } from './deck/bootstrap-document/bootstrap-document.ts'
export type { EmbeddedCohort, EmbeddedCohortDetails } from './deck/embedded-cohorts.ts'
export type { EmbeddedCollaborators } from './deck/embedded-collaborators.ts'
export type { EmbeddedFlagAccess } from './deck/embedded-flag-access.ts'
export type { EmbeddedFlagLifeCycle } from './deck/embedded-flag-life-cycle.ts'
export type { EmbeddedFlagSupport } from './deck/embedded-flag-support.ts'
export type { EmbeddedInvitations, EmbeddedKeys, EmbeddedMembers, EmbeddedRoles } from './deck/embedded-organization.ts'
export type { EmbeddedProjects } from './deck/embedded-projects.ts'
export type { EmbeddedTemplates } from './deck/embedded-templates.ts'
export { firstRun } from './deck/first-run.ts'
export type { FlagReference } from './deck/flag-reference.ts'
export type { EmbeddedOrganizations } from './deck/flagdeck.ts'
export { refuseUnknownOptions } from './deck/known-options.ts'
export { refuseOldNode } from './deck/refuse-old-node.ts'
export type { CohortCriterion, CohortFilterInput, CohortGroup } from './evaluation/definition/cohort-criteria.ts'
export type { DefinitionsSettings } from './evaluation/definition/definitions.ts'
export { EARLY_ACCESS_STAGES, earlyAccessId } from './evaluation/definition/early-access.ts'
export type { PropertyType } from './evaluation/definition/flag-filters.ts'
export type { EvaluatedOperator } from './evaluation/definition/operator.ts'
export type { PersonMetadata } from './evaluation/definition/subject.ts'
export type { ChangeStep, PropertyOwner, Requirement } from './evaluation/explain/change-step.ts'
export type {
  AggregationExplanation,
  BucketExplanation,
  CohortExplanation,
  CohortPartExplanation,
  ConditionOutcome,
  DependencyExplanation,
  EnrollmentExplanation,
  HoldoutExplanation,
  IdentifierExplanation,
  VariantExplanation,
} from './evaluation/explain/explanation.ts'
export { writtenOnce } from './evaluation/flags/counted-decision.ts'
export type { IdentifierSource } from './evaluation/lookup/identifier.ts'
export { cutDistinctId } from './evaluation/lookup/identifier.ts'
export { shownProperties } from './evaluation/values/shown-properties.ts'
export { type ExportPlace, readExport } from './features/activity/export-activity.ts'
export { type ActivityFilter, listActivity } from './features/activity/list-activity.ts'
export { listNewestActivity } from './features/activity/list-newest-activity.ts'
export { type NewestActivity, type NewestFilter, NewestReader } from './features/activity/newest-reader.ts'
export { type CaptureOutcome, captureEvents } from './features/capture/capture-events.ts'
export type { CapturedEvent } from './features/capture/captured-event.ts'
export { type EventMeaning, eventMeaning } from './features/capture/event-meaning.ts'
export type { EventTiming } from './features/capture/event-time.ts'
export { recordCalls } from './features/capture/record-calls.ts'
export { listEventDefinitions } from './features/capture/taxonomy/list-event-definitions.ts'
export { listPropertyDefinitions } from './features/capture/taxonomy/list-property-definitions.ts'
export {
  addCohortMembers,
  addCohortMembersFromCsv,
  addCohortPersons,
  removeCohortMember,
  removeCohortPerson,
} from './features/cohorts/change-cohort-members.ts'
export type { CohortDependents } from './features/cohorts/cohort-dependents.ts'
export type { CohortDetails } from './features/cohorts/cohort-details.ts'
export {
  type CreateCohortInput,
  createCohortSchema,
  type UpdateCohortInput,
  updateCohortSchema,
} from './features/cohorts/cohort-input.ts'
export { createCohort } from './features/cohorts/create-cohort.ts'
export type { CsvColumn } from './features/cohorts/csv-column.ts'
export { listCohortDependents } from './features/cohorts/list-cohort-dependents.ts'
export { listCohortMembers } from './features/cohorts/list-cohort-members.ts'
export { type CohortListFilters, listCohorts } from './features/cohorts/list-cohorts.ts'
export { retrieveCohort } from './features/cohorts/retrieve-cohort.ts'
export { updateCohort } from './features/cohorts/update-cohort.ts'
export {
  type CohortVersion,
  compareCohortVersions,
  listCohortVersions,
  retrieveCohortVersion,
} from './features/cohorts/versions/read-cohort-versions.ts'
export { restoreCohortVersion } from './features/cohorts/versions/restore-cohort-version.ts'
export {
  type AddCollaboratorInput,
  addCollaborator,
  addCollaboratorSchema,
  listCollaborators,
  removeCollaborator,
} from './features/dashboards/change-collaborators.ts'
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
export { createFlagDashboard } from './features/dashboards/flag-usage/create-flag-dashboard.ts'
export { enrichUsageDashboard } from './features/dashboards/flag-usage/enrich-usage-dashboard.ts'
export type { InsightRun } from './features/dashboards/insights/answer-query.ts'
export { askQuery, askQuerySchema } from './features/dashboards/insights/ask-query.ts'
export { createInsight } from './features/dashboards/insights/create-insight.ts'
export type { InsightDetails, TilePlace } from './features/dashboards/insights/insight-details.ts'
export { createInsightSchema, type InsightInput } from './features/dashboards/insights/insight-input.ts'
export { listInsightActivity } from './features/dashboards/insights/list-insight-activity.ts'
export { type InsightListFilters, listInsights } from './features/dashboards/insights/list-insights.ts'
export { listTrendingInsights } from './features/dashboards/insights/list-trending-insights.ts'
export { retrieveInsight } from './features/dashboards/insights/retrieve-insight.ts'
export { runInsight } from './features/dashboards/insights/run-insight.ts'
export { updateInsight } from './features/dashboards/insights/update-insight.ts'
export { listDashboardActivity } from './features/dashboards/list-dashboard-activity.ts'
export { listDashboards } from './features/dashboards/list-dashboards.ts'
export type { ChangeDashboardOptions } from './features/dashboards/lock-dashboard.ts'
export type { DashboardListFilters } from './features/dashboards/parse-dashboard-query.ts'
export { parseOverride, retrieveDashboard } from './features/dashboards/retrieve-dashboard.ts'
export { createTemplate, updateTemplate } from './features/dashboards/templates/change-template.ts'
export { createDashboardFromTemplate } from './features/dashboards/templates/create-dashboard-from-template.ts'
export { exportTemplate } from './features/dashboards/templates/export-template.ts'
export {
  type AnyTemplate,
  retrieveTemplate,
  retrieveTemplateSchema,
  type TemplateListFilters,
  templatePages,
} from './features/dashboards/templates/list-templates.ts'
export type { TemplateDocument } from './features/dashboards/templates/template-document.ts'
export {
  type CreateTemplateInput,
  createTemplateSchema,
  type UpdateTemplateInput,
  updateTemplateSchema,
} from './features/dashboards/templates/template-input.ts'
export { TEMPLATE_JSON_SCHEMA } from './features/dashboards/templates/template-schema.ts'
export { answerTiles, type TileAnswers } from './features/dashboards/tiles/answer-tiles.ts'
export {
  type CreateTextTileInput,
  createTextTile,
  type UpdateTextTileInput,
  updateTextTile,
} from './features/dashboards/tiles/change-text-tile.ts'
export { type CopyTileInput, copyTile } from './features/dashboards/tiles/copy-tile.ts'
export { type DeleteTileInput, deleteTile } from './features/dashboards/tiles/delete-tile.ts'
export { type MoveTileInput, moveTile } from './features/dashboards/tiles/move-tile.ts'
export { type ReorderTilesInput, reorderTiles } from './features/dashboards/tiles/reorder-tiles.ts'
export {
  copyTileSchema,
  createTextTileSchema,
  deleteTileSchema,
  moveTileSchema,
  reorderTilesSchema,
  updateTextTileSchema,
  updateTileSchema,
} from './features/dashboards/tiles/tile-input.ts'
export { type UpdateTileInput, updateTile } from './features/dashboards/tiles/update-tile.ts'
export { type UpdatedDashboard, updateDashboard } from './features/dashboards/update-dashboard.ts'
export type { DashboardVersion, TileVersion } from './features/dashboards/versions/dashboard-version.ts'
export {
  compareDashboardVersions,
  listDashboardVersions,
  retrieveDashboardVersion,
} from './features/dashboards/versions/read-dashboard-versions.ts'
export { restoreDashboardVersion } from './features/dashboards/versions/restore-dashboard-version.ts'
export { filterStructure } from './features/filters/filter-structure.ts'
export { filterWarnings } from './features/filters/filter-warnings.ts'
export { nearNames } from './features/filters/near-miss-keys.ts'
export { createFlag } from './features/flags/create-flag.ts'
export {
  createEarlyAccessFeature,
  deleteEarlyAccessFeature,
  updateEarlyAccessFeature,
} from './features/flags/early-access/change-early-access.ts'
export {
  listEarlyAccessFeatures,
  retrieveEarlyAccessFeature,
} from './features/flags/early-access/early-access-feature.ts'
export { createEarlyAccessSchema, updateEarlyAccessSchema } from './features/flags/early-access/early-access-input.ts'
export {
  type EvaluateFlagsOptions,
  evaluateFlag,
  evaluateFlags,
  evaluateMyFlags,
} from './features/flags/evaluate-flags.ts'
export { isMeantFor, type PublishedFlagsQuery } from './features/flags/evaluate-published-flags.ts'
export { evaluateWithDefinitions } from './features/flags/evaluate-with-definitions.ts'
export { createFlagSchema, updateFlagSchema } from './features/flags/flag-input.ts'
export type { FlagStatus } from './features/flags/flag-status.ts'
export {
  type DeletedFlag,
  deleteFlags,
  type FlagFailure,
  type RolloutState,
} from './features/flags/life-cycle/delete-flags.ts'
export { listDependentFlags } from './features/flags/life-cycle/dependent-flags.ts'
export { flagKeys } from './features/flags/life-cycle/flag-keys.ts'
export { matchingFlagIds } from './features/flags/life-cycle/matching-flags.ts'
export { resetFlagUsage } from './features/flags/life-cycle/reset-flag-usage.ts'
export { type RolloutSummary, retrieveFlagStatus } from './features/flags/life-cycle/retrieve-flag-status.ts'
export { type FlagSwitch, SWITCHES, switchFlag } from './features/flags/life-cycle/switch-flag.ts'
export { tagFlags, tagFlagsSchema } from './features/flags/life-cycle/tag-flags.ts'
export { listFlagActivity } from './features/flags/list-flag-activity.ts'
export { listFlags } from './features/flags/list-flags.ts'
export {
  ANSWER_REASONS,
  type OpenFeatureAnswer,
  type OpenFeatureFailure,
  openFeatureAnswer,
  snapshotAnswer,
} from './features/flags/openfeature-answer.ts'
export { type OpenFeatureReason, openFeatureReason } from './features/flags/openfeature-reason.ts'
export { type ContextProblem, openFeatureSubject } from './features/flags/openfeature-subject.ts'
export { parseFlagQuery } from './features/flags/parse-flag-query.ts'
export { payloadValue } from './features/flags/payload-value.ts'
export { readRemoteConfig } from './features/flags/read-remote-config.ts'
export { retrieveFlag } from './features/flags/retrieve-flag.ts'
export {
  grantRoleAccess,
  grantRoleAccessSchema,
  revokeRoleAccess,
} from './features/flags/role-access/change-role-access.ts'
export { listRoleAccess, retrieveRoleAccess } from './features/flags/role-access/list-role-access.ts'
export { serveDecisions, serveEvaluatedFlags, serveUncounted } from './features/flags/serve-flags.ts'
export { groupKeys, groupProperties, jsonObject } from './features/flags/subject-groups.ts'
export { MANIFEST_TYPES, manifestText, projectManifest } from './features/flags/typed/flag-manifest.ts'
export type { FlagSource } from './features/flags/typed/flag-shape.ts'
export { manifestDifference } from './features/flags/typed/manifest-difference.ts'
export { readFlags } from './features/flags/typed/read-flags.ts'
export { typesDifference } from './features/flags/typed/types-difference.ts'
export { typesText } from './features/flags/typed/types-text.ts'
export { withUnreadFields } from './features/flags/unread-fields.ts'
export { updateFlag } from './features/flags/update-flag.ts'
export {
  compareFlagVersions,
  listFlagVersions,
  retrieveFlagVersion,
} from './features/flags/versions/read-flag-versions.ts'
export { restoreFlagVersion } from './features/flags/versions/restore-flag-version.ts'
export { type CredentialSource, unknownToken } from './features/identity/authenticate.ts'
export { authorizeInspection } from './features/identity/authorize-inspection.ts'
export { createRole, deleteRole, updateRole } from './features/identity/change-role.ts'
export { addRoleMember, addRoleMemberSchema, removeRoleMember } from './features/identity/change-role-membership.ts'
export {
  type CreateOrganizationInput,
  createOrganization,
  createOrganizationSchema,
} from './features/identity/create-organization.ts'
export { type CreatedKey, createPersonalApiKey } from './features/identity/create-personal-api-key.ts'
export { createProject } from './features/identity/create-project.ts'
export { enterProject, enterWithKey, enterWithProjectSecret } from './features/identity/enter-project.ts'
export type { UserReference } from './features/identity/find-user.ts'
export type { OrganizationKeyInput } from './features/identity/keys/create-organization-key.ts'
export * as keys from './features/identity/keys/index.ts'
export type { ListedMember, MemberFilter } from './features/identity/list-memberships.ts'
export { listOrganizations } from './features/identity/list-organizations.ts'
export { listProjects, retrieveProject } from './features/identity/list-projects.ts'
export { listRoleMemberships, listRoles, retrieveRole, retrieveRoleMembership } from './features/identity/list-roles.ts'
export { openOrganization, openProject } from './features/identity/open-project.ts'
export type { JoinedOrganization } from './features/identity/people/accept-invitation.ts'
export * as people from './features/identity/people/index.ts'
export type { AcceptInvitationInput, InviteInput } from './features/identity/people/invitation-input.ts'
export type { NewInvitation } from './features/identity/people/invite-member.ts'
export type { OrganizationActivityFilter } from './features/identity/people/list-organization-activity.ts'
export type { UpdateOrganizationInput } from './features/identity/people/update-organization.ts'
export {
  type CreateProjectInput,
  createProjectSchema,
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
export * as sessions from './features/identity/sessions/index.ts'
export type { SignedIn } from './features/identity/sessions/start-session.ts'
export { setEmailVerified } from './features/identity/set-email-verified.ts'
export { rotateApiToken, rotateSecretApiToken, updateProject } from './features/identity/update-project.ts'
export { blastRadii, blastRadius } from './features/impact/blast-radius.ts'
export { blastRadiiSchema, blastRadiusSchema } from './features/impact/blast-radius-input.ts'
export { createCohortForFlag } from './features/impact/create-cohort-for-flag.ts'
export { explainEdit } from './features/impact/explain-edit.ts'
export { type DependantPreview, previewFlag, previewNewFlag, previewTriedFlag } from './features/impact/preview-flag.ts'
export type { Transition } from './features/impact/transition-matrix.ts'
export {
  type RenameGroupTypeInput,
  removeGroupType,
  renameGroupType,
  renameGroupTypeSchema,
} from './features/persons/change-group-type.ts'
export { deletePerson } from './features/persons/delete-person.ts'
export {
  type FoundPersons,
  type FoundPersonsPage,
  readFoundPersons,
} from './features/persons/find-persons.ts'
export {
  type AddGroupTypeInput,
  addGroupType,
  addGroupTypeSchema,
  listGroupTypes,
} from './features/persons/group-types.ts'
export { deleteGroup, listGroups, retrieveGroup } from './features/persons/groups.ts'
export {
  listPersonValues,
  type PersonValues,
  type PersonValuesQuestion,
} from './features/persons/list-person-values.ts'
export type { PersonFilter, PersonPropertyFilter } from './features/persons/person-filter.ts'
export { personName } from './features/persons/person-identity.ts'
export { listPersons, type PersonQuery, retrievePerson } from './features/persons/persons.ts'
export { type SaveGroupInput, saveGroup, saveGroupSchema } from './features/persons/save-group.ts'
export {
  removePersonProperties,
  removePropertiesSchema,
  type SetPersonPropertiesInput,
  setPersonProperties,
  setPersonPropertiesSchema,
  setPersonProperty,
  setPropertySchema,
} from './features/persons/set-person-properties.ts'
export { type CopyFlagOptions, copyFlag, copyFlagSchema } from './features/portability/copy-flag.ts'
export { copyRequirements } from './features/portability/copy-requirements.ts'
export type { CopyVersions } from './features/portability/copy-versions.ts'
export { dryRun } from './features/portability/dry-run.ts'
export type {
  CohortEntry,
  DashboardEntry,
  FlagEntry,
  ProjectEntry,
  RoleEntry,
  TemplateEntry,
} from './features/portability/export-document.ts'
export { exportProjectParts } from './features/portability/export-project.ts'
export { flagsOfKey } from './features/portability/flags-of-key.ts'
export type { FieldDifference, ImportKind } from './features/portability/import-plan.ts'
export { keysOfProjects } from './features/portability/keys-of-projects.ts'
export type { NameReference } from './features/portability/name-reference.ts'
export type { StalenessEntry } from './features/portability/staleness-entry.ts'
export { flagUsage } from './features/usage/flag-usage.ts'
export { flagUsageSchema } from './features/usage/flag-usage-input.ts'
export type { UsageBucket, UsedVariant } from './features/usage/flag-usage-report.ts'
export { listFlagsWithUsage } from './features/usage/list-flags-with-usage.ts'
export type { ComparedPeriod } from './features/usage/query/asked-series.ts'
export type { FilterLayers } from './features/usage/query/filter-layers.ts'
export type { FlagHealthRow } from './features/usage/query/flag-health-row.ts'
export type { InsightAnswer, InsightResult, ResolvedDateRange } from './features/usage/query/insight-result.ts'
export type { TrendsItem } from './features/usage/query/trends-item.ts'
export type { UsersCoverage } from './features/usage/query/users-coverage.ts'
export type { RecentUsage } from './features/usage/recent-usage.ts'
export type { EditConflict } from './foundation/errors/domain-error.ts'
export { invalidInput, notFound, permissionDenied } from './foundation/errors/domain-error.ts'
export type { DomainErrorKind } from './foundation/errors/error-codes.ts'
export {
  type CodeMeaning,
  CROSS_FIELD_CODES,
  INPUT_CODES,
  REFUSAL_CODES,
  type ViolationCode,
} from './foundation/errors/error-codes.ts'
export type { IdSource } from './foundation/ids/random-ids.ts'
export { isJsonObject, MAX_JSON_DEPTH, parseJson } from './foundation/json/json-value.ts'
export { shortText } from './foundation/json/short-text.ts'
export { snakeCase } from './foundation/json/snake-case.ts'
export { pageOf, pageRequest } from './foundation/pagination/page.ts'
export { formatTimestamp } from './foundation/time/timestamp.ts'
export { closestName, didYouMean } from './foundation/validation/closest-name.ts'
export { booleanField } from './foundation/validation/fields.ts'
export { refusal } from './foundation/validation/refuse.ts'
export { violation } from './foundation/validation/violation.ts'
export { INTEGER_REQUIRED, missing, typeName, violationsOf } from './foundation/validation/violations-of.ts'
export { authorizeAny, authorizeDefinitions } from './runtime/access/authorize.ts'
export type { FlagUserAccessLevel } from './runtime/access/flag-access.ts'
export { noProjectAccess, organizationNotFound, projectNotFound } from './runtime/access/unknown-place.ts'
export { DEFAULT_LIMITS, type OrganizationContext } from './runtime/context.ts'
export type { HistoricalVersion } from './runtime/history/version-reader.ts'
export { IdempotentRequest } from './runtime/idempotency/idempotent-request.ts'
export { distinctIdOfPerson } from './runtime/ids-of-persons.ts'
export { personUuid } from './runtime/person-uuid.ts'
export { checkEncryptionKey } from './runtime/secrets/encryption-check.ts'
export type { PasswordHasher } from './runtime/secrets/password-hasher.ts'
export { ENCRYPTION_KEY_BYTES } from './runtime/secrets/payload-cipher.ts'
export type { ProjectSnapshot } from './runtime/snapshots/project-snapshot.ts'
export type { CacheCounts } from './runtime/snapshots/shared-definitions.ts'
export type { SnapshotStatus } from './runtime/snapshots/snapshot-cache.ts'
export type { EvaluationSource, UsageRecorder, UsageStatus } from './runtime/usage/usage-recorder.ts'
