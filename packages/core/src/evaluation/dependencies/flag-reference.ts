import type { PropertyFilter } from '../../flags/filters/flag-filters.ts'
import type { FlagDefinition } from '../definitions.ts'

/** How a filter names the flag it is about: by id as it is stored, by key as the definitions feed rewrites it. */
export type FlagReference = { readonly id: number } | { readonly key: string } | 'broken'

export function flagReference(filter: PropertyFilter): FlagReference {
  // Only the feed adds this field, which is why the type of filters does not have it.
  const { dependency_chain: chain } = filter as { readonly dependency_chain?: unknown }
  if (!Array.isArray(chain)) return { id: Number(filter.key) }
  return chain.length === 0 ? 'broken' : { key: filter.key }
}

/** The flags whose answers a flag's conditions ask for; none when its definition is damaged. */
export function dependenciesOf(definition: FlagDefinition): readonly FlagReference[] {
  const conditions: unknown = definition.filters?.groups
  if (!Array.isArray(conditions)) return []
  const filters: readonly (PropertyFilter | null)[] = conditions.flatMap((condition) => condition?.properties ?? [])
  return filters.flatMap((filter) => (filter?.type === 'flag' ? [flagReference(filter)] : []))
}
