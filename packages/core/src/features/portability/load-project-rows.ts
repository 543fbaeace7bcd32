import type { ProjectRows } from '../../data/memory/memory-copy.ts'
import { type Actor, userOf } from '../../data/records/actor.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { FlagDependency } from '../../data/tables/flag-dependency-table.ts'
import { timeSlice } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type DashboardContents, loadContents } from '../dashboards/dashboard-contents.ts'
import { flagsOfIdsInParts } from '../flags/flags-in-parts.ts'
import { everyPage, type ProjectContents } from './project-contents.ts'

const BY_LIVE = [{}, { creationMode: 'unlisted' }, { deleted: true }] as const

/** Every row that operations on a copy of the project look at, from one state of the database. */
export async function loadProjectRows(
  tx: ReadTransaction,
  ctx: ProjectContext,
  { project, flags: live, roles, templates, dashboards: filled }: ProjectContents,
): Promise<ProjectRows> {
  const { id: projectId, organizationId } = project
  const caller = userOf(ctx.actor)
  const dependencies = await tx.flagDependencies.list(projectId)
  const dashboards = await dashboardsOf(tx, projectId)
  const known = new Map(filled.map(({ item, contents }) => [item.id, contents]))
  const contents = await contentsOf(tx, dashboards, known)
  const ids = dashboards.map(({ id }) => id)
  const own = new Set(caller ? await tx.dashboardCollaborators.dashboardsOfUser(projectId, caller.id, ids) : [])
  const collaborators = [...own].map((id) => tx.dashboardCollaborators.ofDashboard(projectId, id))
  return {
    organization: (await tx.organizations.find(organizationId)) ?? ctx.access.organization,
    project,
    membership: caller ? await tx.memberships.find(organizationId, caller.id) : undefined,
    ...(await credentialOf(tx, ctx.actor)),
    encryptionCheck: await tx.encryptionCheck.find(),
    roles,
    roleAccess: roleAccessOf(roles, projectId),
    flags: [...live, ...(await deletedTargets(tx, projectId, live, dependencies))],
    dependencies,
    cohorts: await tx.cohorts.changedSince(projectId, 0),
    dashboards,
    collaborators: (await Promise.all(collaborators)).flat(),
    tiles: contents.flatMap(({ all }) => all),
    texts: byId(contents.flatMap(({ texts }) => [...texts.values()])),
    insights: byId(contents.flatMap(({ insights }) => [...insights.values()])),
    templates,
  }
}

async function credentialOf(tx: ReadTransaction, actor: Actor): Promise<Pick<ProjectRows, 'key' | 'session'>> {
  const { user, key, session } = actor.type === 'user' ? actor : {}
  return {
    key: user && key ? await tx.personalApiKeys.find(user.id, key.id) : undefined,
    session: session ? await tx.sessions.findBySecureValue(session.secureValue) : undefined,
  }
}

async function dashboardsOf(tx: ReadTransaction, projectId: number): Promise<readonly Dashboard[]> {
  const lists: Dashboard[] = []
  for (const query of BY_LIVE) lists.push(...(await everyPage((page) => tx.dashboards.list(projectId, query, page))))
  return byId(lists)
}

async function contentsOf(
  tx: ReadTransaction,
  dashboards: readonly Dashboard[],
  known: ReadonlyMap<number, DashboardContents>,
): Promise<readonly DashboardContents[]> {
  const slice = timeSlice()
  const contents: DashboardContents[] = []
  for (const dashboard of dashboards) {
    contents.push(known.get(dashboard.id) ?? (await loadContents(tx, dashboard)))
    await slice.yieldIfOver()
  }
  return contents
}

/** Ids of the entries are not known here. They are of no use outside the copy. */
function roleAccessOf(roles: readonly RoleDetails[], projectId: number): ProjectRows['roleAccess'] {
  return roles
    .flatMap(({ id: roleId, createdAt, associatedFlags }) =>
      associatedFlags.flatMap((flag) =>
        flag.projectId === projectId ? { flagId: flag.id, roleId, addedAt: createdAt, updatedAt: createdAt } : [],
      ),
    )
    .map((access, index) => ({ ...access, id: index + 1 }))
}

/** The deleted flags that live flags still depend on: every other deleted flag counts as one that never was. */
function deletedTargets(
  tx: ReadTransaction,
  projectId: number,
  live: readonly Flag[],
  dependencies: readonly FlagDependency[],
): Promise<readonly Flag[]> {
  const known = new Set(live.map(({ id }) => id))
  const missing = new Set(dependencies.map((each) => each.dependsOnFlagId).filter((id) => !known.has(id)))
  return flagsOfIdsInParts(tx, projectId, { deleted: true }, [...missing], (flag) => flag)
}

/** Each once: a dashboard may be in several lists, and content on several dashboards. */
function byId<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
