import { MAX_GROUP_TYPES } from '../../../data/records/group-type-places.ts'
import { MAX_NAME_LENGTH } from '../../../foundation/validation/bounded-fields.ts'
import { parseConditions } from './parse-conditions.ts'
import {
  choice,
  isMissing,
  items,
  optionalText,
  type QueryPart,
  requireKnownKeys,
  UnsupportedQuery,
  under,
  unsupported,
} from './query-part.ts'
import { hasTooMany, TOO_MANY_SERIES } from './series-limit.ts'
import { FLAG_CALLED, MATHS, type TrendsSeries } from './trends-query.ts'

/** The valid keys of a series; the last ones do not affect numbers. */
const SERIES_KEYS = [
  'kind',
  'event',
  'math',
  'math_group_type_index',
  'properties',
  'name',
  'custom_name',
  'orderBy',
  'limit',
  'version',
]

export function parseSeries(series: QueryPart): readonly TrendsSeries[] {
  const parts = items(series)
  if (parts.length === 0) throw unsupported(series, 'send at least one series.')
  if (hasTooMany(parts)) throw new UnsupportedQuery(TOO_MANY_SERIES)
  return parts.map(parseOneSeries)
}

function parseOneSeries(part: QueryPart): TrendsSeries {
  requireKind(under(part, 'kind'))
  requireKnownKeys(part, SERIES_KEYS)
  const math = choice(under(part, 'math'), MATHS, 'total')
  return {
    event: parseEvent(under(part, 'event')),
    name: optionalName(under(part, 'name')),
    customName: optionalName(under(part, 'custom_name')),
    math,
    groupTypeIndex: math === 'unique_group' ? parseGroupTypeIndex(under(part, 'math_group_type_index')) : null,
    conditions: parseConditions(under(part, 'properties')),
  }
}

/** Shortens names, because every item of the result repeats them. */
function optionalName(part: QueryPart): string | null {
  return optionalText(part)?.slice(0, MAX_NAME_LENGTH) ?? null
}

function parseGroupTypeIndex(part: QueryPart): number {
  const index = [...Array(MAX_GROUP_TYPES).keys()].find((index) => index === part.value)
  if (index === undefined) throw unsupported(part, 'send the index of a group type.')
  return index
}

function requireKind(kind: QueryPart): void {
  if (kind.value !== 'EventsNode') throw unsupported(kind, 'use EventsNode.')
}

function parseEvent(event: QueryPart): string | null {
  if (isMissing(event)) return null
  if (event.value === FLAG_CALLED) return FLAG_CALLED
  throw unsupported(event, `only ${FLAG_CALLED} is counted.`)
}
