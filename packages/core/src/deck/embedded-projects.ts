import type { Project } from '../data/records/project.ts'
import { createProject } from '../features/identity/create-project.ts'
import { listProjects } from '../features/identity/list-projects.ts'
import { openOrganization } from '../features/identity/open-project.ts'
import type { CreateProjectInput } from '../features/identity/project-input.ts'
import type { ProjectView } from '../features/identity/project-view.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { Context } from '../runtime/context.ts'
import { ownOrganization } from './first-run.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/**
 * The projects of an organization: of the one with the given id, by default the user's own, and for the system the
 * first.
 */
export interface EmbeddedProjects {
  /** Lists projects; `search` is a part of the name and ignores case. */
  list(
    page?: Partial<PageRequest>,
    organizationId?: string,
    filter?: { readonly search?: string | undefined },
  ): Promise<Page<ProjectView>>
  /** Creates a project. */
  create(input: CreateProjectInput, organizationId?: string): Promise<Project>
}

const OPTIONS = {
  list: [PAGE_OPTIONS, null, ['search']],
} satisfies Parameters<typeof withKnownOptions<EmbeddedProjects>>[2]

/** Binds the project operations to the actor of the deck. */
export function embeddedProjects(ctx: Context): EmbeddedProjects {
  const organization = async (id?: string) => openOrganization(ctx, id ?? (await ownOrganization(ctx)))
  const methods: EmbeddedProjects = {
    list: async (page, id, filter) => listProjects(await organization(id), pageRequest(page), filter),
    create: async (input, id) => createProject(await organization(id), input),
  }
  return withKnownOptions('projects', methods, OPTIONS)
}
