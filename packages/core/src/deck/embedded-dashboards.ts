import type { Activity, FieldChange } from '../data/records/activity.ts'
import { createDashboard } from '../features/dashboards/create-dashboard.ts'
import type {
  DashboardDetails,
  DashboardOverrides,
  DashboardSummary,
  TileDetails,
} from '../features/dashboards/dashboard-details.ts'
import type {
  CreateDashboardInput,
  CreateFromTemplateInput,
  DashboardInput,
  UpdateDashboardInput,
} from '../features/dashboards/dashboard-input.ts'
import { createFlagDashboard } from '../features/dashboards/flag-usage/create-flag-dashboard.ts'
import { enrichUsageDashboard } from '../features/dashboards/flag-usage/enrich-usage-dashboard.ts'
import { listDashboardActivity } from '../features/dashboards/list-dashboard-activity.ts'
import { listDashboards } from '../features/dashboards/list-dashboards.ts'
import type { ChangeDashboardOptions } from '../features/dashboards/lock-dashboard.ts'
import type { DashboardListFilters } from '../features/dashboards/parse-dashboard-query.ts'
import { retrieveDashboard } from '../features/dashboards/retrieve-dashboard.ts'
import { createDashboardFromTemplate } from '../features/dashboards/templates/create-dashboard-from-template.ts'
import { exportTemplate } from '../features/dashboards/templates/export-template.ts'
import type { TemplateDocument } from '../features/dashboards/templates/template-document.ts'
import { answerTiles, type TileAnswers } from '../features/dashboards/tiles/answer-tiles.ts'
import {
  type CreateTextTileInput,
  createTextTile,
  type UpdateTextTileInput,
  updateTextTile,
} from '../features/dashboards/tiles/change-text-tile.ts'
import { type CopyTileInput, copyTile } from '../features/dashboards/tiles/copy-tile.ts'
import { deleteTile } from '../features/dashboards/tiles/delete-tile.ts'
import { type MoveTileInput, moveTile } from '../features/dashboards/tiles/move-tile.ts'
import { type ReorderTilesInput, reorderTiles } from '../features/dashboards/tiles/reorder-tiles.ts'
import { type UpdateTileInput, updateTile } from '../features/dashboards/tiles/update-tile.ts'
import { type UpdatedDashboard, updateDashboard } from '../features/dashboards/update-dashboard.ts'
import type { DashboardVersion } from '../features/dashboards/versions/dashboard-version.ts'
import {
  compareDashboardVersions,
  listDashboardVersions,
  retrieveDashboardVersion,
} from '../features/dashboards/versions/read-dashboard-versions.ts'
import { restoreDashboardVersion } from '../features/dashboards/versions/restore-dashboard-version.ts'
import type { FlagDetails } from '../features/flags/flag-details.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'
import type { ProjectContext } from '../runtime/context.ts'
import type { VersionSummary } from '../runtime/history/list-versions.ts'
import { type EmbeddedCollaborators, embeddedCollaborators } from './embedded-collaborators.ts'
import { type EmbeddedTemplates, embeddedTemplates } from './embedded-templates.ts'
import { byFlag, type FlagReference } from './flag-reference.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** The dashboards of one project. */
export interface EmbeddedDashboards {
  /** Creates a dashboard. */
  create(input?: CreateDashboardInput): Promise<DashboardDetails>
  /** Creates a dashboard from a template; `fields` override those of the template. */
  createFromTemplate(template: CreateFromTemplateInput['template'], fields?: DashboardInput): Promise<DashboardDetails>
  /** Creates a dashboard with the usage of a flag, unless the flag has one. The returned flag references it. */
  createForFlag(flag: FlagReference): Promise<FlagDetails>
  /** Adds insights to that dashboard about how often the feature of the flag was viewed and used. */
  enrichForFlag(flag: FlagReference): Promise<FlagDetails>
  /** Returns a dashboard, also a deleted one. */
  get(dashboardId: number, overrides?: DashboardOverrides): Promise<DashboardDetails>
  /** Returns the current results of all tiles, by tile. Usage counted in the last seconds may be missing. */
  answers(dashboardId: number, overrides?: DashboardOverrides): Promise<TileAnswers>
  /** Lists dashboards without their tiles, pinned ones first, then by name. */
  list(filters?: DashboardListFilters, page?: Partial<PageRequest>): Promise<Page<DashboardSummary>>
  /** Updates the given fields of a dashboard. */
  update(dashboardId: number, input: UpdateDashboardInput, options?: ChangeDashboardOptions): Promise<UpdatedDashboard>
  /** Soft-deletes a dashboard; `restore` restores it with its tiles. */
  delete(dashboardId: number): Promise<DashboardDetails>
  /**
   * Restores a deleted dashboard. With a version, creates a new version that equals that one, including tiles and
   * texts.
   */
  restore(dashboardId: number, version?: number, options?: ChangeDashboardOptions): Promise<DashboardDetails>
  /** Lists the versions of a dashboard with their authors and changes, newest first. */
  versions(dashboardId: number, page?: Partial<PageRequest>): Promise<Page<VersionSummary>>
  /** Returns an earlier version of a dashboard. */
  version(dashboardId: number, version: number): Promise<DashboardVersion>
  /** Compares a version with another, or with the newest; empty if they are equal. */
  difference(dashboardId: number, from: number, to?: number): Promise<readonly FieldChange[]>
  /** Returns the dashboard as a template document, from which dashboards can be created. */
  exportTemplate(dashboardId: number): Promise<TemplateDocument>
  /** Moves a tile to another dashboard, and returns the dashboard that it left. */
  moveTile(dashboardId: number, input: MoveTileInput, options?: ChangeDashboardOptions): Promise<DashboardDetails>
  /** Copies a tile of another dashboard to this one, and returns this one. */
  copyTile(dashboardId: number, input: CopyTileInput, options?: ChangeDashboardOptions): Promise<DashboardDetails>
  /** Changes the order of the tiles. */
  reorderTiles(
    dashboardId: number,
    input: ReorderTilesInput,
    options?: ChangeDashboardOptions,
  ): Promise<DashboardDetails>
  /** Removes a tile from the dashboard. */
  deleteTile(dashboardId: number, tileId: number, options?: ChangeDashboardOptions): Promise<void>
  /** Adds a tile with a Markdown text. */
  createText(dashboardId: number, input: CreateTextTileInput, options?: ChangeDashboardOptions): Promise<TileDetails>
  /** Changes the text of a tile, or its appearance and position. */
  updateText(dashboardId: number, input: UpdateTextTileInput, options?: ChangeDashboardOptions): Promise<TileDetails>
  /** Changes the appearance and the position of the tile of an insight. */
  updateTile(dashboardId: number, input: UpdateTileInput, options?: ChangeDashboardOptions): Promise<TileDetails>
  /** The users that are invited to edit a restricted dashboard. */
  readonly collaborators: EmbeddedCollaborators
  /** The dashboard templates of the project. */
  readonly templates: EmbeddedTemplates
  /** Lists changes of one dashboard, or of all, newest first. */
  activity(dashboardId?: number, page?: Partial<PageRequest>): Promise<Page<Activity>>
}

const CHANGE = fieldNames<ChangeDashboardOptions>({ ifVersion: true })
const OVERRIDES = fieldNames<DashboardOverrides>({ filtersOverride: true, variablesOverride: true })
const CHANGE_OF_ONE = [null, null, CHANGE]

const OPTIONS = {
  get: [null, OVERRIDES],
  answers: [null, OVERRIDES],
  list: [
    fieldNames<DashboardListFilters>({
      search: true,
      tags: true,
      creationMode: true,
      pinned: true,
      excludeGenerated: true,
      deleted: true,
    }),
    PAGE_OPTIONS,
  ],
  update: CHANGE_OF_ONE,
  restore: CHANGE_OF_ONE,
  versions: [null, PAGE_OPTIONS],
  moveTile: CHANGE_OF_ONE,
  copyTile: CHANGE_OF_ONE,
  reorderTiles: CHANGE_OF_ONE,
  deleteTile: CHANGE_OF_ONE,
  createText: CHANGE_OF_ONE,
  updateText: CHANGE_OF_ONE,
  updateTile: CHANGE_OF_ONE,
  activity: [null, PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedDashboards>>[2]

/** Binds the dashboard operations to a project. */
export function embeddedDashboards(ctx: ProjectContext): EmbeddedDashboards {
  const methods: EmbeddedDashboards = {
    create: (input = {}) => createDashboard(ctx, input),
    createFromTemplate: (template, fields = {}) => createDashboardFromTemplate(ctx, { ...fields, template }),
    createForFlag: byFlag(ctx, createFlagDashboard),
    enrichForFlag: byFlag(ctx, enrichUsageDashboard),
    get: (dashboardId, overrides) => retrieveDashboard(ctx, dashboardId, overrides),
    answers: async (dashboardId, overrides) =>
      answerTiles(ctx, await retrieveDashboard(ctx, dashboardId, overrides), overrides),
    list: (filters = {}, page) => listDashboards(ctx, filters, pageRequest(page)),
    update: (dashboardId, input, options) => updateDashboard(ctx, dashboardId, input, options),
    delete: (dashboardId) => updateDashboard(ctx, dashboardId, { deleted: true }),
    restore: (dashboardId, version, options) =>
      version === undefined
        ? updateDashboard(ctx, dashboardId, { deleted: false }, options)
        : restoreDashboardVersion(ctx, dashboardId, version, options),
    versions: (dashboardId, page) => listDashboardVersions(ctx, dashboardId, pageRequest(page)),
    version: (dashboardId, version) => retrieveDashboardVersion(ctx, dashboardId, version),
    difference: (dashboardId, from, to) => compareDashboardVersions(ctx, dashboardId, from, to),
    exportTemplate: (dashboardId) => exportTemplate(ctx, dashboardId),
    moveTile: (dashboardId, input, options) => moveTile(ctx, dashboardId, input, options),
    copyTile: (dashboardId, input, options) => copyTile(ctx, dashboardId, input, options),
    reorderTiles: (dashboardId, input, options) => reorderTiles(ctx, dashboardId, input, options),
    deleteTile: (dashboardId, tileId, options) => deleteTile(ctx, dashboardId, { tileId }, options),
    createText: (dashboardId, input, options) => createTextTile(ctx, dashboardId, input, options),
    updateText: (dashboardId, input, options) => updateTextTile(ctx, dashboardId, input, options),
    updateTile: (dashboardId, input, options) => updateTile(ctx, dashboardId, input, options),
    collaborators: embeddedCollaborators(ctx),
    templates: embeddedTemplates(ctx),
    activity: (dashboardId, page) => listDashboardActivity(ctx, pageRequest(page), dashboardId),
  }
  return withKnownOptions('dashboards', methods, OPTIONS)
}
