import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { Staleness } from './staleness.ts'

/** Where flags and dashboards live. The project token names it in SDKs; the secret token reads its definitions. */
export interface Project {
  readonly id: number
  readonly uuid: string
  readonly organizationId: string
  readonly name: string
  /** `phc_…`: public, safe in browsers, never a management credential. */
  readonly apiToken: string
  /** `phs_…`: reads flag definitions and remote configuration, nothing else. */
  readonly secretApiToken: string
  /** IANA name of the time zone in which dates without an offset are read, such as `Europe/Berlin`. */
  readonly timezone: string
  /** Name of each group type; its place in the list is the index that filters use. At most five. null: one was removed. */
  readonly groupTypes: readonly (string | null)[]
  /** Whether events of SDKs add the group types that they name (CAPTURE-23). */
  readonly eventsAddGroupTypes: boolean
  /** From when on its flags count as stale. */
  readonly staleness: Staleness
  /** How `exact` compares boolean-like text: 2 is plain text equality, 1 is the older rule (EVAL-26). */
  readonly propertyMatchingVersion: 1 | 2
  /** Raised by every write that can change what an evaluation answers; starts at 1. */
  readonly version: number
  readonly createdAt: Timestamp
}

/** What tokens of projects begin with. */
export const TOKEN_PREFIXES = { apiToken: 'phc_', secretApiToken: 'phs_' } as const

/** A project before the store gives it an id and its first version. */
export type NewProject = Omit<Project, 'id'>
