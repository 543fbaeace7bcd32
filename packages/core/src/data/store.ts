import type { ChangeBus, ChangeBusOptions } from './change-bus.ts'
import type { PoolStatus } from './pool-status.ts'
import type { ActivityReader, ActivityTable } from './tables/activity-table.ts'
import type { ClaimedEventTable } from './tables/claimed-event-table.ts'
import type { CohortMemberReader, CohortMemberTable } from './tables/cohort-member-table.ts'
import type { CohortReader, CohortTable } from './tables/cohort-table.ts'
import type { DashboardCollaboratorReader, DashboardCollaboratorTable } from './tables/dashboard-collaborator-table.ts'
import type { DashboardReader, DashboardTable } from './tables/dashboard-table.ts'
import type { DashboardTemplateReader, DashboardTemplateTable } from './tables/dashboard-template-table.ts'
import type { EncryptionCheckReader, EncryptionCheckTable } from './tables/encryption-check-table.ts'
import type { FlagDependencyReader, FlagDependencyTable } from './tables/flag-dependency-table.ts'
import type { FlagRoleAccessReader, FlagRoleAccessTable } from './tables/flag-role-access-table.ts'
import type { FlagReader, FlagTable } from './tables/flag-table.ts'
import type { GroupReader, GroupTable } from './tables/group-table.ts'
import type { HashKeyOverrideReader, HashKeyOverrideTable } from './tables/hash-key-override-table.ts'
import type { IdempotencyKeyTable } from './tables/idempotency-key-table.ts'
import type { InsightReader, InsightTable } from './tables/insight-table.ts'
import type { InvitationReader, InvitationTable } from './tables/invitation-table.ts'
import type { MembershipReader, MembershipTable } from './tables/membership-table.ts'
import type { OpenIdAccountReader, OpenIdAccountTable } from './tables/openid-account-table.ts'
import type { OrganizationActivityReader, OrganizationActivityTable } from './tables/organization-activity-table.ts'
import type { OrganizationReader, OrganizationTable } from './tables/organization-table.ts'
import type { PasswordReader, PasswordTable } from './tables/password-table.ts'
import type { PersonReader, PersonTable } from './tables/person-table.ts'
import type { PersonalApiKeyReader, PersonalApiKeyTable } from './tables/personal-api-key-table.ts'
import type { ProjectSizeReader, ProjectSizeTable } from './tables/project-size-table.ts'
import type { ProjectReader, ProjectTable } from './tables/project-table.ts'
import type { RoleMembershipReader, RoleMembershipTable } from './tables/role-membership-table.ts'
import type { RoleReader, RoleTable } from './tables/role-table.ts'
import type { SeenFlagReader, SeenFlagTable } from './tables/seen-flag-table.ts'
import type { SessionReader, SessionTable } from './tables/session-table.ts'
import type { SignInLinkReader, SignInLinkTable } from './tables/sign-in-link-table.ts'
import type { TextCardReader, TextCardTable } from './tables/text-card-table.ts'
import type { TileReader, TileTable } from './tables/tile-table.ts'
import type { UsageCountReader, UsageCountTable } from './tables/usage-count-table.ts'
import type { UserSetReader, UserSetTable } from './tables/user-set-table.ts'
import type { UserReader, UserTable } from './tables/user-table.ts'

/**
 * The database of Flagdeck. Core implements the rules. A store saves rows, and guarantees that transactions are atomic
 * and that unique constraints hold.
 *
 * It throws `UniqueViolation`, `SerializationFailure`, `StoreUnavailable` and `StoreTooNew`, and passes on errors of
 * `work`. `describeStore` of `@flagdeck/store-suite` is the definition of a correct store.
 */
export interface Store {
  /**
   * Runs `work` on one consistent state of the database. `work` may run again from its start, so it must not have side
   * effects.
   */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction that is committed when it resolves and rolled back when it rejects. `work` may run
   * again after a serialization failure, so it must not have side effects outside `tx`.
   *
   * A `UniqueViolation` ends the transaction, even if `work` catches it. Later calls reject, nothing is committed, and
   * `write` rejects with the violation, unless `work` throws another error.
   *
   * A method without a result may resolve while its statement is still pending. If the statement fails, the transaction
   * fails.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Migrates the schema to this release. It can be called repeatedly, and from several processes concurrently. */
  migrate(): Promise<MigrationReport>
  /** Returns the names of the migrations that `migrate` would run, in order. Changes nothing. */
  pendingMigrations(): Promise<readonly string[]>
  /** Resolves when the database responds. */
  ping(): Promise<void>
  /** Returns a bus between all instances that use the database, if the store has one. The caller closes it. */
  changeBus?(options: ChangeBusOptions): ChangeBus
  /** Returns the current use of its connections, if the store has any. */
  pools?(): readonly PoolStatus[]
  close(): Promise<void>
}

/** Properties of a transaction that a store needs before its start. */
export interface WriteOptions {
  /**
   * Whether the transaction writes many rows. A store whose commit would block the process then commits in another
   * thread.
   */
  readonly large?: boolean
}

/** The result of a migration. */
export interface MigrationReport {
  /** The names of the migrations that this call ran, in order. */
  readonly applied: readonly string[]
}

/** Read access to all tables. */
export interface ReadTransaction {
  readonly organizations: OrganizationReader
  readonly projects: ProjectReader
  readonly users: UserReader
  readonly memberships: MembershipReader
  readonly invitations: InvitationReader
  readonly personalApiKeys: PersonalApiKeyReader
  readonly sessions: SessionReader
  readonly signInLinks: SignInLinkReader
  readonly passwords: PasswordReader
  readonly openIdAccounts: OpenIdAccountReader
  readonly encryptionCheck: EncryptionCheckReader
  readonly roles: RoleReader
  readonly roleMemberships: RoleMembershipReader
  readonly flags: FlagReader
  readonly flagDependencies: FlagDependencyReader
  readonly flagRoleAccess: FlagRoleAccessReader
  readonly cohorts: CohortReader
  readonly cohortMembers: CohortMemberReader
  readonly persons: PersonReader
  readonly groups: GroupReader
  readonly hashKeyOverrides: HashKeyOverrideReader
  readonly projectSizes: ProjectSizeReader
  readonly dashboards: DashboardReader
  readonly tiles: TileReader
  readonly textCards: TextCardReader
  readonly insights: InsightReader
  readonly dashboardTemplates: DashboardTemplateReader
  readonly dashboardCollaborators: DashboardCollaboratorReader
  readonly usageCounts: UsageCountReader
  readonly userSets: UserSetReader
  readonly seenFlags: SeenFlagReader
  readonly activity: ActivityReader
  readonly organizationActivity: OrganizationActivityReader
}

/** Read and write access to all tables. */
export interface Transaction extends ReadTransaction {
  readonly organizations: OrganizationTable
  readonly projects: ProjectTable
  readonly users: UserTable
  readonly memberships: MembershipTable
  readonly invitations: InvitationTable
  readonly personalApiKeys: PersonalApiKeyTable
  readonly sessions: SessionTable
  readonly signInLinks: SignInLinkTable
  readonly passwords: PasswordTable
  readonly openIdAccounts: OpenIdAccountTable
  readonly encryptionCheck: EncryptionCheckTable
  readonly roles: RoleTable
  readonly roleMemberships: RoleMembershipTable
  readonly flags: FlagTable
  readonly flagDependencies: FlagDependencyTable
  readonly flagRoleAccess: FlagRoleAccessTable
  readonly cohorts: CohortTable
  readonly cohortMembers: CohortMemberTable
  readonly persons: PersonTable
  readonly groups: GroupTable
  readonly hashKeyOverrides: HashKeyOverrideTable
  readonly projectSizes: ProjectSizeTable
  readonly dashboards: DashboardTable
  readonly tiles: TileTable
  readonly textCards: TextCardTable
  readonly insights: InsightTable
  readonly dashboardTemplates: DashboardTemplateTable
  readonly dashboardCollaborators: DashboardCollaboratorTable
  readonly usageCounts: UsageCountTable
  readonly userSets: UserSetTable
  readonly seenFlags: SeenFlagTable
  readonly claimedEvents: ClaimedEventTable
  readonly idempotencyKeys: IdempotencyKeyTable
  readonly activity: ActivityTable
  readonly organizationActivity: OrganizationActivityTable
}
