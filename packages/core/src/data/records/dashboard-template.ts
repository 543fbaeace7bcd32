import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** Who sees a template: the project that made it, its organization, everybody, or feature flags for their usage. */
export const TEMPLATE_SCOPES = ['team', 'global', 'feature_flag'] as const
/** One of {@link TEMPLATE_SCOPES}. */
export type TemplateScope = (typeof TEMPLATE_SCOPES)[number]

/** A dashboard to make dashboards from (DASH-77). Those that come with this service are no rows. */
export interface DashboardTemplate {
  /** UUID. */
  readonly id: string
  readonly projectId: number
  readonly templateName: string
  readonly dashboardDescription: string
  readonly dashboardFilters: JsonObject
  readonly tags: readonly string[]
  readonly tiles: readonly JsonObject[]
  readonly variables: readonly JsonValue[]
  readonly imageUrl: string | null
  readonly scope: TemplateScope
  readonly isFeatured: boolean
  readonly deleted: boolean
  readonly createdBy: User | null
  readonly createdAt: Timestamp
}
