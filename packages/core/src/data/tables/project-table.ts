import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { LiveTotals } from '../records/live-totals.ts'
import type { NewProject, Project } from '../records/project.ts'
import type { ProjectVersion } from '../records/project-version.ts'

/** What is asked about projects. */
export interface ProjectReader {
  find(projectId: number): Promise<Project | undefined>
  findByApiToken(apiToken: string): Promise<Project | undefined>
  findBySecretApiToken(secretApiToken: string): Promise<Project | undefined>
  findByName(organizationId: string, name: string): Promise<Project | undefined>
  /** The project and two tags at once, because every load of a snapshot waits for it. */
  findTagged(projectId: number, since: number): Promise<TaggedProject | undefined>
  /** The same since the version before its own: for whoever has just raised that. */
  findRaised(projectId: number): Promise<TaggedProject | undefined>
  /** The project with the lowest id. */
  first(): Promise<Project | undefined>
  /** Projects of these organizations, by id. */
  list(organizationIds: readonly string[], page: PageRequest): Promise<Page<Project>>
  /** The current version of each of these projects; one that does not exist is left out. */
  versions(projectIds: readonly number[]): Promise<ReadonlyMap<number, ProjectVersion>>
  /** Counted and summed by the database: core would otherwise read every flag and every cohort of the project. */
  liveTotals(projectId: number): Promise<LiveTotals>
  /**
   * Ids of the projects that have more live cohorts or more bytes than that, in order, at most `limit`. It covers all
   * organizations, for operators of an installation. They could otherwise find them only by reading every flag.
   */
  listAbove(totals: Pick<LiveTotals, 'cohorts' | 'bytes'>, limit: number): Promise<readonly number[]>
}

/** A project with the tag of its version. */
export interface TaggedProject {
  readonly project: Project
  /** Of its version; null when it is not known. */
  readonly tag: string | null
  /** That of the version that was asked about; null when it is not known here. */
  readonly sinceTag: string | null
}

/** Whatever raises a version gives it a tag in the same transaction, and in as many round trips as without. */
export interface ProjectTable extends ProjectReader {
  /** Waits until no other transaction has locked the project: writes that its evaluation depends on go one after the other. */
  lock(projectId: number): Promise<Project | undefined>
  /** Names are unique in the organization (`projects_name`), tokens everywhere (`projects_api_token`, `projects_secret_api_token`). */
  insert(project: NewProject): Promise<Project>
  /** Replaces everything but id, organization and version. */
  update(project: Project): Promise<void>
  /** Adds one to the version and answers the new one, 0 when there is no such project. Locks the project until the transaction ends. */
  raiseVersion(projectId: number): Promise<number>
  /** Gives this version a tag if it is the newest and has none: a release without tags has raised it. */
  tagVersion(projectId: number, version: number): Promise<void>
}
