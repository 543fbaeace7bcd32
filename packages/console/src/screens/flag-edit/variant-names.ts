import type { Filters } from '../../parts/conditions/condition-types.ts'

/** What goes by the name of a variant, and follows it to another: its payload, and the condition sets that give it. */
export interface VariantBelongings {
  readonly payload: string | undefined
  readonly sets: readonly number[]
}

const NOTHING: VariantBelongings = { payload: undefined, sets: [] }

const keysOf = ({ multivariate }: Filters): readonly string[] => (multivariate?.variants ?? []).map(({ key }) => key)

/** What belongs to the variant at a place; undefined while another has the same name, for then nobody can tell. */
export function belongingsOf(filters: Filters, index: number): VariantBelongings | undefined {
  const keys = keysOf(filters)
  const key = keys[index]
  if (key === undefined || keys.indexOf(key) !== keys.lastIndexOf(key)) return undefined
  const sets = filters.groups.flatMap(({ variant }, place) => (variant === key ? [place] : []))
  return { payload: filters.payloads?.[key], sets }
}

/**
 * Filters in which the variant at a place has another name, letter by letter: what belongs to it follows, and what belongs
 * to another stays there, also while both have the same name.
 */
export function withVariantNamed(
  filters: Filters,
  index: number,
  name: string,
  { payload, sets }: VariantBelongings = NOTHING,
): Filters {
  const variants = filters.multivariate?.variants ?? []
  const before = variants[index]
  if (!before) return filters
  const others = new Set(keysOf(filters).filter((_, place) => place !== index))
  const payloads = Object.entries(filters.payloads ?? {}).filter(([key]) => key !== before.key || others.has(key))
  const own: readonly [string, string][] = payload === undefined || others.has(name) ? [] : [[name, payload]]
  return {
    ...filters,
    multivariate: { ...filters.multivariate, variants: variants.with(index, { ...before, key: name }) },
    payloads: Object.fromEntries([...payloads, ...own]),
    groups: filters.groups.map((set, place) => (sets.includes(place) ? { ...set, variant: name } : set)),
  }
}
