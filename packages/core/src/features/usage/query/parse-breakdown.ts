import { dimensionOf, PROPERTY_DIMENSIONS } from './parse-conditions.ts'
import {
  choice,
  isMissing,
  items,
  optionalSwitch,
  type QueryPart,
  requireKnownKeys,
  under,
  unsupported,
} from './query-part.ts'
import type { Breakdown } from './trends-query.ts'

const BREAKDOWN_KEYS = [
  'breakdown',
  'breakdown_type',
  'breakdowns',
  'breakdown_limit',
  'breakdown_hide_other_aggregation',
]
const DEFAULT_LIMIT = 25
const POSSIBLE = `use one of ${Object.keys(PROPERTY_DIMENSIONS).join(', ')}.`

/** Parses the dimension to break numbers down by (INSIGHT-6); null for none. */
export function parseBreakdown(filter: QueryPart): Breakdown | null {
  if (isMissing(filter)) return null
  refuseCalculations(filter)
  const dimension = dimensionIn(filter)
  if (!dimension) return null
  return {
    ...dimension,
    limit: parseLimit(under(filter, 'breakdown_limit')),
    hideOther: optionalSwitch(under(filter, 'breakdown_hide_other_aggregation')),
  }
}

/** Unknown keys are valid as long as they are disabled, because clients send all of theirs. */
function refuseCalculations(filter: QueryPart): void {
  const off = Object.entries(filter.value ?? {}).flatMap(([key, value]) => (value === false ? [key] : []))
  requireKnownKeys(filter, [...BREAKDOWN_KEYS, ...off])
}

function dimensionIn(filter: QueryPart): Pick<Breakdown, 'dimension' | 'isListed'> | null {
  const listed = items(under(filter, 'breakdowns'))
  if (listed.length > 1) throw unsupported(under(filter, 'breakdowns'), 'send at most one breakdown.')
  for (const one of listed) {
    requireKnownKeys(one, ['property', 'type'])
    choice(under(one, 'type'), ['event'], 'event')
    return { dimension: dimensionOf(under(one, 'property'), POSSIBLE), isListed: true }
  }
  const property = under(filter, 'breakdown')
  if (isMissing(property)) return null
  choice(under(filter, 'breakdown_type'), ['event'], 'event')
  return { dimension: dimensionOf(property, POSSIBLE), isListed: false }
}

function parseLimit(limit: QueryPart): number {
  if (isMissing(limit)) return DEFAULT_LIMIT
  const { value } = limit
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  throw unsupported(limit, 'send a whole number of at least 1.')
}
