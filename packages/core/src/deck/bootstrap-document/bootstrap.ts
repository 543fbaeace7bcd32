import type { FlagAccessLevel } from '../../data/records/flag-access-level.ts'
import type { MembershipLevelName } from '../../data/records/membership.ts'
import type { Scope } from '../../data/records/scope.ts'
import type { Staleness } from '../../data/records/staleness.ts'
import type { CreateFlagInput } from '../../features/flags/flag-input.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** Organizations that must exist (BOOT-1). Names and e-mail addresses identify the records. */
export interface Bootstrap {
  readonly organizations: readonly BootstrapOrganization[]
}

/** An organization of a bootstrap document. */
export interface BootstrapOrganization {
  readonly name: string
  readonly defaultFlagAccessLevel: FlagAccessLevel | null
  readonly members: readonly BootstrapMember[]
  readonly roles: readonly BootstrapRole[]
  readonly projects: readonly BootstrapProject[]
}

/** A member of an organization in a bootstrap document. */
export interface BootstrapMember {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly isEmailVerified?: boolean | null | undefined
  readonly level: MembershipLevelName
  readonly apiKeys: readonly BootstrapApiKey[]
}

/** A personal API key of a bootstrap document. */
export interface BootstrapApiKey {
  readonly label: string
  readonly value: string
  readonly scopes: readonly Scope[]
  /** Names of the projects that the key can access; when missing, the whole organization. */
  readonly projects?: readonly string[] | undefined
  readonly expiresAt: Timestamp | null
}

/** A role of a bootstrap document. */
export interface BootstrapRole {
  readonly name: string
  readonly flagAccessLevel: FlagAccessLevel
  /** E-mail addresses of members. */
  readonly members: readonly string[]
}

/** A project of a bootstrap document. */
export interface BootstrapProject {
  readonly name: string
  readonly apiToken?: string | undefined
  readonly secretApiToken?: string | undefined
  readonly timezone: string
  readonly groupTypes: readonly string[]
  readonly eventsAddGroupTypes: boolean
  readonly propertyMatchingVersion: 1 | 2
  readonly staleness?: Staleness | undefined
  readonly flags: readonly CreateFlagInput[]
}
