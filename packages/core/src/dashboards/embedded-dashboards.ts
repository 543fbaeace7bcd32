import type { Activity } from '../activity/activity.ts'
import type { ProjectContext } from '../context.ts'
import type { FlagDetails } from '../flags/flag-details.ts'
import { type Page, type PageRequest, pageRequest } from '../pagination/page.ts'
import { answerTiles, type TileAnswers } from './answer-tiles.ts'
import {
  type CreateTextTileInput,
  createTextTile,
  type UpdateTextTileInput,
  updateTextTile,
} from './change-text-tile.ts'
import { type CopyTileInput, copyTile } from './copy-tile.ts'
import { createDashboard } from './create-dashboard.ts'
import type { DashboardDetails, DashboardOverrides, DashboardSummary, TileDetails } from './dashboard-details.ts'
import type {
  CreateDashboardInput,
  CreateFromTemplateInput,
  DashboardInput,
  UpdateDashboardInput,
} from './dashboard-input.ts'
import { deleteTile } from './delete-tile.ts'
import { createFlagDashboard } from './flag-usage/create-flag-dashboard.ts'
import type { ChangeDashboardOptions } from './hold-dashboard.ts'
import { listDashboardActivity } from './list-dashboard-activity.ts'
import { listDashboards } from './list-dashboards.ts'
import { type MoveTileInput, moveTile } from './move-tile.ts'
import type { DashboardListFilters } from './parse-dashboard-query.ts'
import { type ReorderTilesInput, reorderTiles } from './reorder-tiles.ts'
import { retrieveDashboard } from './retrieve-dashboard.ts'
import { createDashboardFromTemplate } from './templates/create-dashboard-from-template.ts'
import { exportTemplate } from './templates/export-template.ts'
import type { TemplateDocument } from './templates/template-document.ts'
import { type UpdatedDashboard, updateDashboard } from './update-dashboard.ts'

/** The dashboards of one project. */
export interface EmbeddedDashboards {
  create(input?: CreateDashboardInput): Promise<DashboardDetails>
  /** What `fields` say wins over the template. */
  createFromTemplate(template: CreateFromTemplateInput['template'], fields?: DashboardInput): Promise<DashboardDetails>
  /** Gives a flag a dashboard of its usage, unless it has one; the flag says which. */
  createForFlag(flagId: number): Promise<FlagDetails>
  /** Deleted ones too. */
  get(dashboardId: number, overrides?: DashboardOverrides): Promise<DashboardDetails>
  /** What its tiles show right now, by tile; usage counted in the last seconds may be missing. */
  answers(dashboardId: number, overrides?: DashboardOverrides): Promise<TileAnswers>
  list(filters?: DashboardListFilters, page?: Partial<PageRequest>): Promise<Page<DashboardSummary>>
  update(dashboardId: number, input: UpdateDashboardInput, options?: ChangeDashboardOptions): Promise<UpdatedDashboard>
  /** Soft: `restore` brings the dashboard back, with the tiles that it had. */
  delete(dashboardId: number): Promise<DashboardDetails>
  restore(dashboardId: number): Promise<DashboardDetails>
  exportTemplate(dashboardId: number): Promise<TemplateDocument>
  moveTile(dashboardId: number, input: MoveTileInput): Promise<DashboardDetails>
  copyTile(dashboardId: number, input: CopyTileInput): Promise<DashboardDetails>
  reorderTiles(dashboardId: number, input: ReorderTilesInput): Promise<DashboardDetails>
  deleteTile(dashboardId: number, tileId: number): Promise<void>
  createText(dashboardId: number, input: CreateTextTileInput): Promise<TileDetails>
  updateText(dashboardId: number, input: UpdateTextTileInput): Promise<TileDetails>
  /** What happened to one dashboard, or to all; newest first. */
  activity(dashboardId?: number, page?: Partial<PageRequest>): Promise<Page<Activity>>
}

/** Binds the operations on dashboards to a project. */
export function embeddedDashboards(ctx: ProjectContext): EmbeddedDashboards {
  return {
    create: (input = {}) => createDashboard(ctx, input),
    createFromTemplate: (template, fields = {}) => createDashboardFromTemplate(ctx, { ...fields, template }),
    createForFlag: (flagId) => createFlagDashboard(ctx, flagId),
    get: (dashboardId, overrides) => retrieveDashboard(ctx, dashboardId, overrides),
    answers: async (dashboardId, overrides) =>
      answerTiles(ctx, await retrieveDashboard(ctx, dashboardId, overrides), overrides),
    list: (filters = {}, page = {}) => listDashboards(ctx, filters, pageRequest(page.limit, page.offset)),
    update: (dashboardId, input, options) => updateDashboard(ctx, dashboardId, input, options),
    delete: (dashboardId) => updateDashboard(ctx, dashboardId, { deleted: true }),
    restore: (dashboardId) => updateDashboard(ctx, dashboardId, { deleted: false }),
    exportTemplate: (dashboardId) => exportTemplate(ctx, dashboardId),
    moveTile: (dashboardId, input) => moveTile(ctx, dashboardId, input),
    copyTile: (dashboardId, input) => copyTile(ctx, dashboardId, input),
    reorderTiles: (dashboardId, input) => reorderTiles(ctx, dashboardId, input),
    deleteTile: (dashboardId, tileId) => deleteTile(ctx, dashboardId, { tileId }),
    createText: (dashboardId, input) => createTextTile(ctx, dashboardId, input),
    updateText: (dashboardId, input) => updateTextTile(ctx, dashboardId, input),
    activity: (dashboardId, page = {}) => listDashboardActivity(ctx, pageRequest(page.limit, page.offset), dashboardId),
  }
}
