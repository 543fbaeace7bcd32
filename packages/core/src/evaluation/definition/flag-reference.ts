import type { FlagDefinition } from './definitions.ts'
import type { PropertyFilter } from './flag-filters.ts'

/** The reference of a filter to a flag: by id as it is stored, by key in the definitions feed. */
export type FlagReference = { readonly id: number } | { readonly key: string } | 'broken'

export function flagReference(filter: PropertyFilter): FlagReference {
  // Only the feed adds this field, so the type of filters does not have it.
  const { dependency_chain: chain } = filter as { readonly dependency_chain?: unknown }
  if (!Array.isArray(chain)) return { id: Number(filter.key) }
  return chain.length === 0 ? 'broken' : { key: filter.key }
}

/** Returns the flags that filters reference directly. */
export function flagsAskedBy(filters: readonly MaybeFilter[]): readonly FlagReference[] {
  return filters.flatMap((filter) => (filter?.type === 'flag' ? [flagReference(filter)] : []))
}

/** Returns the ids of the cohorts that filters reference directly. */
export function cohortsAskedBy(filters: readonly MaybeFilter[]): readonly string[] {
  return filters.flatMap((filter) => (filter?.type === 'cohort' ? [String(filter.value)] : []))
}

/** Lists of filters may be damaged. */
export type MaybeFilter = PropertyFilter | null | undefined

/** Returns the filters of a flag's condition sets; empty if its definition is damaged. */
export function filtersOf(definition: FlagDefinition): readonly MaybeFilter[] {
  const conditions: unknown = definition.filters?.groups
  return Array.isArray(conditions) ? conditions.flatMap((condition) => condition?.properties ?? []) : []
}
