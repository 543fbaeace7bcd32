import type { FlagDefinition } from './definitions.ts'
import type { PropertyFilter } from './flag-filters.ts'

/** How a filter names the flag it is about: by id as it is stored, by key as the definitions feed rewrites it. */
export type FlagReference = { readonly id: number } | { readonly key: string } | 'broken'

export function flagReference(filter: PropertyFilter): FlagReference {
  // Only the feed adds this field, which is why the type of filters does not have it.
  const { dependency_chain: chain } = filter as { readonly dependency_chain?: unknown }
  if (!Array.isArray(chain)) return { id: Number(filter.key) }
  return chain.length === 0 ? 'broken' : { key: filter.key }
}

/** The flags that some filters ask for by themselves. */
export function flagsAskedBy(filters: readonly MaybeFilter[]): readonly FlagReference[] {
  return filters.flatMap((filter) => (filter?.type === 'flag' ? [flagReference(filter)] : []))
}

/** The cohorts that some filters ask for, by id. */
export function cohortsAskedBy(filters: readonly MaybeFilter[]): readonly string[] {
  return filters.flatMap((filter) => (filter?.type === 'cohort' ? [String(filter.value)] : []))
}

/** Lists of filters may be damaged. */
export type MaybeFilter = PropertyFilter | null | undefined

/** The filters of a flag's condition sets; none when its definition is damaged. */
export function filtersOf(definition: FlagDefinition): readonly MaybeFilter[] {
  const conditions: unknown = definition.filters?.groups
  return Array.isArray(conditions) ? conditions.flatMap((condition) => condition?.properties ?? []) : []
}
