import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** How a dashboard was created. `unlisted`: by a product for its own pages, so lists omit it. */
export const CREATION_MODES = ['default', 'template', 'duplicate', 'unlisted'] as const
/** One of {@link CREATION_MODES}. */
export type CreationMode = (typeof CREATION_MODES)[number]

/** Restrictions of dashboards and permissions of users, with the same two numbers (DASH-80, DASH-81). */
export const RESTRICTION_LEVELS = { everyoneCanEdit: 21, onlyCollaboratorsCanEdit: 37 } as const
/** One of the numbers in {@link RESTRICTION_LEVELS}. */
export type RestrictionLevel = (typeof RESTRICTION_LEVELS)[keyof typeof RESTRICTION_LEVELS]

/** A dashboard as it is stored. Its tiles are separate rows. */
export interface Dashboard {
  readonly id: number
  readonly projectId: number
  readonly name: string | null
  readonly description: string
  readonly pinned: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
  /** The last time that a user opened it. */
  readonly lastAccessedAt: Timestamp | null
  readonly deleted: boolean
  readonly creationMode: CreationMode
  /** Merged into the filters of every tile: `date_from`, `date_to`, `properties`. */
  readonly filters: JsonObject
  readonly variables: JsonObject
  readonly breakdownColors: readonly JsonValue[]
  readonly dataColorThemeId: number | null
  readonly quickFilterIds: readonly string[]
  readonly tags: readonly string[]
  readonly restrictionLevel: RestrictionLevel
  /** 1 for a new dashboard, incremented by every change of the dashboard or of a tile. */
  readonly version: number
}

/** A dashboard before the store gives it an id. */
export type NewDashboard = Omit<Dashboard, 'id'>

/** The columns that lists filter by and that a database cannot derive from the row. */
export interface DashboardIndex {
  /** Name, description and tags in lower case, one per line. */
  readonly searchText: string
  /** The name as the list sorts it; the empty text if there is none. */
  readonly sortName: string
}

/** Selects dashboards of a project. Lists have pinned ones first, then by name, then by id. */
export interface DashboardQuery {
  /** In lower case; matches a part of {@link DashboardIndex.searchText}. */
  readonly search?: string
  /** Matches any of these. */
  readonly tags?: readonly string[]
  /** Missing: all but `unlisted`. */
  readonly creationMode?: CreationMode
  readonly pinned?: boolean
  /** Omits names that start with `Generated Dashboard`. */
  readonly excludeGenerated?: boolean
  /** Deleted dashboards instead of live ones. */
  readonly deleted?: true
}
