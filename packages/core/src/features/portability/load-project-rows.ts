import type { ProjectRows } from '../../data/memory/memory-copy.ts'
import { type Actor, userOf } from '../../data/records/actor.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import type { DashboardContents } from '../dashboards/dashboard-contents.ts'
import { dashboardsInParts } from './dashboards-in-parts.ts'
import { loadCountedContents, type ProjectContents } from './project-contents.ts'

/** Loads the rows that operations on a copy of the project depend on, from one state of the database. */
export async function loadProjectRows(
  tx: ReadTransaction,
  ctx: ProjectContext,
  { project, flags, cohorts, roles, templates, dashboards: filled }: ProjectContents,
): Promise<ProjectRows> {
  const { id: projectId, organizationId } = project
  const caller = userOf(ctx.actor)
  const others = await otherDashboards(tx, ctx, new Set(filled.map(({ item }) => item.id)))
  const dashboards = [...filled.map(({ item, contents }) => ({ dashboard: item, contents })), ...others]
  const contents = dashboards.map((each) => each.contents)
  const ids = dashboards.map(({ dashboard }) => dashboard.id)
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
    flags,
    dependencies: await tx.flagDependencies.list(projectId),
    cohorts: cohorts.map(({ item }) => item),
    dashboards: dashboards.map(({ dashboard }) => dashboard),
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

/** Returns the live dashboards that are not in documents: unlisted ones, and usage dashboards of flags. */
async function otherDashboards(tx: ReadTransaction, ctx: ProjectContext, known: ReadonlySet<number>) {
  const others: { readonly dashboard: Dashboard; readonly contents: DashboardContents }[] = []
  for await (const part of dashboardsInParts(tx, ctx.project.id, known)) {
    for (const dashboard of part) others.push({ dashboard, contents: await loadCountedContents(tx, ctx, dashboard) })
  }
  return others
}

/**
 * Returns the access of roles, with generated ids: the ids of the entries are unknown here, and not used outside the
 * copy.
 */
function roleAccessOf(roles: readonly RoleDetails[], projectId: number): ProjectRows['roleAccess'] {
  return roles
    .flatMap(({ id: roleId, createdAt, associatedFlags }) =>
      associatedFlags.flatMap((flag) =>
        flag.projectId === projectId ? { flagId: flag.id, roleId, addedAt: createdAt, updatedAt: createdAt } : [],
      ),
    )
    .map((access, index) => ({ ...access, id: index + 1 }))
}

/** Returns each row once: several dashboards may show the same content. */
function byId<Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
