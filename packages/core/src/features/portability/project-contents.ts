import type { Cohort } from '../../data/records/cohort.ts'
import type { Dashboard } from '../../data/records/dashboard.ts'
import type { DashboardTemplate } from '../../data/records/dashboard-template.ts'
import type { Flag } from '../../data/records/flag.ts'
import type { Project } from '../../data/records/project.ts'
import type { RoleDetails } from '../../data/records/role.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { structureBytes } from '../../foundation/json/structure-bytes.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { timeSlice, yieldToOthers } from '../../foundation/time/yield.ts'
import { projectNotFound } from '../../runtime/access/unknown-place.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { type DashboardContents, loadContentsInParts } from '../dashboards/dashboard-contents.ts'
import { templatesInParts } from '../dashboards/templates/templates-in-parts.ts'
import { dashboardsInParts } from './dashboards-in-parts.ts'
import { type Numbered, numbered } from './name-reference.ts'
import { groupTypeNames, KnownNames, type NamePairs } from './names.ts'

/** A dashboard with its contents. */
export interface FilledDashboard extends Numbered<Dashboard> {
  readonly contents: DashboardContents
}

/** The fields of a flag that other entries of a document depend on. */
export type ListedFlag = Pick<Flag, 'id' | 'key' | 'usageDashboardId'>
/** The fields of a dashboard that other entries of a document depend on. */
export type ListedDashboard = Numbered<Pick<Dashboard, 'id' | 'name'>>

/** All contents of a project that a document can contain; none of them is deleted. */
export interface ProjectContents<
  F extends ListedFlag = Flag,
  D extends ListedDashboard = FilledDashboard,
  T = DashboardTemplate,
> {
  readonly project: Project
  readonly roles: readonly RoleDetails[]
  readonly cohorts: readonly Numbered<Cohort>[]
  readonly flags: readonly F[]
  /** Without unlisted dashboards, and without usage dashboards of flags. */
  readonly dashboards: readonly D[]
  readonly templates: readonly T[]
  /** Ids of the live usage dashboards of flags. */
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
  return loadProjectWith(tx, ctx, {
    flags: everyLiveFlag,
    dashboards: (_, flags) => everyFilledDashboard(tx, ctx, flags),
    templates: () => everyTemplate(tx, ctx),
  })
}

/** Functions that load the parts of a project that may be large. */
interface ContentLoaders<F extends ListedFlag, D extends ListedDashboard, T> {
  /** In the order of their ids. */
  readonly flags: (tx: ReadTransaction, projectId: number) => Promise<readonly F[]>
  /** In the order of {@link numbered}. */
  readonly dashboards: (tx: ReadTransaction, flags: readonly F[]) => Promise<readonly D[]>
  readonly templates: (tx: ReadTransaction) => Promise<readonly T[]>
}

/** Like {@link loadProject}, for callers that load parts in another form. */
export async function loadProjectWith<F extends ListedFlag, D extends ListedDashboard, T>(
  tx: ReadTransaction,
  ctx: ProjectContext,
  load: ContentLoaders<F, D, T>,
): Promise<ProjectContents<F, D, T>> {
  const { id: projectId, organizationId } = ctx.project
  const project = await tx.projects.find(projectId)
  if (!project) throw projectNotFound()
  const slice = timeSlice()
  const flags = await load.flags(tx, projectId)
  await slice.yieldIfOver()
  const cohorts = numbered(await tx.cohorts.listLive(projectId))
  await slice.yieldIfOver()
  const dashboards = await load.dashboards(tx, flags)
  const usageDashboards = await tx.dashboards.findMany(
    projectId,
    flags.map(({ usageDashboardId }) => usageDashboardId).filter((id) => id !== null),
  )
  return {
    project,
    flags,
    cohorts,
    dashboards,
    roles: await everyPage((page) => tx.roles.list(organizationId, page)),
    templates: await load.templates(tx),
    usageDashboardIds: new Set(usageDashboards.filter(({ deleted }) => !deleted).map(({ id }) => id)),
    names: namesOf({ project, flags, cohorts, dashboards }),
  }
}

async function everyFilledDashboard(
  tx: ReadTransaction,
  ctx: ProjectContext,
  flags: readonly ListedFlag[],
): Promise<readonly FilledDashboard[]> {
  const listed: Dashboard[] = []
  const contents = new Map<number, DashboardContents>()
  for await (const dashboard of listedDashboards(tx, ctx.project.id, flags)) {
    listed.push(dashboard)
    contents.set(dashboard.id, await loadCountedContents(tx, ctx, dashboard))
  }
  return numbered(listed).flatMap((each) => {
    const filled = contents.get(each.item.id)
    return filled ? { ...each, contents: filled } : []
  })
}

/**
 * Loads the contents of a dashboard. Its objects and lists, and those of the dashboard, are counted for the copy of the
 * project (DRY-6).
 */
export async function loadCountedContents(
  tx: ReadTransaction,
  { copyClaim }: Pick<ProjectContext, 'copyClaim'>,
  dashboard: Dashboard,
): Promise<DashboardContents> {
  if (!copyClaim) return loadContentsInParts(tx, dashboard)
  const { filters, variables, breakdownColors } = dashboard
  copyClaim.addStructure(structureBytes([filters, variables, breakdownColors]))
  const contents = await loadContentsInParts(tx, dashboard, (insights) =>
    copyClaim.addStructure(structureBytes(insights.map(({ query }) => query))),
  )
  copyClaim.addStructure(
    structureBytes(contents.all.map(({ layouts, filtersOverrides }) => [layouts, filtersOverrides])),
  )
  return contents
}

async function everyTemplate(
  tx: ReadTransaction,
  { project, copyClaim }: ProjectContext,
): Promise<readonly DashboardTemplate[]> {
  const templates: DashboardTemplate[] = []
  for await (const part of templatesInParts(tx, project.id)) {
    const documents = part.map(({ dashboardFilters, tiles, variables }) => [
      dashboardFilters,
      [...tiles],
      [...variables],
    ])
    copyClaim?.addStructure(structureBytes(documents))
    templates.push(...part)
  }
  return templates
}

/** Contents in any form. */
export type AnyContents = ProjectContents<ListedFlag, ListedDashboard, unknown>

/** Returns the ids and names of the contents. */
export function namesOf({
  project,
  flags,
  cohorts,
  dashboards,
}: Pick<AnyContents, 'project' | 'flags' | 'cohorts' | 'dashboards'>): ContentNames {
  return {
    flags: new KnownNames(flags.map(({ id, key }) => [id, key])),
    cohorts: new KnownNames(cohorts.map(({ item, key }) => [item.id, key])),
    dashboards: new KnownNames(dashboards.map(({ item, key }) => [item.id, key])),
    groupTypes: groupTypeNames(project.groupTypes),
  }
}

/** Yields every live listed dashboard by id, without the usage dashboards of these flags. */
export async function* listedDashboards(
  tx: ReadTransaction,
  projectId: number,
  flags: readonly Pick<Flag, 'usageDashboardId'>[],
): AsyncGenerator<Dashboard> {
  const ofFlags = new Set(flags.map(({ usageDashboardId }) => usageDashboardId).filter((id) => id !== null))
  for await (const part of dashboardsInParts(tx, projectId, ofFlags)) {
    for (const dashboard of part) if (dashboard.creationMode !== 'unlisted') yield dashboard
  }
}

/** The number of flags that are read before it yields: each may have half a MiB. */
const FLAGS_AT_ONCE = 20

/** Returns every live flag, by id. */
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
