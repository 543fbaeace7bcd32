import { authorize } from '../access/authorize.ts'
import type { ProjectContext } from '../context.ts'
import type { OrganizationContext } from '../organization-context.ts'
import type { Page, PageRequest } from '../pagination/page.ts'
import type { Project } from './project.ts'

/** Lists the projects of an organization that the caller's key is good for, by id. */
export async function listProjects(ctx: OrganizationContext, page: PageRequest): Promise<Page<Project>> {
  authorize(ctx.actor, 'project:read')
  const bound = ctx.actor.type === 'user' ? ctx.actor.key?.scopedProjectIds : null
  return ctx.store.read(async (tx) => {
    if (!bound) return tx.projects.list([ctx.organization.id], page)
    const projects = await Promise.all(bound.map((id) => tx.projects.find(id)))
    const own = projects.filter((project) => project?.organizationId === ctx.organization.id)
    const items = own.filter((project) => project !== undefined).toSorted((a, b) => a.id - b.id)
    return { count: items.length, items: items.slice(page.offset, page.offset + page.limit) }
  })
}

/** Reads the project that the context is in. */
export function retrieveProject(ctx: ProjectContext): Project {
  authorize(ctx.actor, 'project:read')
  return ctx.project
}
