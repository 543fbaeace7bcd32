import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/**
 * A set of users that flags can target. A dynamic cohort is a rule over properties; a static one is a list of members
 * (COHORT-1).
 */
export interface Cohort {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly description: string
  readonly isStatic: boolean
  /** `{ type: 'AND' | 'OR', values: […] }` of groups and filters; `{}` for a static cohort. */
  readonly properties: JsonObject
  /** The number of members of a static cohort; null for a dynamic one, whose members are not counted. */
  readonly memberCount: number | null
  readonly deleted: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  /** 1 for a new cohort, incremented by every update. Changes of members do not increment it. */
  readonly version: number
  /** The project's version that the last change of this cohort created. */
  readonly projectVersion: number
}

/** A cohort before the store gives it an id. */
export type NewCohort = Omit<Cohort, 'id' | 'memberCount'>

/** The columns of a cohort that only queries use. `cohortIndex` computes them for every write. */
export interface CohortIndex {
  readonly nameLower: string
  /** Counts towards the size of the project, in addition to the bytes of the row (COHORT-33). */
  readonly structureBytes: number
}

/** The part of a cohort that a dependent flag shows. */
export type CohortName = Pick<Cohort, 'id' | 'name' | 'deleted'>
