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
 * Merges what two people made of the same filters, all in stored form, part by part (EDIT-3): condition sets, variants
 * and payloads one by one, every other top-level key whole. What is damaged is merged whole too.
 */
export function mergeFilterEdits(sides: Sides<FlagFilters>): Merged<FlagFilters> {
  const fields = { base: fieldsOf(sides.base), theirs: fieldsOf(sides.theirs), mine: fieldsOf(sides.mine) }
  const { value, overlaps } = mergeObjects(fields as unknown as Sides<JsonObject>, (key, part) =>
    mergeValues(part, `filters.${key}`, ownProperty(MERGE_PART, key)),
  )
  const filters = value as unknown as FlagFilters // parts of filters, each from one of them
  const isDerived = conditionSetsOf(filters).length > 0
  // Condition sets say themselves whom they are about; that of the flag follows from them (FLAG-52).
  return { value: filters, overlaps: isDerived ? overlaps.filter((path) => path !== AGGREGATION) : overlaps }
}

const MERGE_PART: Readonly<Record<string, MergeChanged>> = {
  groups: mergeConditionSets,
  multivariate: mergeMultivariate,
  payloads: mergePayloads,
}

/** A condition set has no id: it is the same one as long as it says the same, or stays in its place. */
function mergeConditionSets({ base, theirs, mine }: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  if (!areObjects(base) || !areObjects(theirs) || !areObjects(mine)) return overlapping({ base, theirs, mine }, path)
  const groups = new Map<string, JsonValue>()
  // Most are written alike on every side, and that is found out faster than what they say.
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

/** A flag that gets or loses its variants is another kind of flag: there is nothing to merge then. */
function mergeMultivariate(sides: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  const objects = objectSides(sides)
  if (!objects) return overlapping(sides, path)
  return mergeObjects(objects, (key, part) =>
    mergeValues(part, `${path}.${key}`, key === 'variants' ? mergeVariants : undefined),
  )
}

/** Variants are known by their keys; their order counts, since it decides who gets which. */
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
  // One that both added in different places would be there twice.
  const isEachThereOnce =
    inOrder.length === Object.keys(variants.value).length && new Set(order.items).size === inOrder.length
  return order.overlaps.length === 0 && isEachThereOnce ? merged(inOrder) : overlapping(sides, path)
}

/** The variants of a flag by their keys, in their order; undefined when two have the same, or one has none. */
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

/** Those of different variants are edited by themselves; none at all is an empty list of them. */
function mergePayloads({ base, theirs, mine }: Sides<MaybeJson>, path: string): Merged<MaybeJson> {
  const sides = objectSides({ base: base ?? {}, theirs: theirs ?? {}, mine: mine ?? {} })
  if (!sides) return overlapping({ base, theirs, mine }, path)
  return mergeObjects(sides, (key, payload) => mergeValues(payload, `${path}.${key}`))
}
