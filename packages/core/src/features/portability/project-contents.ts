import type { Cohort } from '../../data/records/cohort.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import type { DashboardTemplate } from '../../data/records/dashboard-template.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { Project } from '../../data/records/project.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type DashboardContents, loadContents } from '../dashboards/dashboard-contents.ts'
import { type Numbered, numbered } from './name-reference.ts'
import { groupTypeNames, KnownNames, type NamePairs } from './names.ts'

/** A dashboard with what is on it. */
export interface FilledDashboard extends Numbered<Dashboard> {
  readonly contents: DashboardContents
}

/** The fields of a flag that other entries of a document depend on. */
export type ListedFlag = Pick<Flag, 'id' | 'key' | 'usageDashboardId'>

/** Everything in a project that a document can tell of; nothing of it was deleted. */
export interface ProjectContents<F extends ListedFlag = Flag> {
  readonly project: Project
  readonly roles: readonly RoleDetails[]
  readonly cohorts: readonly Numbered<Cohort>[]
  readonly flags: readonly F[]
  /** Neither those that lists leave out, nor those that flags have of their usage. */
  readonly dashboards: readonly FilledDashboard[]
  readonly templates: readonly DashboardTemplate[]
  /** Ids of the live dashboards that flags have of their usage. */
  readonly usageDashboardIds: ReadonlySet<number>
  readonly names: ContentNames
}

export interface ContentNames {
  readonly flags: KnownNames<string>
  readonly cohorts: KnownNames<string>
  readonly dashboards: KnownNames<string>
  readonly groupTypes: NamePairs<string>
}

export async function loadProject(tx: ReadTransaction, ctx: ProjectContext): Promise<ProjectContents> {
  return loadProjectWith(tx, ctx, everyLiveFlag)
}

/** {@link loadProject}, for callers that load the flags in a form of their own. They are in the order of their ids. */
export async function loadProjectWith<F extends ListedFlag>(
  tx: ReadTransaction,
  ctx: ProjectContext,
  loadFlags: (tx: ReadTransaction, projectId: number) => Promise<readonly F[]>,
): Promise<ProjectContents<F>> {
  const { id: projectId, organizationId } = ctx.project
  const project = await tx.projects.find(projectId)
  if (!project) throw projectNotFound()
  const slice = timeSlice()
  const flags = await loadFlags(tx, projectId)
  await slice.yieldIfOver()
  const cohorts = numbered(await tx.cohorts.listLive(projectId))
  await slice.yieldIfOver()
  const listed = await everyDashboard(tx, projectId, flags)
  const usageDashboards = await tx.dashboards.findMany(
    projectId,
    flags.map(({ usageDashboardId }) => usageDashboardId).filter((id) => id !== null),
  )
  const dashboards: FilledDashboard[] = []
  for (const each of numbered(listed)) {
    dashboards.push({ ...each, contents: await loadContents(tx, each.item) })
    // Some stores do all of their work before they answer.
    await slice.yieldIfOver()
  }
  return {
    project,
    flags,
    cohorts,
    dashboards,
    roles: await everyPage((page) => tx.roles.list(organizationId, page)),
    templates: await tx.dashboardTemplates.list(projectId),
    usageDashboardIds: new Set(usageDashboards.filter(({ deleted }) => !deleted).map(({ id }) => id)),
    names: namesOf({ project, flags, cohorts, dashboards }),
  }
}

/** Ids and names of what there is. */
export function namesOf({
  project,
  flags,
  cohorts,
  dashboards,
}: Pick<ProjectContents<ListedFlag>, 'project' | 'flags' | 'cohorts' | 'dashboards'>): ContentNames {
  return {
    flags: new KnownNames(flags.map(({ id, key }) => [id, key])),
    cohorts: new KnownNames(cohorts.map(({ item, key }) => [item.id, key])),
    dashboards: new KnownNames(dashboards.map(({ item, key }) => [item.id, key])),
    groupTypes: groupTypeNames(project.groupTypes),
  }
}

/** Every live dashboard of a project, without those that these flags have of their usage. */
export async function everyDashboard(
  tx: ReadTransaction,
  projectId: number,
  flags: readonly Pick<Flag, 'usageDashboardId'>[],
): Promise<readonly Dashboard[]> {
  const ofFlags = new Set(flags.map(({ usageDashboardId }) => usageDashboardId))
  const listed = await everyPage((page) => tx.dashboards.list(projectId, {}, page))
  return listed.filter(({ id }) => !ofFlags.has(id))
}

/** Flags that are read before it yields: each may have half a MiB. */
const FLAGS_AT_ONCE = 20

/** Every live flag, by id. */
async function everyLiveFlag(tx: ReadTransaction, projectId: number): Promise<readonly Flag[]> {
  const flags: Flag[] = []
  for (;;) {
    const part = await tx.flags.listLiveAfter(projectId, flags.at(-1)?.key ?? '', FLAGS_AT_ONCE)
    for (const flag of part) flags.push(flag)
    if (part.length < FLAGS_AT_ONCE) return flags.sort((a, b) => a.id - b.id)
    await yieldToOthers()
  }
}

const PAGE_SIZE = 1000

export async function everyPage<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = []
  for (;;) {
    const page = await list({ limit: PAGE_SIZE, offset: items.length })
    items.push(...page.items)
    if (page.items.length < PAGE_SIZE) return items
  }
}
