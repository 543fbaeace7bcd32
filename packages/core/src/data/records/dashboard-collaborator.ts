import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** A user with permission to edit one restricted dashboard (DASH-84). */
export interface DashboardCollaborator {
  /** UUID. */
  readonly id: string
  readonly projectId: number
  readonly dashboardId: number
  readonly user: User
  /** Always 37: only edit permission can be granted. */
  readonly level: 37
  readonly addedAt: Timestamp
  readonly updatedAt: Timestamp
}
