import { conditionSetsOf, fieldsOf, propertiesOf, variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { closestName } from '../../foundation/validation/closest-name.ts'
import { type Violation, violation } from '../../foundation/validation/violation.ts'
import { conditionSet, filterStructure, propertyFilter, variant } from './filter-structure.ts'

// In addition to known keys: keys that clients of this API are known to send, although they are not read either.
export const FILTERS = [...Object.keys(filterStructure.shape), 'super_groups', 'holdout_groups']
export const CONDITION_SET = Object.keys(conditionSet.shape)
const PROPERTY = [...Object.keys(propertyFilter.shape), 'dependency_chain']
const VARIANT = Object.keys(variant.shape)

const MAX_TOLD = 3

/**
 * Returns a warning about keys of filters that are never read. They belong to the client, or are misspelled known keys,
 * so that a flag could be on for more subjects than intended (FLAG-56). Null is equivalent to a missing key.
 */
export function unreadKeyWarnings(filters: FilterInput): readonly Violation[] {
  const unread = unreadKeys(filters)
  if (unread.length === 0) return []
  const told = shortList(unread, ({ place, key, known }) => shownKey(place, key, known))
  return [
    violation('filters', 'unread_key', `These keys of its filters have no effect: ${told}. Check for mistyped names.`),
  ]
}

/** A key of filters that no release reads. */
export interface UnreadKey {
  /** The path of its object: `groups[0].`, or the empty text for filters themselves. */
  readonly place: string
  readonly key: string
  readonly known: readonly string[]
  /** The object that contains the key. */
  readonly part: object
}

/** Returns the first three items of a warning as text, and the number of the others. */
export function shortList<Item>(items: readonly Item[], text: (item: Item) => string): string {
  const more = items.length - MAX_TOLD
  return items.slice(0, MAX_TOLD).map(text).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Returns a key with the name that was probably intended: `likely`, or else the closest known one. */
export function shownKey(place: string, key: string, known: readonly string[], likely?: string): string {
  const name = clip(key)
  const meant = likely ?? closestName(name, known) ?? known.find((each) => name.length > 1 && each.startsWith(name))
  return `"${place}${name}"${meant === undefined ? '' : ` (did you mean ${meant}?)`}`
}

/** Returns all keys of filters that are never read, except those whose value is null. */
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
