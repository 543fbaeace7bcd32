import type { Project } from '../../identity/project.ts'
import type { ProjectTable } from '../project-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { pairOf } from './memory-state.ts'
import { pageOf } from './page-of.ts'

export function memoryProjectTable({ state, ids }: MemoryContext): ProjectTable {
  const { projects } = state
  const find: ProjectTable['find'] = async (projectId) => projects.get(projectId)
  return {
    find,
    findByApiToken: async (token) => projects.holderOf('projects_api_token', token),
    findBySecretApiToken: async (token) => projects.holderOf('projects_secret_api_token', token),
    findByName: async (organizationId, name) => projects.holderOf('projects_name', pairOf(organizationId, name)),
    first: async () => projects.filter(() => true).sort(byId)[0],
    async list(organizationIds, page) {
      const wanted = projects.filter((project) => organizationIds.includes(project.organizationId))
      return pageOf(wanted.sort(byId), page)
    },
    async versions(projectIds) {
      const found = projectIds.flatMap((id) => projects.get(id) ?? [])
      return new Map(found.map((project) => [project.id, project.version]))
    },
    // Writers run one after the other here: whoever asks already holds everything.
    lock: find,
    async insert(project) {
      referenced(state.organizations.get(project.organizationId), `organization ${project.organizationId}`)
      return projects.insert({ ...project, id: ++ids.projects })
    },
    async update(project) {
      const stored = projects.get(project.id)
      if (stored?.organizationId !== project.organizationId) return
      projects.replace({ ...project, version: stored.version })
    },
    async raiseVersion(projectId) {
      const project = projects.get(projectId)
      return project ? projects.replace({ ...project, version: project.version + 1 }).version : 0
    },
  }
}

function byId(a: Project, b: Project): number {
  return a.id - b.id
}
