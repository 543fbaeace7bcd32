/** Filters with which a user narrows a dashboard for themself. They are in the address, and change nothing stored. */
export interface ViewFilters {
  /** As the API reads it, such as `-7d`; empty: each chart has its own time range. */
  readonly range: string
  readonly flags: readonly string[]
  readonly responses: readonly string[]
  readonly sdks: readonly string[]
  readonly place: 'anywhere' | 'application' | 'server'
  /** Whether all charts are compared with their previous period. */
  readonly compare: boolean
}

/** Reads the address. Values that make no sense there are left out. */
export function viewFilters(query: URLSearchParams): ViewFilters {
  const place = query.get('evaluated')
  return {
    range: query.get('range') ?? '',
    flags: valuesIn(query.get('flag')),
    responses: valuesIn(query.get('value')),
    sdks: valuesIn(query.get('sdk')),
    place: place === 'application' || place === 'server' ? place : 'anywhere',
    compare: query.get('compare') === 'true',
  }
}

/** The query of an address with these filters; null removes a filter from it. */
export function addressOf({ range, flags, responses, sdks, place, compare }: ViewFilters) {
  return {
    range: range || null,
    flag: textOf(flags),
    value: textOf(responses),
    sdk: textOf(sdks),
    evaluated: place === 'anywhere' ? null : place,
    compare: compare ? 'true' : null,
  }
}

/** Commas separate values, so that one in a value is escaped. */
function textOf(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.map((value) => encodeURIComponent(value)).join(',')
}

function valuesIn(text: string | null): readonly string[] {
  return (text ?? '').split(',').filter(Boolean).map(decoded)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Whether filters other than the time range and the comparison narrow the charts. */
export function isNarrowed({ flags, responses, sdks, place }: ViewFilters): boolean {
  return flags.length + responses.length + sdks.length > 0 || place !== 'anywhere'
}

/** Whether filters narrow the charts by what evaluated a flag. */
export function isByClient({ sdks, place }: ViewFilters): boolean {
  return sdks.length > 0 || place !== 'anywhere'
}

export function isFiltered(filters: ViewFilters): boolean {
  return isNarrowed(filters) || filters.range !== '' || filters.compare
}

/** The query of a request for the dashboard with these filters (INSIGHT-30, INSIGHT-31, DASH-105). */
export function overrideOf(filters: ViewFilters): { readonly filters_override?: string } {
  const { range, compare } = filters
  const properties = propertiesOf(filters)
  const override = {
    ...(range && { date_from: range }),
    // By day, 24 hours have two points.
    ...(range === '-24h' && { interval: 'hour' }),
    ...(properties.length > 0 && { properties }),
    ...(compare && { compare_filter: { compare: true } }),
  }
  return Object.keys(override).length === 0 ? {} : { filters_override: JSON.stringify(override) }
}

function propertiesOf({ flags, responses, sdks, place }: ViewFilters) {
  const chosen: readonly (readonly [string, readonly (string | boolean)[]])[] = [
    ['$feature_flag', flags],
    ['$feature_flag_response', responses],
    ['$lib', sdks],
    ['locally_evaluated', place === 'anywhere' ? [] : [place === 'application']],
  ]
  return chosen
    .filter(([, value]) => value.length > 0)
    .map(([key, value]) => ({ key, type: 'event', value, operator: 'exact' }))
}
