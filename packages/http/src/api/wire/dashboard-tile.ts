import type { TileAnswers, TileDetails } from '@flagdeck/core/operations'
import { formatTimestamp, type TextDetails } from '@flagdeck/core/operations'
import * as z from 'zod'
import { answeredInsightSchema, document, insightBody, tilePlaceBody, tilePlaceSchema } from './insight.ts'
import { insightAnswerBody, queryErrorSchema } from './insight-answer.ts'
import { dateTime, userBodyOrNull, userSchema } from './user.ts'

const textSchema = z.object({
  id: z.int(),
  body: z.string().nullable(),
  created_by: userSchema.nullable(),
  last_modified_at: dateTime(),
  last_modified_by: userSchema.nullable(),
  team: z.int(),
  dashboard_tiles: z.array(tilePlaceSchema),
})

/** A tile of a dashboard, with either an insight or a text. */
export const tileSchema = z
  .object({
    id: z.int(),
    layouts: document(),
    color: z.string().nullable(),
    order: z.int(),
    insight: answeredInsightSchema.nullable(),
    text: textSchema.nullable(),
    button_tile: z.null(),
    widget: z.null(),
    filters_overrides: document(),
    show_description: z.boolean().nullable(),
    transparent_background: z.boolean().nullable(),
    last_refresh: dateTime().nullable(),
    is_cached: z.boolean(),
    error: queryErrorSchema.optional(),
  })
  .meta({ id: 'DashboardTile' })

export function tileBody(tile: TileDetails, answers: TileAnswers) {
  const answer = answers.results.get(tile.id)
  return {
    id: tile.id,
    layouts: tile.layouts,
    color: tile.color,
    order: tile.order,
    insight: tile.insight && answer ? { ...insightBody(tile.insight), ...insightAnswerBody(answer, answers) } : null,
    text: tile.text && textBody(tile.text),
    button_tile: null,
    widget: null,
    filters_overrides: tile.filtersOverrides,
    show_description: tile.showDescription,
    transparent_background: tile.transparentBackground,
    last_refresh: answer ? formatTimestamp(answers.answeredAt) : null,
    is_cached: false,
    ...(answer && 'error' in answer ? { error: answer.error } : {}),
  }
}

function textBody(text: TextDetails) {
  return {
    id: text.id,
    body: text.body,
    created_by: userBodyOrNull(text.createdBy),
    last_modified_at: formatTimestamp(text.lastModifiedAt),
    last_modified_by: userBodyOrNull(text.lastModifiedBy),
    team: text.projectId,
    dashboard_tiles: text.dashboardTiles.map(tilePlaceBody),
  }
}
