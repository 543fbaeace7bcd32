import type { Dashboard } from '../../data/records/dashboard.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { foundById } from '../../foundation/errors/found-by-id.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { authorizeMember, type ProjectAccess } from '../../runtime/access/project-access.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { authorizeDashboardEdit } from './dashboard-access.ts'

/** How to handle concurrent changes of other users. */
export interface ChangeDashboardOptions {
  /** Refuses the change unless this is the stored version, so that no change is overwritten (DASH-12). */
  readonly ifVersion?: number
}

/**
 * Locks a live dashboard until the transaction ends, and returns it with the access of the caller, who must be able to
 * edit it. Changes of contents start here. Transactions lock data for evaluation before the dashboard, so that writers
 * do not deadlock.
 */
export async function lockForEdit(
  tx: Transaction,
  ctx: ProjectContext,
  dashboardId: number,
  { ifVersion }: ChangeDashboardOptions = {},
): Promise<{ readonly dashboard: Dashboard; readonly access: ProjectAccess }> {
  const [access, dashboard] = await allInOrder([authorizeMember(tx, ctx), lockDashboard(tx, ctx, dashboardId)])
  if (dashboard.deleted) throw recordNotFound('Dashboard', dashboardId, ctx)
  await authorizeDashboardEdit(tx, ctx, access, dashboard)
  refuseStaleDashboard(dashboard, ifVersion)
  return { dashboard, access }
}

/** Locks the dashboard, deleted or not. Throws an error if the project has no such dashboard. */
export function lockDashboard(
  tx: Transaction,
  ctx: Pick<ProjectContext, 'project'>,
  dashboardId: number,
): Promise<Dashboard> {
  return foundById(dashboardId, { kind: 'Dashboard', place: ctx }, (id) => tx.dashboards.lock(ctx.project.id, id))
}

/**
 * Locks two dashboards, the older one first, so that transactions that move tiles between them do not deadlock.
 * @returns a function that returns one of the two by its id, and throws an error if it is not live
 */
export async function lockBoth(
  tx: Transaction,
  ctx: ProjectContext,
  ...dashboardIds: readonly [number, number]
): Promise<(dashboardId: number) => Dashboard> {
  // Bound: dies with the transaction
  const locked = new Map<number, Dashboard>()
  const ids = [...new Set(dashboardIds)].filter(Number.isSafeInteger).sort((a, b) => a - b)
  for (const id of ids) {
    const dashboard = await tx.dashboards.lock(ctx.project.id, id)
    if (dashboard && !dashboard.deleted) locked.set(id, dashboard)
  }
  return (id) => {
    const dashboard = locked.get(id)
    if (!dashboard) throw recordNotFound('Dashboard', id, ctx)
    return dashboard
  }
}

/** Returns the dashboard, deleted or not. Throws an error if the project has no such dashboard. */
export function requireDashboard(
  tx: ReadTransaction,
  ctx: Pick<ProjectContext, 'project'>,
  dashboardId: number,
): Promise<Dashboard> {
  return foundById(dashboardId, { kind: 'Dashboard', place: ctx }, (id) => tx.dashboards.find(ctx.project.id, id))
}

export function refuseStaleDashboard({ version }: Dashboard, ifVersion: number | undefined): void {
  if (ifVersion === undefined || ifVersion === version) return
  throw new DomainError(
    'precondition_failed',
    `The dashboard is at version ${version}, not ${ifVersion}. Please refresh and try again.`,
  )
}
