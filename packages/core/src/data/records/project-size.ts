import type { Timestamp } from '../../foundation/time/timestamp.ts'

/** The bytes that a project stores about persons and groups (PERSON-20). */
export interface ProjectSize {
  readonly projectId: number
  readonly bytes: number
  /** When the rows were last measured; null: before this was recorded. */
  readonly measuredAt: Timestamp | null
}

/** A part of the persons, groups or kept ids of a project, in the order of their keys. */
export interface MeasuredRows {
  readonly rows: number
  /** Bytes of keys and properties in UTF-8. */
  readonly bytes: number
  /** The last key of the part; null: it has no row. */
  readonly lastKey: string | null
}
