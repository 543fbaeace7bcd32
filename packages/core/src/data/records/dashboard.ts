import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** How a dashboard came to be. `unlisted`: made by a product for its own pages, so lists leave it out. */
export const CREATION_MODES = ['default', 'template', 'duplicate', 'unlisted'] as const
/** One of {@link CREATION_MODES}. */
export type CreationMode = (typeof CREATION_MODES)[number]

/** Who may edit a dashboard, and how far a user's right reaches: the same two numbers (DASH-80, DASH-81). */
export const RESTRICTION_LEVELS = { everyoneCanEdit: 21, onlyCollaboratorsCanEdit: 37 } as const
/** One of the numbers in {@link RESTRICTION_LEVELS}. */
export type RestrictionLevel = (typeof RESTRICTION_LEVELS)[keyof typeof RESTRICTION_LEVELS]

/** A dashboard as it is stored. Its tiles are rows of their own. */
export interface Dashboard {
  readonly id: number
  readonly projectId: number
  readonly name: string | null
  readonly description: string
  readonly pinned: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  /** When somebody last looked at it. */
  readonly lastAccessedAt: Timestamp | null
  readonly deleted: boolean
  readonly creationMode: CreationMode
  /** Laid over the filters of every tile: `date_from`, `date_to`, `properties`. */
  readonly filters: JsonObject
  readonly variables: JsonObject
  readonly breakdownColors: readonly JsonValue[]
  readonly dataColorThemeId: number | null
  readonly quickFilterIds: readonly string[]
  readonly tags: readonly string[]
  readonly restrictionLevel: RestrictionLevel
  /** 1 when created, one more with every change of the dashboard or of a tile. */
  readonly version: number
}

/** A dashboard before the store gives it an id. */
export type NewDashboard = Omit<Dashboard, 'id'>

/** What lists filter by and a database could not work out from the row itself. */
export interface DashboardIndex {
  /** Name, description and tags in lower case, a line each. */
  readonly searchText: string
  /** The name in the order of the list; the empty text when there is none. */
  readonly sortName: string
}

/** Which dashboards of a project to list; pinned ones first, then by name, then by id. */
export interface DashboardQuery {
  /** In lower case, to be found in {@link DashboardIndex.searchText}. */
  readonly search?: string
  /** Any of these. */
  readonly tags?: readonly string[]
  /** Missing: all but `unlisted`. */
  readonly creationMode?: CreationMode
  readonly pinned?: boolean
  /** Leaves out names that begin with `Generated Dashboard`. */
  readonly excludeGenerated?: boolean
  /** The deleted ones instead of the live. */
  readonly deleted?: true
}
