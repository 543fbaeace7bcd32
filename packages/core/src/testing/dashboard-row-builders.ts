import type { DashboardIndex, NewDashboard } from '../data/records/dashboard.ts'
import type { DashboardCollaborator } from '../data/records/dashboard-collaborator.ts'
import type { DashboardTemplate } from '../data/records/dashboard-template.ts'
import type { NewInsight } from '../data/records/insight.ts'
import type { NewTextCard } from '../data/records/text-card.ts'
import type { NewTile } from '../data/records/tile.ts'
import { countingIds } from './counting-ids.ts'
import { BUILT_AT, type With } from './row-builders.ts'

const newId = countingIds()
let built = 0
const numbered = (word: string): string => `${word}-${++built}`

/** Returns the row of a dashboard, with default values for the columns that are not given. */
export function newDashboardRow(overrides: With<NewDashboard, 'projectId'>): NewDashboard {
  return {
    name: numbered('dashboard'),
    description: '',
    pinned: false,
    createdBy: null,
    createdAt: BUILT_AT,
    lastAccessedAt: null,
    deleted: false,
    creationMode: 'default',
    filters: {},
    variables: {},
    breakdownColors: [],
    dataColorThemeId: null,
    quickFilterIds: [],
    tags: [],
    restrictionLevel: 21,
    version: 1,
    ...overrides,
  }
}

/** Returns the index columns of a dashboard. A plain version for tests of stores. */
export function newDashboardIndex(
  { name, description, tags }: Pick<NewDashboard, 'name' | 'description' | 'tags'>,
  overrides: Partial<DashboardIndex> = {},
): DashboardIndex {
  const searchText = [name ?? '', description, ...tags].join('\n').toLowerCase()
  return { searchText, sortName: name ?? '', ...overrides }
}

/** Returns the row of a tile, with default values for the columns that are not given. */
export function newTileRow(overrides: With<NewTile, 'projectId' | 'dashboardId' | 'content'>): NewTile {
  return {
    layouts: {},
    color: null,
    filtersOverrides: {},
    showDescription: null,
    transparentBackground: null,
    deleted: false,
    deletionId: null,
    ...overrides,
  }
}

/** Returns the row of a text, with default values for the columns that are not given. */
export function newTextCardRow(overrides: With<NewTextCard, 'projectId'>): NewTextCard {
  return {
    body: numbered('text'),
    createdBy: null,
    lastModifiedAt: BUILT_AT,
    lastModifiedBy: null,
    ...overrides,
  }
}

/** Returns the row of an insight, with default values for the columns that are not given. */
export function newInsightRow(overrides: With<NewInsight, 'projectId'>): NewInsight {
  return {
    shortId: String(++built).padStart(8, 'a'),
    name: numbered('insight'),
    derivedName: null,
    description: '',
    query: null,
    tags: [],
    favorited: false,
    saved: true,
    isSample: false,
    deleted: false,
    deletionId: null,
    createdBy: null,
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    lastModifiedAt: BUILT_AT,
    lastModifiedBy: null,
    ...overrides,
  }
}

/** Returns the row of a dashboard template, with default values for the columns that are not given. */
export function newDashboardTemplateRow(overrides: With<DashboardTemplate, 'projectId'>): DashboardTemplate {
  return {
    id: newId(),
    templateName: numbered('template'),
    dashboardDescription: '',
    dashboardFilters: {},
    tags: [],
    tiles: [{ type: 'TEXT', body: '' }],
    variables: [],
    imageUrl: null,
    scope: 'team',
    isFeatured: false,
    deleted: false,
    createdBy: null,
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a collaborator, with default values for the columns that are not given. */
export function newDashboardCollaboratorRow(
  overrides: With<DashboardCollaborator, 'projectId' | 'dashboardId' | 'user'>,
): DashboardCollaborator {
  return { id: newId(), level: 37, addedAt: BUILT_AT, updatedAt: BUILT_AT, ...overrides }
}
