import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { LiveTotals } from '../records/live-totals.ts'
import type { NewProject, Project } from '../records/project.ts'
import type { ProjectVersion } from '../records/project-version.ts'

/** Queries on projects. */
export interface ProjectReader {
  find(projectId: number): Promise<Project | undefined>
  findByApiToken(apiToken: string): Promise<Project | undefined>
  findBySecretApiToken(secretApiToken: string): Promise<Project | undefined>
  findByName(organizationId: string, name: string): Promise<Project | undefined>
  /** Returns the project and two tags in one query, because every load of a snapshot waits for it. */
  findTagged(projectId: number, since: number): Promise<TaggedProject | undefined>
  /** {@link findTagged} with the tag of the previous version, for callers that have just raised the version. */
  findRaised(projectId: number): Promise<TaggedProject | undefined>
  /** Returns the project with the lowest id. */
  first(): Promise<Project | undefined>
  /** Lists projects of these organizations, by id. */
  list(organizationIds: readonly string[], page: PageRequest): Promise<Page<Project>>
  /** Returns the current version of each of these projects. Projects that do not exist are omitted. */
  versions(projectIds: readonly number[]): Promise<ReadonlyMap<number, ProjectVersion>>
  /**
   * Returns totals that the database computes: otherwise every flag and every cohort of the project would have to be
   * read.
   */
  liveTotals(projectId: number): Promise<LiveTotals>
  /**
   * Returns the ids of up to `limit` projects with more live cohorts or more bytes than `totals`, by id. It covers all
   * organizations, for operators of an installation. Otherwise they could find these projects only by reading every
   * flag.
   */
  listAbove(totals: Pick<LiveTotals, 'cohorts' | 'bytes'>, limit: number): Promise<readonly number[]>
}

/** A project with the tag of its version. */
export interface TaggedProject {
  readonly project: Project
  /** The tag of its version; null if it is unknown. */
  readonly tag: string | null
  /** The tag of the requested version; null if it is unknown here. */
  readonly sinceTag: string | null
}

/**
 * Queries on and changes of projects. A statement that raises a version also tags it, in the same transaction and
 * without more round trips.
 */
export interface ProjectTable extends ProjectReader {
  /**
   * Locks the project, and waits for other transactions that have locked it: writes that its evaluation depends on run
   * one after the other.
   */
  lock(projectId: number): Promise<Project | undefined>
  /**
   * Adds a project. Names are unique in the organization (`projects_name`), tokens in the database
   * (`projects_api_token`, `projects_secret_api_token`).
   */
  insert(project: NewProject): Promise<Project>
  /** Replaces all fields except id, organization and version. */
  update(project: Project): Promise<void>
  /**
   * Increments the version and returns the new one, or 0 if there is no such project. Locks the project until the
   * transaction ends.
   */
  raiseVersion(projectId: number): Promise<number>
  /** Tags this version if it is the newest and has no tag because a release without tags has raised it. */
  tagVersion(projectId: number, version: number): Promise<void>
}
