/** Builders of rows, documents and tenants for tests of stores and of these packages; docs/guides/write-a-store.md. */

export { KNOWN_FLAG_FIELDS } from '../deck/bootstrap-document/known-flag-fields.ts'
export { makeBootstrap } from '../deck/make-bootstrap.ts'
export {
  newDashboardCollaboratorRow,
  newDashboardIndex,
  newDashboardRow,
  newDashboardTemplateRow,
  newInsightRow,
  newTextCardRow,
  newTileRow,
} from './dashboard-row-builders.ts'
export { definitionsDocument, flagDefinition } from './evaluation/definitions-document.ts'
export { type FixedClock, fixedClock } from './fixed-clock.ts'
export { furnishProject } from './portability/furnished-project.ts'
export { type QuickPasswords, quickPasswords } from './quick-passwords.ts'
export {
  BUILT_AT,
  exampleFlag,
  newActivityRow,
  newCohortIndex,
  newCohortRow,
  newFlagIndex,
  newFlagRoleAccessRow,
  newFlagRow,
  newGroupRow,
  newIdempotencyKeyRow,
  newInvitationRow,
  newMembershipRow,
  newOpenIdAccountRow,
  newOrganizationActivityRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newPersonRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newSessionRow,
  newSignInLinkRow,
  newUserRow,
  type With,
} from './row-builders.ts'
export {
  insertDashboard,
  insertInsight,
  seedDashboard,
  seedInsight,
  seedTextCard,
} from './seed-dashboard.ts'
export {
  insertCohort,
  insertFlag,
  type SeededTenant,
  seedCohort,
  seedFlag,
  seedRole,
  seedTenant,
  seedUser,
} from './seed-tenant.ts'
export { newSeenFlag, newUnknownFlag, newUsageCount, newUserSet } from './usage-row-builders.ts'
