import * as z from 'zod'
import type { Insight } from '../../../data/records/insight.ts'
import type { InsightInputName } from '../../../data/records/insight-fields.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { MAX_NAME_LENGTH } from '../../../foundation/validation/bounded-fields.ts'
import { textField } from '../../../foundation/validation/fields.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { type Violation, violation } from '../../../foundation/validation/violation.ts'
import { missing, noChoice, violationsOf } from '../../../foundation/validation/violations-of.ts'
import { asksNothing, SEND_A_QUERY } from '../insights/insight-input.ts'
import { queryField } from '../insights/query-field.ts'
import { textBodyField, tileDisplayFields } from '../tiles/tile-input.ts'

const { color, layouts, filtersOverrides, showDescription, transparentBackground } = tileDisplayFields

const look = {
  color: color.optional(),
  layouts: layouts.optional(),
  filters_overrides: filtersOverrides.optional(),
  show_description: showDescription.optional(),
  transparent_background: transparentBackground.optional(),
}

/** The fields of an insight in a tile: all that callers set, except those that are not exported. */
export type TiledInsight = Pick<
  Insight,
  Exclude<InsightInputName, 'derivedName' | 'tags' | 'favorited' | 'saved' | 'deleted'>
>

const insight = {
  name: textField().max(MAX_NAME_LENGTH).nullish(),
  description: textField().nullish(),
  query: queryField().nullish(),
} satisfies Record<keyof TiledInsight, z.ZodType>

const insightTile = z.object({ ...look, type: z.literal('INSIGHT'), ...insight })

const textTile = z.object({
  ...look,
  type: z.literal('TEXT'),
  body: textBodyField().nullish(),
})

/** A tile of a template: its content and its display (DASH-73). */
export type TemplateTile = z.output<typeof insightTile> | z.output<typeof textTile>

/** Returns the {@link TiledInsight} of an insight, or of a tile without some of the fields. */
export function tiledInsight({
  name = null,
  description = null,
  query = null,
}: {
  readonly [Field in keyof TiledInsight]?: TiledInsight[Field] | undefined
}): TiledInsight {
  return { name, description, query }
}

/** Refuses invalid tiles, with their positions in the list. */
export function checkTemplateTiles(
  tiles: readonly JsonObject[],
  attrPrefix: string,
  also: (tile: JsonObject) => readonly Violation[] = () => [],
): TemplateTile[] {
  const violations: Violation[] = []
  const checked = tiles.flatMap((tile, index) => {
    const schema = schemaOf(tile)
    if (!schema) {
      violations.push(unknownType(tile, `${attrPrefix}tiles__${index}`))
      return []
    }
    const parsed = schema.safeParse(tile, { reportInput: true })
    const wrong = [...(parsed.success ? [] : violationsOf(parsed.error)), ...also(tile)]
    if (parsed.success && wrong.length === 0) return [parsed.data]
    violations.push(...wrong.map((each) => ({ ...each, attr: `${attrPrefix}tiles__${index}__${each.attr}` })))
    return []
  })
  refuseIfAny(violations)
  return checked
}

/** Refuses a tile without a query, or with only the `filters` from before queries existed (DASH-102). */
export function queryViolations({ type, query, filters }: JsonObject): readonly Violation[] {
  if (type !== 'INSIGHT' || (query !== undefined && (asksNothing(filters) || !asksNothing(query)))) return []
  const detail = asksNothing(filters)
    ? 'A tile with an insight requires a query, such as a TrendsQuery, not null.'
    : SEND_A_QUERY
  return [violation('query', query === undefined ? 'required' : 'invalid_input', detail)]
}

function schemaOf({ type }: JsonObject) {
  if (type === 'INSIGHT') return insightTile
  return type === 'TEXT' ? textTile : undefined
}

function unknownType({ type }: JsonObject, tile: string): Violation {
  const attr = `${tile}__type`
  if (type === undefined) return missing(attr)
  const name = typeof type === 'string' ? type.slice(0, 100) : typeof type
  const { code, detail } = noChoice(name, ['INSIGHT', 'TEXT'])
  return violation(attr, code, detail)
}
