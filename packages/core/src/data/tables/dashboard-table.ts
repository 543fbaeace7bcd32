import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Dashboard, DashboardIndex, DashboardQuery, NewDashboard } from '../records/dashboard.ts'
import type { DashboardSize } from '../records/dashboard-size.ts'

/** Queries on dashboards. */
export interface DashboardReader {
  /** Returns a dashboard, also a deleted one. */
  find(projectId: number, dashboardId: number): Promise<Dashboard | undefined>
  /** Returns the existing ones, including deleted ones, by id. */
  findMany(projectId: number, dashboardIds: readonly number[]): Promise<readonly Dashboard[]>
  list(projectId: number, query: DashboardQuery, page: PageRequest): Promise<Page<Dashboard>>
  countLive(projectId: number): Promise<number>
  /**
   * Returns the sizes of up to `limit` live dashboards with ids above `afterId`, by id. The database adds them up:
   * otherwise a dashboard would have to be loaded to find out whether it fits in memory.
   */
  sizesAfter(projectId: number, afterId: number, limit: number): Promise<readonly DashboardSize[]>
}

/** Queries on and changes of dashboards. */
export interface DashboardTable extends DashboardReader {
  /**
   * Locks the dashboard, also a deleted one, and waits for other transactions that have locked it. Changes of a
   * dashboard and of its tiles run one after the other, so what a rule read stays true until the commit.
   */
  lock(projectId: number, dashboardId: number): Promise<Dashboard | undefined>
  insert(dashboard: NewDashboard, index: DashboardIndex): Promise<Dashboard>
  /** Replaces all fields except id, project, creator, `createdAt` and `lastAccessedAt`. */
  update(dashboard: Dashboard, index: DashboardIndex): Promise<void>
  /** Stores that a user opened the dashboard. Concurrent calls do not conflict. */
  touch(projectId: number, dashboardId: number, accessedAt: Timestamp): Promise<void>
}
