import type { Filters, PropertyFilter } from '../../parts/conditions/condition-types.ts'

/** Returns properties that match the first condition set, as far as its filters contain such values. */
export function fittingProperties({ groups }: Partial<Pick<Filters, 'groups'>>): Readonly<Record<string, unknown>> {
  const [first] = groups ?? []
  const filters = (first?.properties ?? []).filter(({ type }) => type === 'person' || type === undefined)
  return Object.fromEntries(filters.flatMap((filter) => fitting(filter) ?? []))
}

/** Returns undefined for a filter without a value, or one that requires that the property is not set. */
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
      // The reader has to choose a value that matches a pattern or exceeds a bound.
      return [[key, '…']]
  }
}
