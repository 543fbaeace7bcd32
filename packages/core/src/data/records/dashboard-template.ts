import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/**
 * The visibility of a template: the project that created it, its organization, all organizations, or feature flags for
 * their usage.
 */
export const TEMPLATE_SCOPES = ['team', 'global', 'feature_flag'] as const
/** One of {@link TEMPLATE_SCOPES}. */
export type TemplateScope = (typeof TEMPLATE_SCOPES)[number]

/** A template for dashboards (DASH-77). Built-in templates are not rows. */
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
