import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** A user who may edit one restricted dashboard (DASH-84). */
export interface DashboardCollaborator {
  /** UUID. */
  readonly id: string
  readonly projectId: number
  readonly dashboardId: number
  readonly user: User
  /** Only the right to edit can be given. */
  readonly level: 37
  readonly addedAt: Timestamp
  readonly updatedAt: Timestamp
}
