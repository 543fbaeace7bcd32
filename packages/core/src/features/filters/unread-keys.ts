import { conditionSetsOf, fieldsOf, propertiesOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { closestName } from '../../foundation/validation/closest-name.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { conditionSet, filterStructure, propertyFilter, variant } from './filter-structure.ts'

// Beside what is known stand keys that clients of this API are known to send, though nothing looks at them either.
export const FILTERS = [...Object.keys(filterStructure.shape), 'super_groups', 'holdout_groups']
export const CONDITION_SET = Object.keys(conditionSet.shape)
const PROPERTY = [...Object.keys(propertyFilter.shape), 'dependency_chain']
const VARIANT = Object.keys(variant.shape)

const MAX_TOLD = 3

/**
 * Says which keys of filters nothing looks at: they are a client's own, or known ones that were mistyped, so that a flag
 * may be on for more than it should (FLAG-56). Null says as much as nothing.
 */
export function unreadKeyWarnings(filters: FilterInput): readonly Violation[] {
  const unread = unreadKeys(filters)
  if (unread.length === 0) return []
  const told = shortList(unread, ({ place, key, known }) => shownKey(place, key, known))
  return [
    violation('filters', 'unread_key', `These keys of its filters have no effect: ${told}. Check for mistyped names.`),
  ]
}

/** A key of filters that no release knows. */
export interface UnreadKey {
  /** What it is in: `groups[0].`, or nothing for filters themselves. */
  readonly place: string
  readonly key: string
  readonly known: readonly string[]
  /** The object that has it. */
  readonly part: object
}

/** The first three of what a warning is about, and how many more there are. */
export function shortList<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const more = items.length - MAX_TOLD
  return items.slice(0, MAX_TOLD).map(text).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** A key with what was probably meant, which is looked for among the known ones unless it is given. */
export function shownKey(place: string, key: string, known: readonly string[], likely?: string): string {
  const name = clip(key)
  const meant = likely ?? closestName(name, known) ?? known.find((each) => name.length > 1 && each.startsWith(name))
  return `"${place}${name}"${meant === undefined ? '' : ` (did you mean ${meant}?)`}`
}

/** All keys of filters that nothing reads, but for those that say nothing because they are null. */
export function unreadKeys(filters: FilterInput): readonly UnreadKey[] {
  return [
    ...unreadIn(fieldsOf(filters), '', FILTERS),
    ...conditionSetsOf(filters).flatMap((group, at) => [
      ...unreadIn(group, `groups[${at}].`, CONDITION_SET),
      ...propertiesOf(group).flatMap((each, index) => unreadIn(each, `groups[${at}].properties[${index}].`, PROPERTY)),
    ]),
    ...variantsOf(filters).flatMap((each, at) => unreadIn(each, `multivariate.variants[${at}].`, VARIANT)),
  ]
}

function unreadIn(part: object, place: string, known: readonly string[]): readonly UnreadKey[] {
  const unknown = Object.entries(part).filter(([key, value]) => value !== null && !known.includes(key))
  return unknown.map(([key]) => ({ place, key, known, part }))
}
