import type { FlagFilters } from '@flagdeck/core'

/** The required value of a property of a subject. */
export type PlainFilter =
  | { readonly operator: 'in' | 'not in'; readonly property: string; readonly values: readonly string[] }
  | { readonly operator: 'greater than'; readonly property: string; readonly value: number }
  | { readonly operator: 'matches'; readonly property: string; readonly pattern: string }
  /** Case-insensitive; `text` is in lower case. */
  | { readonly operator: 'contains'; readonly property: string; readonly text: string }

type PropertyFilter = NonNullable<FlagFilters['groups'][number]['properties']>[number]

export function plainFilter({ key: property, operator, value }: PropertyFilter): PlainFilter {
  switch (operator) {
    case 'exact':
      return { operator: 'in', property, values: textsOf(value) }
    case 'is_not':
      return { operator: 'not in', property, values: textsOf(value) }
    case 'gt':
      return { operator: 'greater than', property, value: Number(value) }
    case 'regex':
      return { operator: 'matches', property, pattern: String(value) }
    case 'icontains':
      return { operator: 'contains', property, text: String(value).toLowerCase() }
    default:
      throw new Error(`no workload has filters with ${operator}`)
  }
}

function textsOf(value: PropertyFilter['value']): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
