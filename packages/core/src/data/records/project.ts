import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Staleness } from './staleness.ts'

/**
 * A set of flags and dashboards. SDKs name it by the project token; the secret token gives access to its definitions.
 */
export interface Project {
  readonly id: number
  readonly uuid: string
  readonly organizationId: string
  readonly name: string
  /** `phc_…`: public, safe in browsers, never a management credential. */
  readonly apiToken: string
  /** `phs_…`: may only read flag definitions and remote configuration. */
  readonly secretApiToken: string
  /** IANA name of the time zone of dates without an offset, such as `Europe/Berlin`. */
  readonly timezone: string
  /** The names of the group types, at most five; their position is the index that filters use. null: a removed type. */
  readonly groupTypes: readonly (string | null)[]
  /** Whether events of SDKs create the group types that they name (CAPTURE-23). */
  readonly eventsAddGroupTypes: boolean
  /** When its flags count as stale. */
  readonly staleness: Staleness
  /** How `exact` compares boolean-like text: 2 is plain text equality, 1 is the older rule (EVAL-26). */
  readonly propertyMatchingVersion: 1 | 2
  /** Raised by every write that can change the result of an evaluation; starts at 1. */
  readonly version: number
  readonly createdAt: Timestamp
}

/** The prefixes of project tokens. */
export const TOKEN_PREFIXES = { apiToken: 'phc_', secretApiToken: 'phs_' } as const

/** A project before the store gives it an id and its first version. */
export type NewProject = Omit<Project, 'id'>
