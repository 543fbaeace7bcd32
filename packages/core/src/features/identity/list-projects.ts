import type { Project } from '../../data/records/project.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { OrganizationContext, ProjectContext } from '../../runtime/context.ts'
import { type ProjectView, projectView } from './project-view.ts'

/** Filters projects. */
interface ProjectFilter {
  /** Part of the name, ignoring case; empty for every project. */
  readonly search?: string | undefined
}

/** Lists the projects of an organization that the caller's key gives access to, by id (PROJ-19). */
export async function listProjects(
  ctx: OrganizationContext,
  page: PageRequest,
  { search = '' }: ProjectFilter = {},
): Promise<Page<ProjectView>> {
  authorize(ctx.actor, 'project:read')
  if (search !== '') return pageOf(await projectsFoundBy(ctx, search.toLowerCase()), page)
  return ctx.store.read((tx) => reachableProjects(tx, ctx, page))
}

/** Compares names here, because databases differ in case-insensitivity beyond ASCII. */
async function projectsFoundBy(ctx: OrganizationContext, folded: string): Promise<readonly ProjectView[]> {
  const found: ProjectView[] = []
  for await (const project of eachReachableProject(ctx)) {
    if (project.name.toLowerCase().includes(folded)) found.push(project)
  }
  return found
}

/** Returns the projects of an organization that the caller's key gives access to, by id. */
export async function reachableProjects(
  tx: ReadTransaction,
  ctx: OrganizationContext,
  page: PageRequest,
): Promise<Page<ProjectView>> {
  const bound = ctx.actor.type === 'user' ? ctx.actor.key?.scopedProjectIds : null
  const { count, items } = bound
    ? await boundProjects(tx, ctx, bound, page)
    : await tx.projects.list([ctx.organization.id], page)
  return { count, items: items.map((project) => projectView(ctx, ctx.access, project)) }
}

/** The number of projects that one transaction reads. */
const PROJECTS_PER_READ = 100

/** Yields all projects of an organization that the caller's key gives access to, by id. Reads them in parts. */
export async function* eachReachableProject(ctx: OrganizationContext): AsyncGenerator<ProjectView> {
  let count = 0
  for (let offset = 0; offset === 0 || offset < count; offset += PROJECTS_PER_READ) {
    const page = await ctx.store.read((tx) => reachableProjects(tx, ctx, { limit: PROJECTS_PER_READ, offset }))
    count = page.count
    yield* page.items
    await yieldToOthers()
  }
}

/** Returns the projects of the organization among those that a key is bound to. */
async function boundProjects(
  tx: ReadTransaction,
  ctx: OrganizationContext,
  ids: readonly number[],
  { limit, offset }: PageRequest,
): Promise<Page<Project>> {
  const projects = await Promise.all(ids.map((id) => tx.projects.find(id)))
  const items = projects
    .filter((project) => project !== undefined)
    .filter((project) => project.organizationId === ctx.organization.id)
    .toSorted((a, b) => a.id - b.id)
  return { count: items.length, items: items.slice(offset, offset + limit) }
}

/** Returns the project of the context. */
export async function retrieveProject(ctx: ProjectContext): Promise<ProjectView> {
  authorize(ctx.actor, 'project:read')
  const project = await ctx.store.read((tx) => tx.projects.find(ctx.project.id))
  if (!project) throw projectNotFound()
  return projectView(ctx, ctx.access, project)
}
