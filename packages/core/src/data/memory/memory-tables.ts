import type { Transaction } from '../store.ts'
import { memoryActivityTable } from './memory-activity-table.ts'
import { memoryClaimedEventTable } from './memory-claimed-event-table.ts'
import { memoryCohortMemberTable } from './memory-cohort-member-table.ts'
import { memoryCohortTable } from './memory-cohort-table.ts'
import type { MemoryContext } from './memory-context.ts'
import { memoryDashboardCollaboratorTable } from './memory-dashboard-collaborator-table.ts'
import { memoryDashboardTable } from './memory-dashboard-table.ts'
import { memoryDashboardTemplateTable } from './memory-dashboard-template-table.ts'
import { memoryFlagDependencyTable } from './memory-flag-dependency-table.ts'
import { memoryFlagRoleAccessTable } from './memory-flag-role-access-table.ts'
import { memoryFlagTable } from './memory-flag-table.ts'
import { memoryGroupTable } from './memory-group-table.ts'
import { memoryHashKeyOverrideTable } from './memory-hash-key-override-table.ts'
import { memoryIdempotencyKeyTable } from './memory-idempotency-key-table.ts'
import { memoryInsightTable } from './memory-insight-table.ts'
import { memoryMembershipTable } from './memory-membership-table.ts'
import { memoryOrganizationTable } from './memory-organization-table.ts'
import { memoryPersonTable } from './memory-person-table.ts'
import { memoryPersonalApiKeyTable } from './memory-personal-api-key-table.ts'
import { memoryProjectTable } from './memory-project-table.ts'
import { memoryRoleMembershipTable } from './memory-role-membership-table.ts'
import { memoryRoleTable } from './memory-role-table.ts'
import { memorySeenFlagTable } from './memory-seen-flag-table.ts'
import { memoryTextCardTable } from './memory-text-card-table.ts'
import { memoryTileTable } from './memory-tile-table.ts'
import { memoryUsageCountTable } from './memory-usage-count-table.ts'
import { memoryUserSetTable } from './memory-user-set-table.ts'
import { memoryUserTable } from './memory-user-table.ts'
import type { TransactionGate } from './transaction-gate.ts'

/** Every table, working on one state and open for as long as the gate is. */
export function memoryTables(context: MemoryContext, gate: TransactionGate): Transaction {
  return {
    organizations: gate.guard(memoryOrganizationTable(context)),
    projects: gate.guard(memoryProjectTable(context)),
    users: gate.guard(memoryUserTable(context)),
    memberships: gate.guard(memoryMembershipTable(context)),
    personalApiKeys: gate.guard(memoryPersonalApiKeyTable(context)),
    roles: gate.guard(memoryRoleTable(context)),
    roleMemberships: gate.guard(memoryRoleMembershipTable(context)),
    flags: gate.guard(memoryFlagTable(context)),
    flagDependencies: gate.guard(memoryFlagDependencyTable(context)),
    flagRoleAccess: gate.guard(memoryFlagRoleAccessTable(context)),
    cohorts: gate.guard(memoryCohortTable(context)),
    cohortMembers: gate.guard(memoryCohortMemberTable(context)),
    persons: gate.guard(memoryPersonTable(context)),
    groups: gate.guard(memoryGroupTable(context)),
    hashKeyOverrides: gate.guard(memoryHashKeyOverrideTable(context)),
    dashboards: gate.guard(memoryDashboardTable(context)),
    tiles: gate.guard(memoryTileTable(context)),
    textCards: gate.guard(memoryTextCardTable(context)),
    insights: gate.guard(memoryInsightTable(context)),
    dashboardTemplates: gate.guard(memoryDashboardTemplateTable(context)),
    dashboardCollaborators: gate.guard(memoryDashboardCollaboratorTable(context)),
    usageCounts: gate.guard(memoryUsageCountTable(context)),
    userSets: gate.guard(memoryUserSetTable(context)),
    seenFlags: gate.guard(memorySeenFlagTable(context)),
    claimedEvents: gate.guard(memoryClaimedEventTable(context)),
    idempotencyKeys: gate.guard(memoryIdempotencyKeyTable(context)),
    activity: gate.guard(memoryActivityTable(context)),
  }
}
