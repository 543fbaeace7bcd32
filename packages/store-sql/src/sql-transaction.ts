import type { Transaction } from '@flagdeck/core'
import type { SqlContext } from './sql-context.ts'
import type { SqlSession } from './sql-session.ts'
import { activityTable } from './tables/activity-table.ts'
import { cohortMemberTable } from './tables/cohort-member-table.ts'
import { cohortTable } from './tables/cohort-table.ts'
import { flagDependencyTable } from './tables/flag-dependency-table.ts'
import { flagRoleAccessTable } from './tables/flag-role-access-table.ts'
import { flagTable } from './tables/flag-table.ts'
import { groupTable } from './tables/group-table.ts'
import { hashKeyOverrideTable } from './tables/hash-key-override-table.ts'
import { membershipTable } from './tables/membership-table.ts'
import { organizationTable } from './tables/organization-table.ts'
import { personTable } from './tables/person-table.ts'
import { personalApiKeyTable } from './tables/personal-api-key-table.ts'
import { projectTable } from './tables/project-table.ts'
import { roleMembershipTable } from './tables/role-membership-table.ts'
import { roleTable } from './tables/role-table.ts'
import { userTable } from './tables/user-table.ts'

/** Compiles the statements of every table once, and makes the function that binds them to a session. */
export function sqlTransactions(context: SqlContext): (session: SqlSession) => Transaction {
  const organizations = organizationTable(context)
  const projects = projectTable(context)
  const users = userTable(context)
  const memberships = membershipTable(context)
  const personalApiKeys = personalApiKeyTable(context)
  const roles = roleTable(context)
  const roleMemberships = roleMembershipTable(context)
  const flags = flagTable(context)
  const flagDependencies = flagDependencyTable(context)
  const flagRoleAccess = flagRoleAccessTable(context)
  const cohorts = cohortTable(context)
  const cohortMembers = cohortMemberTable(context)
  const persons = personTable(context)
  const groups = groupTable(context)
  const hashKeyOverrides = hashKeyOverrideTable(context)
  const activity = activityTable(context)
  return (session) => ({
    organizations: organizations(session),
    projects: projects(session),
    users: users(session),
    memberships: memberships(session),
    personalApiKeys: personalApiKeys(session),
    roles: roles(session),
    roleMemberships: roleMemberships(session),
    flags: flags(session),
    flagDependencies: flagDependencies(session),
    flagRoleAccess: flagRoleAccess(session),
    cohorts: cohorts(session),
    cohortMembers: cohortMembers(session),
    persons: persons(session),
    groups: groups(session),
    hashKeyOverrides: hashKeyOverrides(session),
    activity: activity(session),
  })
}
