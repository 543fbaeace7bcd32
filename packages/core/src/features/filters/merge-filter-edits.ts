import { areObjects, conditionSetsOf, fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { textOf } from '../../evaluation/values/text-of.ts'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import {
  type MaybeJson,
  type MergeChanged,
  type Merged,
  merged,
  mergeObjects,
  mergeValues,
  objectSides,
  overlapping,
  type Sides,
} from '../../foundation/json/merge-values.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import { mergeLists } from '../../foundation/lists/merge-lists.ts'

const AGGREGATION = 'filters.aggregation_group_type_index'

/**
 * Merges two edits of the same filters in stored form, part by part (EDIT-3): condition sets, variants and payloads one
 * by one, and all other top-level keys as a whole. Damaged parts are merged as a whole too.
 */
export function mergeFilterEdits(sides: Sides<FlagFilters>): Merged<FlagFilters> {
  const fields = { base: fieldsOf(sides.base), theirs: fieldsOf(sides.theirs), mine: fieldsOf(sides.mine) }
  const { value, overlaps } = mergeObjects(fields as unknown as Sides<JsonObject>, (key, part) =>
    mergeValues(part, `filters.${key}`, ownProperty(MERGE_PART, key)),
  )
  const filters = value as unknown as FlagFilters // each part is from one of the sides
  const isDerived = conditionSetsOf(filters).length > 0
  // Each condition set defines its own aggregation, and that of the flag is derived from them (FLAG-52).
  return { value: filters, overlaps: isDerived ? overlaps.filter((path) => path !== AGGREGATION) : overlaps }
}

const MERGE_PART: Readonly<Record<string, MergeChanged>> = {
  groups: mergeConditionSets,
  multivariate: mergeMultivariate,
  payloads: mergePayloads,
}

/** Condition sets have no ids: they are matched by equal content, or by equal position. */
function mergeConditionSets({ base, theirs, mine }: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  if (!areObjects(base) || !areObjects(theirs) || !areObjects(mine)) return overlapping({ base, theirs, mine }, path)
  const groups = new Map<string, JsonValue>()
  // Most are serialized identically on every side, which is faster to detect than equal content.
  const texts = new Map<string, string>()
  const textsOf = (list: readonly object[]) =>
    (list as readonly JsonObject[]).map((group) => {
      const written = JSON.stringify(group)
      const text = texts.get(written) ?? textOf(group)
      texts.set(written, text)
      groups.set(text, group)
      return text
    })
  const { items, overlaps } = mergeLists(textsOf(base), textsOf(theirs), textsOf(mine))
  return {
    value: items.map((text) => groups.get(text) ?? null),
    overlaps: overlaps.map((place) => `${path}[${place}]`),
  }
}

/** A change that adds or removes variants changes the type of the flag. It overlaps with any other change. */
function mergeMultivariate(sides: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  const objects = objectSides(sides)
  if (!objects) return overlapping(sides, path)
  return mergeObjects(objects, (key, part) =>
    mergeValues(part, `${path}.${key}`, key === 'variants' ? mergeVariants : undefined),
  )
}

/** Variants are matched by their keys. Their order matters, because it determines which users get which variant. */
function mergeVariants(sides: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  const [base, theirs, mine] = [byKey(sides.base), byKey(sides.theirs), byKey(sides.mine)]
  if (!base || !theirs || !mine) return overlapping(sides, path)
  const variants = mergeObjects(
    { base: Object.fromEntries(base), theirs: Object.fromEntries(theirs), mine: Object.fromEntries(mine) },
    (key, variant) => mergeValues(variant, `${path}.${key}`),
  )
  if (variants.overlaps.length > 0) return variants
  const order = mergeLists([...base.keys()], [...theirs.keys()], [...mine.keys()])
  const inOrder = order.items.flatMap((key) => ownProperty(variants.value, key) ?? [])
  // A variant that both sides added in different positions would be included twice.
  const isEachThereOnce =
    inOrder.length === Object.keys(variants.value).length && new Set(order.items).size === inOrder.length
  return order.overlaps.length === 0 && isEachThereOnce ? merged(inOrder) : overlapping(sides, path)
}

/** Returns the variants by their keys, in their order; undefined when two have the same key, or one has none. */
function byKey(variants: MaybeJson): ReadonlyMap<string, JsonObject> | undefined {
  if (!areObjects(variants)) return undefined
  const found = new Map<string, JsonObject>()
  for (const variant of variants as readonly JsonObject[]) {
    const { key } = variant
    if (typeof key !== 'string' || found.has(key)) return undefined
    found.set(key, variant)
  }
  return found
}

/** The payloads of different variants are merged separately; missing payloads are equivalent to an empty object. */
function mergePayloads({ base, theirs, mine }: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  const sides = objectSides({ base: base ?? {}, theirs: theirs ?? {}, mine: mine ?? {} })
  if (!sides) return overlapping({ base, theirs, mine }, path)
  return mergeObjects(sides, (key, payload) => mergeValues(payload, `${path}.${key}`))
}
