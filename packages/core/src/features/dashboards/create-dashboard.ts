import type { Dashboard } from '../../data/records/dashboard.ts'
import type { DashboardInputName } from '../../data/records/dashboard-fields.ts'
import type { Transaction } from '../../data/store.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { writeStore } from '../../runtime/change-project.ts'
import { claimDashboard } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { loadContents } from './dashboard-contents.ts'
import { type DashboardDetails, describeDashboard } from './dashboard-details.ts'
import {
  type CheckedCreateDashboard,
  type CheckedDashboardFields,
  type CreateDashboardInput,
  checkCreateDashboard,
} from './dashboard-input.ts'
import { newDashboard } from './new-dashboard.ts'
import { insertDashboard } from './save-dashboard.ts'
import { filledOr } from './sent-document.ts'
import { buildFromTemplate } from './templates/build-from-template.ts'
import { findTemplate } from './templates/find-template.ts'
import { cloneTiles } from './tiles/clone-tile.ts'
import { insertNewTiles, requireInsights } from './tiles/insert-new-tiles.ts'
import { shareTiles } from './tiles/share-tiles.ts'

/**
 * Creates a dashboard with the tiles that are sent (DASH-100), those of a template or those of another dashboard
 * (DASH-20 to 23).
 */
export async function createDashboard(ctx: ProjectContext, input: CreateDashboardInput): Promise<DashboardDetails> {
  authorize(ctx.actor, 'dashboard:write')
  const checked = checkCreateDashboard(input)
  const create = async (tx: Transaction) => {
    const [access] = await allInOrder([authorizeMember(tx, ctx), claimDashboard(tx, ctx)])
    return describeDashboard(tx, ctx, await insertChecked(tx, ctx, checked), access)
  }
  return writeStore(ctx, create, { large: checked.duplicateTiles })
}

async function insertChecked(
  tx: Transaction,
  ctx: ProjectContext,
  checked: CheckedCreateDashboard,
): Promise<Dashboard> {
  const { fields, useTemplate, useDashboard, duplicateTiles, tiles } = checked
  if (useTemplate) {
    const template = await findTemplate(tx, ctx, useTemplate)
    return buildFromTemplate(tx, ctx, template, { ...fields, creationMode: 'template' })
  }
  if (useDashboard === null) {
    await requireInsights(tx, ctx, tiles)
    const dashboard = await insertDashboard(tx, ctx, newDashboard(ctx, fields))
    await insertNewTiles(tx, ctx, dashboard, tiles)
    return dashboard
  }
  const source = await requireSource(tx, ctx, useDashboard)
  const draft = newDashboard(ctx, { ...fields, ...copiedFields(source, fields), creationMode: 'duplicate' })
  const dashboard = await insertDashboard(tx, ctx, draft)
  await fillFrom(tx, ctx, dashboard, source, duplicateTiles)
  return dashboard
}

async function requireSource(tx: Transaction, ctx: ProjectContext, dashboardId: number): Promise<Dashboard> {
  // Locked, so that no other transaction deletes the contents that the new dashboard will show.
  const source = await tx.dashboards.lock(ctx.project.id, dashboardId)
  if (source && !source.deleted) return source
  throw invalidInput([violation('useDashboard', 'invalid_input', 'Invalid value provided')])
}

/** The fields that are not copied to a new dashboard. */
type OwnField = 'name' | 'description' | 'tags' | 'pinned' | 'restrictionLevel' | 'deleted'

/** Returns the other fields: sent values, or else those of the source. An empty document counts as not sent. */
function copiedFields(
  source: Dashboard,
  sent: CheckedDashboardFields,
): Pick<Dashboard, Exclude<DashboardInputName, OwnField>> {
  return {
    filters: filledOr(sent.filters, source.filters),
    variables: filledOr(sent.variables, source.variables),
    breakdownColors: sent.breakdownColors ?? source.breakdownColors,
    dataColorThemeId: sent.dataColorThemeId ?? source.dataColorThemeId,
    quickFilterIds: sent.quickFilterIds ?? source.quickFilterIds,
  }
}

async function fillFrom(
  tx: Transaction,
  ctx: ProjectContext,
  dashboard: Dashboard,
  source: Dashboard,
  duplicateTiles: boolean,
): Promise<void> {
  const contents = await loadContents(tx, source)
  if (!duplicateTiles) await shareTiles(tx, dashboard, contents.live)
  else await cloneTiles(tx, ctx, dashboard, contents.live, contents)
}
