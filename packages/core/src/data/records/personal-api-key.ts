import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Scope } from './scope.ts'
import type { User } from './user.ts'

/** A credential of one user. Its value is shown once; only the hash is stored. */
export interface PersonalApiKey {
  readonly id: string
  readonly user: User
  readonly label: string
  /** `sha256$` and the lower-case hexadecimal SHA-256 of the value. */
  readonly secureValue: string
  /** The first and last four characters of the value, so that users can distinguish their keys. */
  readonly maskValue: string
  readonly scopes: readonly Scope[]
  /** Projects that the key can access; null: all that the user can access. */
  readonly scopedProjectIds: readonly number[] | null
  /** Organizations that the key can access; null: all that the user belongs to. */
  readonly scopedOrganizationIds: readonly string[] | null
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp | null
  readonly lastUsedAt: Timestamp | null
}
