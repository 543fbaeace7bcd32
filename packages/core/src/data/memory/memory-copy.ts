import { timeSlice } from '../../foundation/time/yield.ts'
import type { Cohort } from '../records/cohort.ts'
import type { Dashboard, DashboardIndex } from '../records/dashboard.ts'
import type { DashboardCollaborator } from '../records/dashboard-collaborator.ts'
import type { DashboardTemplate } from '../records/dashboard-template.ts'
import type { Flag } from '../records/flag.ts'
import type { FlagIndex } from '../records/flag-query.ts'
import type { FlagRoleAccess } from '../records/flag-role-access.ts'
import type { Insight } from '../records/insight.ts'
import { cohortStructureBytes, storedCohortTotals, storedFlagTotals } from '../records/live-totals.ts'
import type { Membership } from '../records/membership.ts'
import type { Organization } from '../records/organization.ts'
import type { PersonalApiKey } from '../records/personal-api-key.ts'
import type { Project } from '../records/project.ts'
import type { RoleDetails } from '../records/role.ts'
import type { Session } from '../records/session.ts'
import type { TextCard } from '../records/text-card.ts'
import type { Tile } from '../records/tile.ts'
import type { User } from '../records/user.ts'
import type { Transaction } from '../store.ts'
import type { FlagDependency } from '../tables/flag-dependency-table.ts'
import { ActivityLog } from './activity-log.ts'
import { type MemoryIds, noIds } from './memory-context.ts'
import { emptyState, type MemoryState } from './memory-state.ts'
import { memoryTables } from './memory-tables.ts'
import { TransactionGate } from './transaction-gate.ts'

/**
 * The rows of one project in a memory copy. Only live ones, because the limit on copies counts all their rows (DRY-7).
 */
export interface ProjectRows {
  readonly organization: Organization
  readonly project: Project
  /** The membership of the caller; undefined if the caller is no member. */
  readonly membership: Membership | undefined
  /** The credential of the caller, which operations look up again; undefined if there is none, or if it was revoked. */
  readonly key: PersonalApiKey | undefined
  readonly session: Session | undefined
  /** Undefined until the first payload is encrypted. */
  readonly encryptionCheck: string | undefined
  readonly roles: readonly RoleDetails[]
  readonly roleAccess: readonly FlagRoleAccess[]
  readonly flags: readonly Flag[]
  readonly dependencies: readonly FlagDependency[]
  readonly cohorts: readonly Cohort[]
  readonly dashboards: readonly Dashboard[]
  readonly collaborators: readonly DashboardCollaborator[]
  readonly tiles: readonly Tile[]
  readonly texts: readonly TextCard[]
  readonly insights: readonly Insight[]
  readonly templates: readonly DashboardTemplate[]
}

/** Computes the columns that lists filter by. The rules for them belong to the features. */
export interface RowIndexes {
  readonly flag: (flag: Flag) => FlagIndex
  readonly dashboard: (dashboard: Dashboard) => DashboardIndex
}

/**
 * Runs `work` on a copy of a project in memory, and drops the copy. `work` can write to it like to a store, but without
 * a database transaction: it holds no lock, so other writers never wait. Only tables in {@link COPIED} can be used. It
 * yields between rows.
 */
export async function workOnCopy<T>(
  rows: ProjectRows,
  indexes: RowIndexes,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { state, ids } = await stateOf(rows, indexes)
  const gate = new TransactionGate()
  try {
    const tables = memoryTables({ state, activity: new ActivityLog().open(), ids }, gate)
    if (rows.key) await tables.personalApiKeys.insert(rows.key)
    if (rows.session) await tables.sessions.insert(rows.session)
    const result = await work(copiedOnly(tables))
    gate.assertUnharmed()
    return result
  } finally {
    gate.end()
  }
}

/**
 * The tables of a copy. `activity` is empty at the start, so there is no history to read. Usage of flags and properties
 * of groups are not part of a copy.
 */
const COPIED: ReadonlySet<string> = new Set<keyof Transaction>([
  'organizations',
  'projects',
  'users',
  'personalApiKeys',
  'sessions',
  'encryptionCheck',
  'memberships',
  'roles',
  'roleMemberships',
  'flags',
  'flagDependencies',
  'flagRoleAccess',
  'cohorts',
  'groups',
  'dashboards',
  'tiles',
  'textCards',
  'insights',
  'dashboardTemplates',
  'dashboardCollaborators',
  'seenFlags',
  'activity',
  'organizationActivity',
])

function copiedOnly(tx: Transaction): Transaction {
  // Copying an activity entry takes as long as copying a flag, and no operation on a copy reads one.
  const activity = { ...tx.activity, append: async () => undefined }
  const flagDependencies = { ...tx.flagDependencies, replace: replaceAmongLive(tx) }
  return new Proxy(tx, {
    get(tables, name) {
      if (name === 'activity') return activity
      if (name === 'flagDependencies') return flagDependencies
      if (typeof name === 'string' && !COPIED.has(name)) throw new Error(`A memory copy of a project has no ${name}.`)
      return Reflect.get(tables, name)
    },
  })
}

/** A disabled flag may depend on deleted flags, which a copy does not contain. */
function replaceAmongLive(tx: Transaction): Transaction['flagDependencies']['replace'] {
  return async (projectId, flagId, dependsOnFlagIds) => {
    const found = await Promise.all(dependsOnFlagIds.map((id) => tx.flags.find(projectId, id)))
    const live = dependsOnFlagIds.filter((_, place) => found[place])
    return tx.flagDependencies.replace(projectId, flagId, live)
  }
}

async function stateOf(rows: ProjectRows, indexes: RowIndexes): Promise<{ state: MemoryState; ids: MemoryIds }> {
  const empty = emptyState()
  const state = { ...empty, flags: empty.flags.withoutCopies() }
  const slice = timeSlice()
  const noteUser = (user: User | null): number | null => {
    if (user && !state.users.get(user.id)) state.users.insert(user)
    return user?.id ?? null
  }
  const each = async <Row>(list: readonly Row[], insert: (row: Row) => unknown): Promise<void> => {
    for (const row of list) {
      insert(row)
      await slice.yieldIfOver()
    }
  }
  state.organizations.insert(rows.organization)
  state.projects.insert(rows.project)
  noteUser(rows.key?.user ?? rows.session?.user ?? null)
  if (rows.encryptionCheck !== undefined) state.encryptionCheck.insert({ id: 1, sealed: rows.encryptionCheck })
  if (rows.membership) {
    const { user, ...membership } = rows.membership
    noteUser(user)
    state.memberships.insert({ ...membership, userId: user.id })
  }
  await each(rows.roles, ({ members, associatedFlags: _, createdBy, ...role }) => {
    state.roles.insert({ ...role, createdById: noteUser(createdBy) })
    for (const { user, ...member } of members) {
      noteUser(user)
      state.roleMemberships.insert({ ...member, userId: user.id })
    }
  })
  await each(rows.flags, (flag) => {
    const { createdBy, lastModifiedBy, ...plain } = flag
    const row = { flag: plain, createdById: noteUser(createdBy), lastModifiedById: noteUser(lastModifiedBy) }
    const index = indexes.flag(flag)
    state.flags.insert({ ...row, totals: storedFlagTotals(flag, index.structureBytes), index })
  })
  const projectId = rows.project.id
  await each([...dependenciesByFlag(rows.dependencies)], ([flagId, dependsOnFlagIds]) => {
    state.flagDependencies.insert({ projectId, flagId, dependsOnFlagIds })
  })
  await each(rows.roleAccess, (access) => state.flagRoleAccess.insert(access))
  await each(rows.cohorts, ({ createdBy, memberCount: _, ...cohort }) => {
    const nameLower = (cohort.name ?? '').toLowerCase()
    const totals = storedCohortTotals(cohort, cohortStructureBytes(cohort))
    state.cohorts.insert({ ...cohort, createdById: noteUser(createdBy), nameLower, totals })
  })
  await each(rows.dashboards, (dashboard) => {
    const { createdBy, ...plain } = dashboard
    state.dashboards.insert({
      dashboard: plain,
      createdById: noteUser(createdBy),
      index: indexes.dashboard(dashboard),
    })
  })
  await each(rows.collaborators, ({ user, ...collaborator }) => {
    noteUser(user)
    state.dashboardCollaborators.insert({ ...collaborator, userId: user.id })
  })
  await each(rows.insights, ({ createdBy, lastModifiedBy, ...insight }) => {
    const users = { createdById: noteUser(createdBy), lastModifiedById: noteUser(lastModifiedBy) }
    // No operation on a copy searches for insights.
    state.insights.insert({ insight, ...users, searchText: '' })
  })
  await each(rows.texts, ({ createdBy, lastModifiedBy, ...text }) => {
    state.textCards.insert({
      ...text,
      createdById: noteUser(createdBy),
      lastModifiedById: noteUser(lastModifiedBy),
    })
  })
  await each(rows.tiles, (tile) => state.tiles.insert(tile))
  await each(rows.templates, ({ createdBy, ...template }) => {
    state.dashboardTemplates.insert({ ...template, createdById: noteUser(createdBy) })
  })
  return { state, ids: idsAfter(rows) }
}

function dependenciesByFlag(dependencies: readonly FlagDependency[]): ReadonlyMap<number, readonly number[]> {
  const byFlag = new Map<number, number[]>()
  for (const { flagId, dependsOnFlagId } of dependencies) {
    const list = byFlag.get(flagId) ?? []
    byFlag.set(flagId, list)
    list.push(dependsOnFlagId)
  }
  return byFlag
}

/**
 * Returns ids for new rows that are also above those of deleted rows which live rows reference: a copy does not contain
 * these.
 */
function idsAfter(rows: ProjectRows): MemoryIds {
  const ofDashboards = rows.flags.flatMap(({ usageDashboardId, analyticsDashboardIds }) => [
    usageDashboardId ?? 0,
    ...analyticsDashboardIds,
  ])
  return {
    ...noIds(),
    flags: highest([...idsOf(rows.flags), ...rows.dependencies.map(({ dependsOnFlagId }) => dependsOnFlagId)]),
    flagRoleAccess: highest(idsOf(rows.roleAccess)),
    cohorts: highest(idsOf(rows.cohorts)),
    dashboards: highest([...idsOf(rows.dashboards), ...ofDashboards]),
    tiles: highest(idsOf(rows.tiles)),
    textCards: highest(idsOf(rows.texts)),
    insights: highest(idsOf(rows.insights)),
  }
}

function idsOf(rows: readonly { readonly id: number }[]): readonly number[] {
  return rows.map(({ id }) => id)
}

function highest(ids: readonly number[]): number {
  return ids.reduce((most, id) => Math.max(most, id), 0)
}
