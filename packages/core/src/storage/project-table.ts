import type { NewProject, Project } from '../identity/project.ts'
import type { Page, PageRequest } from '../pagination/page.ts'

export interface ProjectReader {
  find(projectId: number): Promise<Project | undefined>
  findByApiToken(apiToken: string): Promise<Project | undefined>
  findBySecretApiToken(secretApiToken: string): Promise<Project | undefined>
  findByName(organizationId: string, name: string): Promise<Project | undefined>
  /** The project with the lowest id. */
  first(): Promise<Project | undefined>
  /** Projects of these organizations, by id. */
  list(organizationIds: readonly string[], page: PageRequest): Promise<Page<Project>>
  /** The current version of each of these projects; one that does not exist is left out. */
  versions(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>>
}

export interface ProjectTable extends ProjectReader {
  /** Waits until no other transaction holds the project: writes that its evaluation depends on go one after the other. */
  lock(projectId: number): Promise<Project | undefined>
  /** Names are unique in the organization (`projects_name`), tokens everywhere (`projects_api_token`, `projects_secret_api_token`). */
  insert(project: NewProject): Promise<Project>
  /** Replaces everything but id, organization and version. */
  update(project: Project): Promise<void>
  /** Adds one to the version and answers the new one, 0 when there is no such project. Holds the project until the transaction ends. */
  raiseVersion(projectId: number): Promise<number>
}
