import type { Filters } from '../../parts/conditions/condition-types.ts'

/**
 * The parts that refer to a variant by name and follow a new name: its payload, and the condition sets that return it.
 */
export interface VariantBelongings {
  readonly payload: string | undefined
  readonly sets: readonly number[]
}

const NOTHING: VariantBelongings = { payload: undefined, sets: [] }

const keysOf = ({ multivariate }: Filters): readonly string[] => (multivariate?.variants ?? []).map(({ key }) => key)

/**
 * Returns the parts that belong to a variant; undefined while another has the same name, because it is then ambiguous.
 */
export function belongingsOf(filters: Filters, index: number): VariantBelongings | undefined {
  const keys = keysOf(filters)
  const key = keys[index]
  if (key === undefined || keys.indexOf(key) !== keys.lastIndexOf(key)) return undefined
  const sets = filters.groups.flatMap(({ variant }, place) => (variant === key ? [place] : []))
  return { payload: filters.payloads?.[key], sets }
}

/**
 * Returns filters with another name of a variant, which changes with each typed letter. The parts of the variant
 * follow. The parts of another variant stay there, even while both have the same name.
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
