import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** The bytes that a project stores about users and groups (PERSON-20). */
export interface ProjectSize {
  readonly projectId: number
  readonly bytes: number
  /** The last time that the rows were measured; null: before this was recorded. */
  readonly measuredAt: Timestamp | null
}

/** A part of the stored users, groups or bucketing ids of a project, in key order. */
export interface MeasuredRows {
  readonly rows: number
  /** Bytes of keys and properties in UTF-8. */
  readonly bytes: number
  /** The last key of the part; null: it has no rows. */
  readonly lastKey: string | null
}
