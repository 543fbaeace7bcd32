import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { FlagAccessLevel } from './flag-access-level.ts'

/** The tenant: it holds projects, members and roles, and nothing of it is visible to another. */
export interface Organization {
  /** UUID. */
  readonly id: string
  readonly name: string
  /** Names it in configurations of tools, and stays when the name changes; null: made before slugs were stored. */
  readonly slug: string | null
  /** What members without a role may do with flags; null means nobody restricted it, so everybody may edit. */
  readonly defaultFlagAccessLevel: FlagAccessLevel | null
  readonly createdAt: Timestamp
}
