import { isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { ownProperty } from '../../foundation/json/own-property.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { type FlagReference, flagReference } from '../definition/flag-reference.ts'
import { flagFinder } from '../snapshot/flags-by-key.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import { MAX_EFFORT } from './explain-scope.ts'

/** The cost of compiling and evaluating a part of a definition, in comparisons of a value. */
const PART_SIZE = 5
/** The maximum: searches never spend more than this, so a larger size makes no difference. */
const MAX_SIZE = MAX_EFFORT

/**
 * Returns the approximate cost of a decision: all parts of a flag's filters, and of the flags and cohorts that they
 * reference.
 */
export function decisionSize(filters: unknown, { flags, settings }: SnapshotParts): number {
  const find = flagFinder(flags)
  const seen = new Set<unknown>()
  // Stored filters may be damaged, but are JSON. They may also be deep, so this is not recursive.
  const open: unknown[] = [filters]
  let size = 0
  while (open.length > 0 && size < MAX_SIZE) {
    const part = open.pop()
    size += PART_SIZE
    if (typeof part !== 'object' || part === null || seen.has(part)) continue
    seen.add(part)
    for (const inner of Object.values(part)) open.push(inner)
    if (isJsonObject(part)) open.push(askedBy(part, find, settings.cohorts))
  }
  return size
}

/** Returns the definition that a filter on another flag or on a cohort references; undefined for any other part. */
function askedBy(
  part: JsonObject,
  find: (reference: FlagReference) => { readonly definition: { readonly filters: unknown } } | undefined,
  cohorts: JsonObject | undefined,
): unknown {
  if (part.type === 'cohort') return ownProperty(cohorts, String(part.value))
  // It has the type of a filter on a flag; its fields are checked where they are used.
  return part.type === 'flag' ? find(flagReference(part as unknown as PropertyFilter))?.definition.filters : undefined
}
