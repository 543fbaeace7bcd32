import type { Transaction } from '../store.ts'
import { memoryActivityTable } from './memory-activity-table.ts'
import { memoryClaimedEventTable } from './memory-claimed-event-table.ts'
import { memoryCohortMemberTable } from './memory-cohort-member-table.ts'
import { memoryCohortTable } from './memory-cohort-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { memoryDashboardCollaboratorTable } from './memory-dashboard-collaborator-table.ts'
import { memoryDashboardTable } from './memory-dashboard-table.ts'
import { memoryDashboardTemplateTable } from './memory-dashboard-template-table.ts'
import { memoryEncryptionCheckTable } from './memory-encryption-check-table.ts'
import { memoryFlagDependencyTable } from './memory-flag-dependency-table.ts'
import { memoryFlagRoleAccessTable } from './memory-flag-role-access-table.ts'
import { memoryFlagTable } from './memory-flag-table.ts'
import { memoryGroupTable } from './memory-group-table.ts'
import { memoryHashKeyOverrideTable } from './memory-hash-key-override-table.ts'
import { memoryIdempotencyKeyTable } from './memory-idempotency-key-table.ts'
import { memoryInsightTable } from './memory-insight-table.ts'
import { memoryInvitationTable } from './memory-invitation-table.ts'
import { memoryMembershipTable } from './memory-membership-table.ts'
import { memoryOpenIdAccountTable } from './memory-openid-account-table.ts'
import { memoryOrganizationActivityTable } from './memory-organization-activity-table.ts'
import { memoryOrganizationTable } from './memory-organization-table.ts'
import { memoryPasswordTable } from './memory-password-table.ts'
import { memoryPersonTable } from './memory-person-table.ts'
import { memoryPersonalApiKeyTable } from './memory-personal-api-key-table.ts'
import { memoryProjectSizeTable } from './memory-project-size-table.ts'
import { memoryProjectTable } from './memory-project-table.ts'
import { memoryRoleMembershipTable } from './memory-role-membership-table.ts'
import { memoryRoleTable } from './memory-role-table.ts'
import { memorySeenFlagTable } from './memory-seen-flag-table.ts'
import { memorySessionTable } from './memory-session-table.ts'
import { memorySignInLinkTable } from './memory-sign-in-link-table.ts'
import { memoryTextCardTable } from './memory-text-card-table.ts'
import { memoryTileTable } from './memory-tile-table.ts'
import { memoryUsageCountTable } from './memory-usage-count-table.ts'
import { memoryUserSetTable } from './memory-user-set-table.ts'
import { memoryUserTable } from './memory-user-table.ts'
import type { TransactionGate } from './transaction-gate.ts'

type Tables = { readonly [Name in keyof Transaction]: (context: MemoryContext) => Transaction[Name] }

const TABLES: Tables = {
  organizations: memoryOrganizationTable,
  projects: memoryProjectTable,
  users: memoryUserTable,
  memberships: memoryMembershipTable,
  invitations: memoryInvitationTable,
  personalApiKeys: memoryPersonalApiKeyTable,
  sessions: memorySessionTable,
  signInLinks: memorySignInLinkTable,
  passwords: memoryPasswordTable,
  openIdAccounts: memoryOpenIdAccountTable,
  encryptionCheck: memoryEncryptionCheckTable,
  roles: memoryRoleTable,
  roleMemberships: memoryRoleMembershipTable,
  flags: memoryFlagTable,
  flagDependencies: memoryFlagDependencyTable,
  flagRoleAccess: memoryFlagRoleAccessTable,
  cohorts: memoryCohortTable,
  cohortMembers: memoryCohortMemberTable,
  persons: memoryPersonTable,
  groups: memoryGroupTable,
  hashKeyOverrides: memoryHashKeyOverrideTable,
  projectSizes: memoryProjectSizeTable,
  dashboards: memoryDashboardTable,
  tiles: memoryTileTable,
  textCards: memoryTextCardTable,
  insights: memoryInsightTable,
  dashboardTemplates: memoryDashboardTemplateTable,
  dashboardCollaborators: memoryDashboardCollaboratorTable,
  usageCounts: memoryUsageCountTable,
  userSets: memoryUserSetTable,
  seenFlags: memorySeenFlagTable,
  claimedEvents: memoryClaimedEventTable,
  idempotencyKeys: memoryIdempotencyKeyTable,
  activity: memoryActivityTable,
  organizationActivity: memoryOrganizationActivityTable,
}

/** Returns all tables of one state, which work until the gate closes. */
export function memoryTables(context: MemoryContext, gate: TransactionGate): Transaction {
  // Tables are created on first use: there are many, and a transaction uses few.
  const made: { [Name in keyof Transaction]?: Transaction[Name] } = {}
  const tableNamed = <Name extends keyof Transaction>(name: Name) => {
    made[name] ??= gate.guard(TABLES[name](context))
    return made[name]
  }
  // The proxy has the names of TABLES and returns the table of each, which the compiler cannot see.
  return new Proxy(TABLES, {
    get: (_, name) => (Object.hasOwn(TABLES, name) ? tableNamed(name as keyof Transaction) : undefined),
  }) as unknown as Transaction
}
