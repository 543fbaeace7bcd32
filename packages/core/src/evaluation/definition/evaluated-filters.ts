import { areWellFormed, propertiesOf } from './filter-parts.ts'
import type { FlagFilters, PropertyFilter } from './flag-filters.ts'

/**
 * Returns filters without keys that are not validated on write, but that Flagdeck or SDKs would evaluate: older forms
 * of early access and holdouts, and fields that only the definitions feed adds (FLAG-41).
 */
export function evaluatedFilters(filters: FlagFilters): FlagFilters {
  // Damaged filters stay unchanged: only evaluation reports them as failures.
  if (!areWellFormed(filters)) return filters
  const { super_groups: _, holdout_groups: __, ...others }: FlagFilters & OlderFilters = filters
  const groups = filters.groups.map((group) =>
    propertiesOf(group).some(hasChain) ? { ...group, properties: propertiesOf(group).map(withoutChain) } : group,
  )
  return { ...others, groups }
}

interface OlderFilters {
  readonly super_groups?: unknown
  readonly holdout_groups?: unknown
}

function hasChain(property: PropertyFilter): boolean {
  return Object.hasOwn(property, 'dependency_chain')
}

function withoutChain(property: PropertyFilter): PropertyFilter {
  const { dependency_chain: _, ...others }: PropertyFilter & { readonly dependency_chain?: unknown } = property
  return others
}
