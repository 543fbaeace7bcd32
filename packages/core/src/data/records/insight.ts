import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** A named query about usage (DASH-90). */
export interface Insight {
  readonly id: number
  readonly projectId: number
  /** 8 letters and digits, unique in the project, for links. */
  readonly shortId: string
  readonly name: string | null
  readonly derivedName: string | null
  /** null: none was set. */
  readonly description: string | null
  /** As sent by the client; INSIGHT-1 lists the supported queries. */
  readonly query: JsonObject | null
  readonly tags: readonly string[]
  readonly favorited: boolean
  readonly saved: boolean
  /** Whether it was created from a template. */
  readonly isSample: boolean
  readonly deleted: boolean
  /** UUID of the deletion of a dashboard that also deleted this; null if it is live or was deleted separately. */
  readonly deletionId: string | null
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
  readonly lastModifiedAt: Timestamp
  readonly lastModifiedBy: User | null
}

/** An insight before the store gives it an id. */
export type NewInsight = Omit<Insight, 'id'>

/** Selects live insights of a project. */
export interface InsightQuery {
  /** In lower case; matches a part of name, description or tags. */
  readonly search?: string
  readonly shortId?: string
  readonly saved?: boolean
  readonly favorited?: boolean
  readonly tags?: readonly string[]
  /** Created by one of these users. */
  readonly createdByIds?: readonly number[]
  /** Exclusive bounds of `createdAt` and `lastModifiedAt`. */
  readonly createdAfter?: Timestamp
  readonly createdBefore?: Timestamp
  readonly modifiedAfter?: Timestamp
  readonly modifiedBefore?: Timestamp
  /** Missing: newest first. `modified`: the last modified first. Ties are sorted by id, descending. */
  readonly order?: 'modified'
}
