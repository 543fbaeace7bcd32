/** Filters with which a user views a dashboard. They are in the address and do not change stored data. */
export interface ViewFilters {
  /** In the format of the API, such as `-7d`; empty if each chart uses its own time range. */
  readonly range: string
  readonly flags: readonly string[]
  readonly responses: readonly string[]
  readonly sdks: readonly string[]
  readonly place: 'anywhere' | 'application' | 'server'
  /** Whether all charts are compared with their previous period. */
  readonly compare: boolean
}

/** Reads the filters from the address. Invalid values are ignored. */
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

/** Returns the query of an address with these filters; null removes a filter from it. */
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

/** Commas separate values, so a comma in a value is escaped. */
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

/** Whether filters other than the time range and the comparison apply to the charts. */
export function isNarrowed({ flags, responses, sdks, place }: ViewFilters): boolean {
  return flags.length + responses.length + sdks.length > 0 || place !== 'anywhere'
}

/** Whether filters select charts by the evaluating SDK or place. */
export function isByClient({ sdks, place }: ViewFilters): boolean {
  return sdks.length > 0 || place !== 'anywhere'
}

export function isFiltered(filters: ViewFilters): boolean {
  return isNarrowed(filters) || filters.range !== '' || filters.compare
}

/** Returns the query of a request for the dashboard with these filters (INSIGHT-30, INSIGHT-31, DASH-105). */
export function overrideOf(filters: ViewFilters): { readonly filters_override?: string } {
  const { range, compare } = filters
  const properties = propertiesOf(filters)
  const override = {
    ...(range && { date_from: range }),
    // By day, 24 hours would have only two points.
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
