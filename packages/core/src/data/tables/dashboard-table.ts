import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Dashboard, DashboardIndex, DashboardQuery, NewDashboard } from '../records/dashboard.ts'
import type { DashboardSize } from '../records/dashboard-size.ts'

/** What is asked about dashboards. */
export interface DashboardReader {
  /** Deleted dashboards too. */
  find(projectId: number, dashboardId: number): Promise<Dashboard | undefined>
  /** Those of them that exist, deleted ones too, by id. */
  findMany(projectId: number, dashboardIds: readonly number[]): Promise<readonly Dashboard[]>
  list(projectId: number, query: DashboardQuery, page: PageRequest): Promise<Page<Dashboard>>
  countLive(projectId: number): Promise<number>
  /**
   * Sizes of up to `limit` live dashboards whose id is above `afterId`, by id. Summed up by the database: core would
   * otherwise have to load a dashboard to learn whether there is memory for it.
   */
  sizesAfter(projectId: number, afterId: number, limit: number): Promise<readonly DashboardSize[]>
}

/** What is asked about dashboards, and how it is changed. */
export interface DashboardTable extends DashboardReader {
  /**
   * Waits until no other transaction has locked the dashboard, deleted ones too: changes of a dashboard and of its tiles go
   * one after the other, so what a rule read stays true until the commit.
   */
  lock(projectId: number, dashboardId: number): Promise<Dashboard | undefined>
  insert(dashboard: NewDashboard, index: DashboardIndex): Promise<Dashboard>
  /** Replaces everything but id, project, creator, `createdAt` and `lastAccessedAt`. */
  update(dashboard: Dashboard, index: DashboardIndex): Promise<void>
  /** Somebody looked at it; two at once are no conflict. */
  touch(projectId: number, dashboardId: number, accessedAt: Timestamp): Promise<void>
}
