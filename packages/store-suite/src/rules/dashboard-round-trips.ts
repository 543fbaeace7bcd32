import type { Store } from '@flagdeck/core'
import {
  BUILT_AT,
  newDashboardCollaboratorRow,
  newDashboardIndex,
  newDashboardRow,
  newDashboardTemplateRow,
  newInsightRow,
  newTextCardRow,
  newTileRow,
  seedDashboard,
  seedInsight,
  seedTextCard,
  seedUser,
} from '@flagdeck/core/fixtures'
import type {
  DashboardCollaborator,
  DashboardTemplate,
  NewDashboard,
  NewInsight,
  NewTextCard,
  NewTile,
} from '@flagdeck/core/store'
import type { RoundTrip } from './round-trip.ts'

const ALL = { limit: 1000, offset: 0 }

/** The rows of dashboards and of their contents, by the columns that a test sets. */
export interface DashboardRowKinds {
  readonly dashboard: Partial<NewDashboard>
  readonly tile: Partial<Omit<NewTile, 'dashboardId' | 'content'>>
  readonly textCard: Partial<NewTextCard>
  readonly insight: Partial<NewInsight>
  readonly dashboardTemplate: Partial<DashboardTemplate>
  readonly dashboardCollaborator: Partial<DashboardCollaborator>
}

/**
 * An update must store the same values as an insert. Therefore each row is also written as an update of another row
 * with other values.
 */
export const DASHBOARD_ROUND_TRIPS: {
  readonly [Kind in keyof DashboardRowKinds]: RoundTrip<DashboardRowKinds[Kind]>
} = {
  async dashboard(store, { project }, special) {
    const row = newDashboardRow({ projectId: project.id, ...special })
    const index = newDashboardIndex(row)
    const inserted = await store.write((tx) => tx.dashboards.insert(row, index))
    const wrote = { ...row, id: inserted.id }
    const updated = await updatedDashboard(store, row)
    const { createdBy, createdAt } = wrote
    const read = await store.write(async (tx) => [
      inserted,
      await tx.dashboards.find(project.id, wrote.id),
      await tx.dashboards.lock(project.id, wrote.id),
      (await tx.dashboards.findMany(project.id, [wrote.id]))[0],
      wrote.deleted ? wrote : (await tx.dashboards.list(project.id, { creationMode: row.creationMode }, ALL)).items[0],
      { ...(await tx.dashboards.find(project.id, updated)), id: wrote.id, createdBy, createdAt },
    ])
    return { wrote, read }
  },

  async tile(store, { project }, special) {
    const projectId = project.id
    const { id: dashboardId } = await seedDashboard(store, { projectId })
    const { id: insightId } = await seedInsight(store, { projectId })
    const row = newTileRow({ projectId, dashboardId, content: { kind: 'insight', insightId }, ...special })
    const inserted = await store.write((tx) => tx.tiles.insert(row))
    const wrote = { ...row, id: inserted.id }
    const updated = await updatedTile(store, row)
    const read = await store.read(async (tx) => [
      inserted,
      await tx.tiles.find(projectId, wrote.id),
      (await tx.tiles.ofDashboard(projectId, dashboardId))[0],
      (await tx.tiles.showing(projectId, [wrote.content]))[0],
      { ...(await tx.tiles.find(projectId, updated)), id: wrote.id, dashboardId },
    ])
    return { wrote, read }
  },

  async textCard(store, { project }, special) {
    const row = newTextCardRow({ projectId: project.id, ...special })
    const inserted = await store.write((tx) => tx.textCards.insert(row))
    const wrote = { ...row, id: inserted.id }
    const user = await seedUser(store)
    const other = await seedTextCard(store, { projectId: project.id, createdBy: user, lastModifiedBy: user })
    await store.write((tx) => tx.textCards.update({ ...wrote, id: other.id }))
    const [read, updated] = await store.read((tx) => tx.textCards.findMany(project.id, [wrote.id, other.id]))
    return { wrote, read: [inserted, read, { ...updated, id: wrote.id }] }
  },

  async insight(store, { project }, special) {
    const row = newInsightRow({ projectId: project.id, ...special })
    const inserted = await store.write((tx) => tx.insights.insert(row, 'searched'))
    const wrote = { ...row, id: inserted.id }
    const other = await seedInsight(store, { projectId: project.id, ...BUSY_INSIGHT })
    await store.write((tx) => tx.insights.update({ ...wrote, id: other.id }, 'updated'))
    const { id, shortId, createdBy, createdAt } = wrote
    const read = await store.read(async (tx) => {
      const [found, updated] = await tx.insights.findMany(project.id, [other.id, wrote.id])
      const listed = wrote.deleted ? wrote : (await tx.insights.list(project.id, { search: 'searched' }, ALL)).items[0]
      const byShortId = await tx.insights.findByShortId(project.id, wrote.shortId)
      return [inserted, found, byShortId, listed, { ...updated, id, shortId, createdBy, createdAt }]
    })
    return { wrote, read }
  },

  async dashboardTemplate(store, { project }, special) {
    const wrote = newDashboardTemplateRow({ projectId: project.id, ...special })
    const updated = await updatedTemplate(store, wrote)
    await store.write((tx) => tx.dashboardTemplates.insert(wrote))
    const { id, templateName, createdBy, createdAt } = wrote
    const read = await store.read(async (tx) => [
      await tx.dashboardTemplates.find(project.id, id),
      wrote.deleted ? wrote : await tx.dashboardTemplates.findLiveByName(project.id, templateName),
      wrote.deleted ? wrote : (await tx.dashboardTemplates.list(project.id)).find((each) => each.id === id),
      { ...(await tx.dashboardTemplates.find(project.id, updated)), id, templateName, createdBy, createdAt },
    ])
    return { wrote, read }
  },

  async dashboardCollaborator(store, { project, user }, special) {
    const { id: dashboardId } = await seedDashboard(store, { projectId: project.id })
    const wrote = newDashboardCollaboratorRow({ projectId: project.id, dashboardId, user, ...special })
    await store.write((tx) => tx.dashboardCollaborators.insert(wrote))
    const [read] = await store.read((tx) => tx.dashboardCollaborators.ofDashboard(project.id, dashboardId))
    return { wrote, read: [read] }
  },
}

/** Changes another dashboard to the same values and the same last access. Returns its id. */
async function updatedDashboard(store: Store, row: NewDashboard): Promise<number> {
  const { id } = await seedDashboard(store, { projectId: row.projectId, ...BUSY_DASHBOARD })
  await store.write((tx) => tx.dashboards.update({ ...row, id }, newDashboardIndex(row)))
  const { lastAccessedAt } = row
  if (lastAccessedAt !== null) await store.write((tx) => tx.dashboards.touch(row.projectId, id, lastAccessedAt))
  return id
}

/** Changes another tile of another dashboard to the same values, and returns its id. */
async function updatedTile(store: Store, row: NewTile): Promise<number> {
  const { projectId } = row
  const { id: dashboardId } = await seedDashboard(store, { projectId })
  const { id: textId } = await seedTextCard(store, { projectId })
  return store.write(async (tx) => {
    const busy = newTileRow({ projectId, dashboardId, content: { kind: 'text', textId }, ...BUSY_TILE })
    const { id } = await tx.tiles.insert(busy)
    await tx.tiles.update({ ...row, dashboardId, id })
    return id
  })
}

/** Changes another template to the same values under another name, and returns its id. */
async function updatedTemplate(store: Store, row: DashboardTemplate): Promise<string> {
  return store.write(async (tx) => {
    const busy = newDashboardTemplateRow({ projectId: row.projectId, ...BUSY_TEMPLATE })
    await tx.dashboardTemplates.insert(busy)
    await tx.dashboardTemplates.update({ ...row, id: busy.id, templateName: `${row.templateName}-updated` })
    return busy.id
  })
}

// Rows with a value in every column that may be null or empty, except those that each type excludes.

const BUSY_DASHBOARD: Omit<
  NewDashboard,
  'projectId' | 'name' | 'deleted' | 'createdBy' | 'createdAt' | 'lastAccessedAt'
> = {
  description: 'busy',
  pinned: true,
  creationMode: 'duplicate',
  filters: { busy: true },
  variables: { busy: true },
  breakdownColors: ['busy'],
  dataColorThemeId: 7,
  quickFilterIds: ['busy'],
  tags: ['busy'],
  restrictionLevel: 37,
  version: 7,
}

const BUSY_TILE: Omit<NewTile, 'projectId' | 'dashboardId' | 'content'> = {
  layouts: { busy: true },
  color: 'busy',
  filtersOverrides: { busy: true },
  showDescription: true,
  transparentBackground: true,
  deleted: true,
  deletionId: 'busy',
}

const BUSY_INSIGHT: Omit<
  NewInsight,
  | 'projectId'
  | 'shortId'
  | 'name'
  | 'deleted'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt'
  | 'lastModifiedAt'
  | 'lastModifiedBy'
> = {
  derivedName: 'busy',
  description: 'busy',
  query: { busy: true },
  tags: ['busy'],
  favorited: true,
  saved: false,
  isSample: true,
  deletionId: 'busy',
}

const BUSY_TEMPLATE: Omit<DashboardTemplate, 'id' | 'projectId' | 'templateName' | 'tiles' | 'deleted' | 'createdBy'> =
  {
    dashboardDescription: 'busy',
    dashboardFilters: { busy: true },
    tags: ['busy'],
    variables: ['busy'],
    imageUrl: 'busy',
    scope: 'global',
    isFeatured: true,
    createdAt: BUILT_AT,
  }
