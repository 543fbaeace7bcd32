import type { Transaction } from '@flagdeck/core/store'
import type { SqlContext } from './sql-context.ts'
import type { SqlSession } from './sql-session.ts'
import { activityTable } from './tables/activity-table.ts'
import { claimedEventTable } from './tables/claimed-event-table.ts'
import { cohortMemberTable } from './tables/cohort-member-table.ts'
import { cohortTable } from './tables/cohort-table.ts'
import { dashboardCollaboratorTable } from './tables/dashboard-collaborator-table.ts'
import { dashboardTable } from './tables/dashboard-table.ts'
import { dashboardTemplateTable } from './tables/dashboard-template-table.ts'
import { encryptionCheckTable } from './tables/encryption-check-table.ts'
import { flagDependencyTable } from './tables/flag-dependency-table.ts'
import { flagRoleAccessTable } from './tables/flag-role-access-table.ts'
import { flagTable } from './tables/flag-table.ts'
import { groupTable } from './tables/group-table.ts'
import { hashKeyOverrideTable } from './tables/hash-key-override-table.ts'
import { idempotencyKeyTable } from './tables/idempotency-key-table.ts'
import { insightTable } from './tables/insight-table.ts'
import { invitationTable } from './tables/invitation-table.ts'
import { membershipTable } from './tables/membership-table.ts'
import { openIdAccountTable } from './tables/openid-account-table.ts'
import { organizationActivityTable } from './tables/organization-activity-table.ts'
import { organizationTable } from './tables/organization-table.ts'
import { passwordTable } from './tables/password-table.ts'
import { personTable } from './tables/person-table.ts'
import { personalApiKeyTable } from './tables/personal-api-key-table.ts'
import { projectSizeTable } from './tables/project-size-table.ts'
import { projectTable } from './tables/project-table.ts'
import { roleMembershipTable } from './tables/role-membership-table.ts'
import { roleTable } from './tables/role-table.ts'
import { seenFlagTable } from './tables/seen-flag-table.ts'
import { sessionTable } from './tables/session-table.ts'
import { signInLinkTable } from './tables/sign-in-link-table.ts'
import { textCardTable } from './tables/text-card-table.ts'
import { tileTable } from './tables/tile-table.ts'
import { usageCountTable } from './tables/usage-count-table.ts'
import { userSetTable } from './tables/user-set-table.ts'
import { userTable } from './tables/user-table.ts'

/** Builds the statements of every table once. Returns a function that binds them to a session. */
export function sqlTransactions(context: SqlContext): (session: SqlSession) => Transaction {
  class SqlTransaction {
    readonly session: SqlSession

    constructor(session: SqlSession) {
      this.session = session
    }
  }
  // Binds a table when it is accessed: there are many tables, and a transaction uses few of them.
  for (const [name, table] of Object.entries(sqlTables(context))) {
    Object.defineProperty(SqlTransaction.prototype, name, {
      get(this: SqlTransaction) {
        return table(this.session)
      },
    })
  }
  // The class now has all tables, which the compiler does not see.
  return (session) => new SqlTransaction(session) as SqlTransaction & Transaction
}

/** Every table, as the function that binds it to a session. */
type Tables = { readonly [Name in keyof Transaction]: (session: SqlSession) => Transaction[Name] }

function sqlTables(context: SqlContext): Tables {
  return {
    organizations: organizationTable(context),
    projects: projectTable(context),
    users: userTable(context),
    memberships: membershipTable(context),
    invitations: invitationTable(context),
    personalApiKeys: personalApiKeyTable(context),
    sessions: sessionTable(context),
    signInLinks: signInLinkTable(context),
    passwords: passwordTable(context),
    openIdAccounts: openIdAccountTable(context),
    encryptionCheck: encryptionCheckTable(context),
    roles: roleTable(context),
    roleMemberships: roleMembershipTable(context),
    flags: flagTable(context),
    flagDependencies: flagDependencyTable(context),
    flagRoleAccess: flagRoleAccessTable(context),
    cohorts: cohortTable(context),
    cohortMembers: cohortMemberTable(context),
    persons: personTable(context),
    groups: groupTable(context),
    hashKeyOverrides: hashKeyOverrideTable(context),
    projectSizes: projectSizeTable(context),
    usageCounts: usageCountTable(context),
    userSets: userSetTable(context),
    seenFlags: seenFlagTable(context),
    claimedEvents: claimedEventTable(context),
    idempotencyKeys: idempotencyKeyTable(context),
    dashboards: dashboardTable(context),
    tiles: tileTable(context),
    textCards: textCardTable(context),
    insights: insightTable(context),
    dashboardTemplates: dashboardTemplateTable(context),
    dashboardCollaborators: dashboardCollaboratorTable(context),
    activity: activityTable(context),
    organizationActivity: organizationActivityTable(context),
  }
}
