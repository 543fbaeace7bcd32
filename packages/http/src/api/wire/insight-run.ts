import type { FlagHealthRow, InsightResult, TileAnswers, TileDetails, TrendsItem } from '@flagdeck/core/operations'
import * as z from 'zod'
import { queryErrorSchema, resultBody } from './insight-answer.ts'

export const OUTPUT_FORMATS = ['optimized', 'json'] as const
type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** The results of a dashboard's insights, for programs and language models that read numbers. */
export const insightRunsSchema = z.object({
  results: z.array(
    z.object({
      id: z.int().describe('The tile.'),
      insight: z.object({
        id: z.int(),
        short_id: z.string(),
        name: z.string().nullable(),
        derived_name: z.string().nullable(),
        result: z.unknown().describe('Lines of text, or with output_format=json what the insight answers.'),
        error: queryErrorSchema.optional(),
      }),
    }),
  ),
})

export function insightRunsBody(tiles: readonly TileDetails[], { results }: TileAnswers, format: OutputFormat) {
  return { results: tiles.flatMap((tile) => insightRunBody(tile, results.get(tile.id), format)) }
}

function insightRunBody({ id, insight }: TileDetails, answer: InsightResult | undefined, format: OutputFormat) {
  if (!insight || !answer) return []
  const run = {
    id: insight.id,
    short_id: insight.shortId,
    name: insight.name,
    derived_name: insight.derivedName,
    result: resultIn(format, answer),
  }
  return [{ id, insight: 'error' in answer ? { ...run, error: answer.error } : run }]
}

function resultIn(format: OutputFormat, { result }: InsightResult): unknown {
  if (result === null) return null
  return format === 'json' ? result.map(resultBody) : result.map(line).join('\n')
}

/** One item or row as a line: its name, its number, and its steps that are not zero. */
function line(row: TrendsItem | FlagHealthRow): string {
  if (!('action' in row)) return JSON.stringify(resultBody(row))
  const name = row.compareLabel ? `${row.label} (${row.compareLabel})` : row.label
  if (row.aggregatedValue !== undefined) return `${name}: ${row.aggregatedValue}`
  const steps = row.days.flatMap((day, index) => (row.data[index] ? [`${day}=${row.data[index]}`] : []))
  return steps.length === 0 ? `${name}: ${row.count}` : `${name}: ${row.count} (${steps.join(', ')})`
}
