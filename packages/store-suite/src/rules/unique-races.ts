import type { Store } from '@flagdeck/core'
import {
  insertInsight,
  newDashboardCollaboratorRow,
  newDashboardTemplateRow,
  newFlagIndex,
  newFlagRoleAccessRow,
  newFlagRow,
  newInvitationRow,
  newMembershipRow,
  newOpenIdAccountRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newSessionRow,
  newSignInLinkRow,
  newTileRow,
  newUserRow,
  type SeededTenant,
  seedDashboard,
  seedFlag,
  seedInsight,
  seedRole,
  seedTextCard,
  seedUser,
} from '@flagdeck/core/fixtures'
import type { Transaction, UniqueConstraint } from '@flagdeck/core/store'

/** Adds a row with a value that only one row may have. All its other values are its own. */
export type Contender = (tx: Transaction) => Promise<unknown>

/** Prepares the rows that a race references, and returns the function that adds a contender. */
type Race = (store: Store, tenant: SeededTenant) => Promise<Contender>

/** A race for each constraint. */
export const UNIQUE_RACES: Record<UniqueConstraint, Race> = {
  organizations_name: async () => (tx) => tx.organizations.insert(newOrganizationRow({ name: 'wanted' })),
  organizations_slug: async () => (tx) => tx.organizations.insert(newOrganizationRow({ slug: 'wanted' })),
  projects_name: async (_, { organization }) => {
    const row = { organizationId: organization.id, name: 'wanted' }
    return (tx) => tx.projects.insert(newProjectRow(row))
  },
  projects_api_token: async (_, { organization }) => {
    const row = { organizationId: organization.id, apiToken: 'phc_wanted' }
    return (tx) => tx.projects.insert(newProjectRow(row))
  },
  projects_secret_api_token: async (_, { organization }) => {
    const row = { organizationId: organization.id, secretApiToken: 'phs_wanted' }
    return (tx) => tx.projects.insert(newProjectRow(row))
  },
  users_email: async () => (tx) => tx.users.insert(newUserRow({ email: 'wanted@flagdeck.test' })),
  memberships_pair: async (store, { organization }) => {
    const user = await seedUser(store)
    return (tx) => tx.memberships.insert(newMembershipRow({ organizationId: organization.id, user }))
  },
  personal_api_keys_secure_value: async (_, { user }) => {
    return (tx) => tx.personalApiKeys.insert(newPersonalApiKeyRow({ user, secureValue: 'sha256$wanted' }))
  },
  sessions_secure_value: async (_, { user }) => {
    return (tx) => tx.sessions.insert(newSessionRow({ user, secureValue: 'sha256$wanted' }))
  },
  sign_in_links_secure_token: async (_, { user }) => {
    return (tx) => tx.signInLinks.insert(newSignInLinkRow({ user, secureToken: 'sha256$wanted' }))
  },
  openid_accounts_subject: async (_, { user }) => {
    return (tx) => tx.openIdAccounts.insert(newOpenIdAccountRow({ user, subject: 'wanted' }))
  },
  roles_name: async (_, { organization }) => {
    return (tx) => tx.roles.insert(newRoleRow({ organizationId: organization.id, name: 'wanted' }))
  },
  role_memberships_pair: async (store, { organization, user }) => {
    const { id: roleId } = await seedRole(store, { organizationId: organization.id })
    return (tx) => tx.roleMemberships.insert(organization.id, newRoleMembershipRow({ roleId, user }))
  },
  flags_live_key: async (_, { project }) => {
    const row = newFlagRow({ projectId: project.id, key: 'wanted' })
    return (tx) => tx.flags.insert(row, newFlagIndex(row))
  },
  flag_role_access_pair: async (store, { organization, project }) => {
    const { id: flagId } = await seedFlag(store, { projectId: project.id })
    const { id: roleId } = await seedRole(store, { organizationId: organization.id })
    return (tx) => tx.flagRoleAccess.insert(project.id, newFlagRoleAccessRow({ flagId, roleId }))
  },
  tiles_insight: async (store, { project }) => {
    const { id: dashboardId } = await seedDashboard(store, { projectId: project.id })
    const { id: insightId } = await seedInsight(store, { projectId: project.id })
    const content = { kind: 'insight', insightId } as const
    return (tx) => tx.tiles.insert(newTileRow({ projectId: project.id, dashboardId, content }))
  },
  tiles_text: async (store, { project }) => {
    const { id: dashboardId } = await seedDashboard(store, { projectId: project.id })
    const { id: textId } = await seedTextCard(store, { projectId: project.id })
    const content = { kind: 'text', textId } as const
    return (tx) => tx.tiles.insert(newTileRow({ projectId: project.id, dashboardId, content }))
  },
  insights_short_id: async (_, { project }) => {
    return (tx) => insertInsight(tx, { projectId: project.id, shortId: 'aBcD1234' })
  },
  dashboard_templates_live_name: async (_, { project }) => {
    const row = { projectId: project.id, templateName: 'wanted' }
    return (tx) => tx.dashboardTemplates.insert(newDashboardTemplateRow(row))
  },
  dashboard_collaborators_pair: async (store, { project, user }) => {
    const { id: dashboardId } = await seedDashboard(store, { projectId: project.id })
    const row = { projectId: project.id, dashboardId, user }
    return (tx) => tx.dashboardCollaborators.insert(newDashboardCollaboratorRow(row))
  },
  invitations_secure_token: async (_, { organization }) => {
    const row = { organizationId: organization.id, secureToken: 'sha256$wanted' }
    return (tx) => tx.invitations.insert(newInvitationRow(row))
  },
}
