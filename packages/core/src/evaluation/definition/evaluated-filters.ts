import { areWellFormed, propertiesOf } from './filter-parts.ts'
import type { FlagFilters, PropertyFilter } from './flag-filters.ts'

/**
 * Filters without the keys that nobody checks when they are written, and that evaluators, ours or those of SDKs, would
 * read: older forms of early access and holdouts, and what only the definitions feed lays in (FLAG-41).
 */
export function evaluatedFilters(filters: FlagFilters): FlagFilters {
  // What is damaged goes on as it is: only whoever evaluates it can say that it fails.
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
