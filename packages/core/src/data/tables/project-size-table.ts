import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { ProjectSize } from '../records/project-size.ts'

/** Reads the bytes that projects store about persons and groups. */
export interface ProjectSizeReader {
  /** Undefined if nothing was added yet. */
  find(projectId: number): Promise<ProjectSize | undefined>
  /** Returns the largest projects of the whole database, then by id: for the operator, not for a tenant. */
  largest(limit: number): Promise<readonly ProjectSize[]>
}

/** Reads and changes the bytes that projects store about persons and groups. */
export interface ProjectSizeTable extends ProjectSizeReader {
  /**
   * Adds bytes, which may be negative; the sum does not fall below 0. The first addition counts as a measurement at
   * `addedAt`. Concurrent transactions of a project wait for each other here until they commit, so callers do this
   * last.
   */
  add(projectId: number, bytes: number, addedAt: Timestamp): Promise<void>
  /**
   * Sets the time of the last measurement, if it is still `previous`. Returns whether it was: of the instances that try
   * at the same time, only one measures.
   */
  claimMeasurement(projectId: number, previous: Timestamp | null, measuredAt: Timestamp): Promise<boolean>
}
