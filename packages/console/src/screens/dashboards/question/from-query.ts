import { DISPLAYS, type Fields, fieldsOf, sourceOf } from './query-source.ts'
import { BREAKDOWNS, FIRST_QUESTION, INTERVALS, type Question, REPORTS } from './question.ts'

/** Stops parsing a query with options that the form does not have. */
class BeyondTheForm extends Error {}

/** Returns the chart of a query; undefined if the query uses options that the form does not have and would lose. */
export function fromQuery(query: unknown): Question | undefined {
  try {
    return read(sourceOf(query))
  } catch (error) {
    if (error instanceof BeyondTheForm) return undefined
    throw error
  }
}

function read(source: Fields): Question {
  if (source.kind !== 'FlagHealthQuery') return readNumbers(source)
  return { ...FIRST_QUESTION, about: oneOf(REPORTS, source.report) }
}

/** Options that do not affect numbers. {@link toQuery} copies them unchanged. */
const SAYS_NOTHING = [
  'filterTestAccounts',
  'samplingFactor',
  'modifiers',
  'tags',
  'version',
  'response',
  'dataColorTheme',
]

const KNOWN = [
  'kind',
  'series',
  'measure',
  'interval',
  'dateRange',
  'properties',
  'breakdownFilter',
  'trendsFilter',
  'compareFilter',
  ...SAYS_NOTHING,
]

/** The default of INSIGHT-11. */
const DEFAULT_FROM = '-7d'

function readNumbers(source: Fields): Question {
  onlyKnown(source, KNOWN)
  if (source.kind !== 'TrendsQuery') throw new BeyondTheForm()
  const { date_from: from } = part(source.dateRange, ['date_from', 'explicitDate'])
  return {
    about: readSeries(source.series),
    measure: oneOf(['exposures', 'evaluations'], source.measure, 'exposures'),
    ...readConditions(conditionsIn(source.properties)),
    breakdown: readBreakdown(source.breakdownFilter),
    display: oneOf(DISPLAYS, fieldsOf(source.trendsFilter).display, 'ActionsLineGraph'),
    interval: oneOf(INTERVALS, source.interval, 'day'),
    from: textOf(from ?? DEFAULT_FROM),
    compare: part(source.compareFilter, ['compare']).compare === true,
  }
}

function readSeries(series: unknown): 'total' | 'dau' {
  const [only, ...more] = Array.isArray(series) ? series : []
  if (more.length > 0) throw new BeyondTheForm()
  const { math, kind } = part(only, ['kind', 'event', 'name', 'math'])
  if (kind !== 'EventsNode') throw new BeyondTheForm()
  return oneOf(['total', 'dau'], math, 'total')
}

function readBreakdown(filter: unknown): Question['breakdown'] {
  const { breakdown } = part(filter, ['breakdown', 'breakdown_type'])
  return breakdown === undefined || breakdown === null ? 'nothing' : oneOf(BREAKDOWNS, breakdown)
}

/** Returns all conditions in nested groups of AND. */
function conditionsIn(properties: unknown): readonly Fields[] {
  if (properties === undefined || properties === null) return []
  if (Array.isArray(properties)) return properties.flatMap(conditionsIn)
  const fields = fieldsOf(properties)
  if (!Array.isArray(fields.values)) return Object.keys(fields).length === 0 ? [] : [fields]
  if (oneOf(['AND', 'OR'], fields.type, 'AND') === 'OR' && fields.values.length > 1) throw new BeyondTheForm()
  return conditionsIn(fields.values)
}

type Conditions = Pick<Question, 'flags' | 'responses' | 'sdks' | 'place'>

function readConditions(conditions: readonly Fields[]): Conditions {
  const byKey = new Map(conditions.map((condition) => [condition.key, valuesOf(condition)]))
  const known = ['$feature_flag', '$feature_flag_response', '$lib', 'locally_evaluated']
  // Two conditions on one property must both match, which a list of values cannot express.
  if (byKey.size < conditions.length || [...byKey.keys()].some((key) => !known.includes(String(key)))) {
    throw new BeyondTheForm()
  }
  return {
    flags: byKey.get('$feature_flag') ?? [],
    responses: byKey.get('$feature_flag_response') ?? [],
    sdks: byKey.get('$lib') ?? [],
    place: placeOf(byKey.get('locally_evaluated')),
  }
}

function valuesOf(condition: Fields): readonly string[] {
  const { operator, value } = part(condition, ['key', 'type', 'value', 'operator', 'label'])
  oneOf(['exact'], operator, 'exact')
  return [value].flat().map((each) => (typeof each === 'object' ? textOf(each) : String(each)))
}

function placeOf(values: readonly string[] | undefined): Question['place'] {
  if (values === undefined) return 'anywhere'
  const [only, ...more] = values
  if (more.length > 0) throw new BeyondTheForm()
  return oneOf(['true', 'false'], only) === 'true' ? 'application' : 'server'
}

/** Returns a part of the query, or an empty object. The part must not contain other fields than the known ones. */
function part(value: unknown, known: readonly string[]): Fields {
  const fields = fieldsOf(value)
  onlyKnown(fields, known)
  return fields
}

function onlyKnown(fields: Fields, known: readonly string[]): void {
  const more = Object.entries(fields).filter(([key, value]) => !known.includes(key) && value != null && value !== false)
  if (more.length > 0) throw new BeyondTheForm()
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown, otherwise?: Word): Word {
  const word = words.find((each) => each === (value ?? otherwise))
  if (word === undefined) throw new BeyondTheForm()
  return word
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new BeyondTheForm()
  return value
}
