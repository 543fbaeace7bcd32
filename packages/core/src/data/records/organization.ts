import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { FlagAccessLevel } from './flag-access-level.ts'

/** The tenant: it contains projects, members and roles, which are invisible to other organizations. */
export interface Organization {
  /** UUID. */
  readonly id: string
  readonly name: string
  /** Names it in configurations of tools and does not change with the name; null: created before slugs were stored. */
  readonly slug: string | null
  /** What members without a role may do with flags; null: no restriction, so all members may edit. */
  readonly defaultFlagAccessLevel: FlagAccessLevel | null
  readonly createdAt: Timestamp
}
