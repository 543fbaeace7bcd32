import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** A question about usage, with what it is called (DASH-90). */
export interface Insight {
  readonly id: number
  readonly projectId: number
  /** 8 letters and digits, unique in the project: how links name it. */
  readonly shortId: string
  readonly name: string | null
  readonly derivedName: string | null
  /** null: nobody gave one. */
  readonly description: string | null
  /** As sent; INSIGHT-1 says which can be answered. */
  readonly query: JsonObject | null
  readonly tags: readonly string[]
  readonly favorited: boolean
  readonly saved: boolean
  /** Made from a template. */
  readonly isSample: boolean
  readonly deleted: boolean
  /** UUID of the deletion of a dashboard that took this along; null when it is live or went alone. */
  readonly deletionId: string | null
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  readonly lastModifiedAt: Timestamp
  readonly lastModifiedBy: User | null
}

/** An insight before the store gives it an id. */
export type NewInsight = Omit<Insight, 'id'>

/** Which live insights of a project to list. */
export interface InsightQuery {
  /** In lower case, to be found in name, description and tags. */
  readonly search?: string
  readonly shortId?: string
  readonly saved?: boolean
  readonly favorited?: boolean
  readonly tags?: readonly string[]
  /** Made by one of these users. */
  readonly createdByIds?: readonly number[]
  /** Bounds of `createdAt` and `lastModifiedAt`; the bounds themselves do not match. */
  readonly createdAfter?: Timestamp
  readonly createdBefore?: Timestamp
  readonly modifiedAfter?: Timestamp
  readonly modifiedBefore?: Timestamp
  /** Missing: the newest first. `modified`: the last modified first. Ties by id, descending. */
  readonly order?: 'modified'
}
