import type { JsonObject } from '@flagdeck/core'
import type { InsightDetails } from '@flagdeck/core/operations'
import { formatTimestamp, type InsightWireName } from '@flagdeck/core/operations'
import * as z from 'zod'
import { insightAnswer } from './insight-answer.ts'
import { dateTime, userBodyOrNull, userSchema } from './user.ts'

/** A live tile that shows this insight. */
export const tilePlaceSchema = z.object({ id: z.int(), dashboard_id: z.int(), deleted: z.boolean() })

export function tilePlaceBody({ id, dashboardId, deleted }: InsightDetails['dashboardTiles'][number]) {
  return { id, dashboard_id: dashboardId, deleted }
}

/** A JSON object. */
// The values were validated when they were written, so the schema only documents them.
export const document = () => (z.unknown() as z.ZodType<JsonObject>).meta({ type: 'object' })

/** An insight without its result. Fields without a meaning in this service have a constant value. */
const answered = {
  id: z.int(),
  short_id: z.string(),
  name: z.string().nullable(),
  derived_name: z.string().nullable(),
  description: z.string().nullable(),
  query: document().nullable(),
  filters: z.object({}),
  order: z.null(),
  deleted: z.boolean(),
  dashboards: z.array(z.int()),
  dashboard_tiles: z.array(tilePlaceSchema),
  created_at: dateTime(),
  created_by: userSchema.nullable(),
  updated_at: dateTime(),
  last_modified_at: dateTime(),
  last_modified_by: userSchema.nullable(),
  favorited: z.boolean(),
  saved: z.boolean(),
  is_sample: z.boolean(),
  tags: z.array(z.string()),
  alerts: z.array(z.unknown()),
  effective_restriction_level: z.int(),
  effective_privilege_level: z.int(),
  user_access_level: z.string(),
} satisfies Record<InsightWireName, z.ZodType> & Record<string, z.ZodType>

export const insightSchema = z.object(answered).meta({ id: 'Insight' })

/** An insight with the current result of its query. */
export const answeredInsightSchema = insightSchema.extend(insightAnswer).meta({ id: 'AnsweredInsight' })

/** A recently modified insight, in the form of PostHog, whose list counts viewers. */
export const trendingInsightSchema = insightSchema
  .extend({
    view_count: z.int().describe('0: views are not stored'),
    viewers: z.array(userSchema).describe('empty: views are not stored'),
  })
  .meta({ id: 'TrendingInsight' })

const NONE: [] = []
const NO_FILTERS = {}

export function insightBody(insight: InsightDetails) {
  return {
    id: insight.id,
    short_id: insight.shortId,
    name: insight.name,
    derived_name: insight.derivedName,
    description: insight.description,
    query: insight.query,
    filters: NO_FILTERS,
    order: null,
    deleted: insight.deleted,
    dashboards: insight.dashboardIds,
    dashboard_tiles: insight.dashboardTiles.map(tilePlaceBody),
    created_at: formatTimestamp(insight.createdAt),
    created_by: userBodyOrNull(insight.createdBy),
    updated_at: formatTimestamp(insight.updatedAt),
    last_modified_at: formatTimestamp(insight.lastModifiedAt),
    last_modified_by: userBodyOrNull(insight.lastModifiedBy),
    favorited: insight.favorited,
    saved: insight.saved,
    is_sample: insight.isSample,
    tags: insight.tags,
    alerts: NONE,
    effective_restriction_level: insight.effectiveRestrictionLevel,
    effective_privilege_level: insight.effectivePrivilegeLevel,
    user_access_level: insight.userAccessLevel,
  }
}

export function trendingInsightBody(insight: InsightDetails) {
  return { ...insightBody(insight), view_count: 0, viewers: NONE }
}
