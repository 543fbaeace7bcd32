import type { Filters, PropertyFilter } from '../../parts/conditions/condition-types.ts'

/** What a person may have to be let in by the first condition set, as far as filters say so themselves. */
export function fittingProperties({ groups }: Partial<Pick<Filters, 'groups'>>): Readonly<Record<string, unknown>> {
  const [first] = groups ?? []
  const asked = (first?.properties ?? []).filter(({ type }) => type === 'person' || type === undefined)
  return Object.fromEntries(asked.flatMap((filter) => fitting(filter) ?? []))
}

/** Nothing for a filter that asks for no value, or for one that is not there. */
function fitting({
  key,
  operator = 'exact',
  value,
}: PropertyFilter): readonly [readonly [string, unknown]] | undefined {
  switch (operator) {
    case 'exact':
    case 'icontains_multi':
      return [[key, Array.isArray(value) ? value[0] : value]]
    case 'icontains':
    case 'gte':
    case 'lte':
    case 'is_date_exact':
    case 'semver_eq':
    case 'semver_gte':
    case 'semver_lte':
      return [[key, value]]
    case 'is_set':
      return [[key, true]]
    case 'is_not':
    case 'is_not_set':
    case 'not_icontains':
    case 'not_icontains_multi':
    case 'not_regex':
      return undefined
    default:
      // What fits a pattern or lies beyond a bound is for the reader to say.
      return [[key, '…']]
  }
}
