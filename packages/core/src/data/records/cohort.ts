import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/**
 * A set of persons that flags may be for. A dynamic cohort is a rule over properties; a static one is a list of
 * members (COHORT-1).
 */
export interface Cohort {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  readonly isStatic: boolean
  /** `{ type: 'AND' | 'OR', values: […] }` of groups and filters; `{}` for a static cohort. */
  readonly properties: JsonObject
  /** Members of a static cohort; null for a dynamic one, whose members are not counted. */
  readonly memberCount: number | null
  readonly deleted: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  /** 1 when created, one more with every update; members come and go without one. */
  readonly version: number
  /** The project's version that this cohort's last change made. */
  readonly projectVersion: number
}

/** A cohort before the store gives it an id. */
export type NewCohort = Omit<Cohort, 'id' | 'memberCount'>

/** What a store keeps of a cohort for its queries. Made by `cohortIndex` with every write. */
export interface CohortIndex {
  readonly nameLower: string
  /** Counts towards the size of the project beside the bytes of the row (COHORT-33). */
  readonly structureBytes: number
}

/** How a flag that depends on a cohort shows it. */
export type CohortName = Pick<Cohort, 'id' | 'name' | 'deleted'>
