import { addTotals, type LiveTotals } from '../records/live-totals.ts'
import type { Project } from '../records/project.ts'
import { newVersionTag, TAGGED_VERSIONS, TAGS_GO_EVERY } from '../records/project-version.ts'
import type { ProjectTable } from '../tables/project-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { type MemoryState, pairOf } from './memory-state.ts'
import { pageOf } from './page-of.ts'

export function memoryProjectTable({ state, ids }: MemoryContext): ProjectTable {
  const { projects } = state
  const find: ProjectTable['find'] = async (projectId) => projects.get(projectId)
  const tags = versionTags(state)
  const withTags = (project: Project | undefined, since: number) =>
    project && { project, tag: tags.of(project.id, project.version), sinceTag: tags.of(project.id, since) }
  return {
    find,
    findByApiToken: async (token) => projects.holderOf('projects_api_token', token),
    findBySecretApiToken: async (token) => projects.holderOf('projects_secret_api_token', token),
    findByName: async (organizationId, name) => projects.holderOf('projects_name', pairOf(organizationId, name)),
    findTagged: async (projectId, since) => withTags(projects.get(projectId), since),
    async findRaised(projectId) {
      const project = projects.get(projectId)
      return project && withTags(project, project.version - 1)
    },
    first: async () => projects.all().sort(byId)[0],
    async list(organizationIds, page) {
      const wanted = [...new Set(organizationIds)].flatMap((id) => projects.of('organization', id))
      return pageOf(wanted.sort(byId), page)
    },
    async versions(projectIds) {
      const found = projectIds.flatMap((id) => projects.get(id) ?? [])
      return new Map(found.map(({ id, version }) => [id, { version, tag: tags.of(id, version) }]))
    },
    liveTotals: async (projectId) => totalsOf(state, projectId),
    async listAbove({ cohorts, bytes }, limit) {
      const isAbove = (totals: LiveTotals) => totals.cohorts > cohorts || totals.bytes > bytes
      const above = projects.all().filter(({ id }) => isAbove(totalsOf(state, id)))
      const inOrder = above.sort(byId).map(({ id }) => id)
      return inOrder.slice(0, limit)
    },
    // Writers run one after the other, so every row is already locked.
    lock: find,
    async insert(project) {
      referenced(state.organizations.get(project.organizationId), `organization ${project.organizationId}`)
      const inserted = projects.insert({ ...project, id: ++ids.projects })
      tags.draw(inserted)
      return inserted
    },
    async update(project) {
      const stored = projects.get(project.id)
      if (stored?.organizationId !== project.organizationId) return
      projects.replace({ ...project, version: stored.version })
    },
    async raiseVersion(projectId) {
      const project = projects.get(projectId)
      if (!project) return 0
      const raised = projects.replace({ ...project, version: project.version + 1 })
      tags.draw(raised)
      return raised.version
    },
    async tagVersion(projectId, version) {
      const project = projects.get(projectId)
      if (project?.version === version && tags.of(projectId, version) === null) tags.draw(project)
    },
  }
}

function totalsOf({ flags, cohorts }: MemoryState, projectId: number): LiveTotals {
  const rows = [...flags.of('project', projectId), ...cohorts.of('project', projectId)]
  return rows.map(({ totals }) => totals).reduce(addTotals, { flags: 0, cohorts: 0, bytes: 0 })
}

/** Tags by project and version. It stores as many as a database does. */
function versionTags({ projectVersions }: MemoryState) {
  return {
    of: (projectId: number, version: number) => projectVersions.get(pairOf(projectId, version))?.tag ?? null,
    draw({ id, version }: Project) {
      projectVersions.put({ projectId: id, version, tag: newVersionTag() })
      if (version % TAGS_GO_EVERY !== 0) return
      const last = version - TAGGED_VERSIONS
      for (let old = last; old > last - TAGS_GO_EVERY; old--) projectVersions.delete(pairOf(id, old))
    },
  }
}

function byId(a: Project, b: Project): number {
  return a.id - b.id
}
