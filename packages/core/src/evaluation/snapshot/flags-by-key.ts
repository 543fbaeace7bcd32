import { isJsonObject } from '../../foundation/json/json-value.ts'
import { partitionPoint } from '../../foundation/lists/partition-point.ts'
import type { Decision } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { FlagReference } from '../definition/flag-reference.ts'
import type { Subject } from '../definition/subject.ts'
import { unknownFlagDecision } from '../flags/answers.ts'
import { type CompiledFlag, decide, lazyFlag } from '../flags/compiled-flag.ts'
import type { Lookup } from '../lookup/lookup.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'

/**
 * The flags of one snapshot by key. Successive snapshots share `slotOf`: the slot of a key never changes, and is empty
 * in snapshots from before the key. Replacing a flag therefore costs one pass over `slots`, which takes microseconds
 * for ten thousand flags, instead of a new map.
 */
export interface FlagsByKey {
  readonly slotOf: Map<string, number>
  readonly slots: readonly (CompiledFlag | undefined)[]
  /** The keys of all flags, sorted. */
  readonly keys: readonly string[]
}

const EMPTY_SLOTS_ALLOWED = 1000

export function flagsByKey(flags: readonly CompiledFlag[]): FlagsByKey {
  const slotOf = new Map<string, number>()
  const slots = assign([], slotOf, flags)
  return { slotOf, slots, keys: [...slotOf.keys()].sort() }
}

export function flagOf(byKey: FlagsByKey, key: string): CompiledFlag | undefined {
  const slot = byKey.slotOf.get(key)
  return slot === undefined ? undefined : byKey.slots[slot]
}

/** Returns the decision of the flag with a key; an error becomes its decision. */
export function decideByKey(byKey: FlagsByKey, key: string, subject: Subject, lookup: Lookup): Decision {
  return decideFound(findFlag(byKey, key), subject, lookup)
}

/**
 * Returns the flag with a key, or the key. A value that is not text, for example a missing setting in JavaScript,
 * belongs to no flag (EVAL-3).
 */
function findFlag(byKey: FlagsByKey, key: unknown): CompiledFlag | string {
  if (typeof key !== 'string') return typeof key
  return flagOf(byKey, key) ?? key
}

/** Returns the decision of a flag that was found, or for a key that no flag has. */
export function decideFound(found: CompiledFlag | string, subject: Subject, lookup: Lookup): Decision {
  return typeof found === 'string' ? unknownFlagDecision(found) : decide(found, subject, lookup)
}

/**
 * Finds flags by their keys; an unknown key is returned itself. A frozen list, which callers can reuse for the same
 * flags, is resolved once.
 */
export function keyListFinder(byKey: FlagsByKey): (keys: readonly string[]) => readonly (CompiledFlag | string)[] {
  // Bound: dies with the list, which the caller holds
  const known = new WeakMap<readonly string[], readonly (CompiledFlag | string)[]>()
  return (keys) => {
    const found = known.get(keys) ?? keys.map((key) => findFlag(byKey, key))
    if (Object.isFrozen(keys)) known.set(keys, found)
    return found
  }
}

/** Returns all flags, sorted by key. */
export function flagsInOrder(byKey: FlagsByKey): readonly CompiledFlag[] {
  return byKey.keys.flatMap((key) => flagOf(byKey, key) ?? [])
}

/**
 * Returns the flags without those whose id is in `outdatedIds`, and with `flags`, which replace those of the same key.
 */
export function replaceFlags(
  byKey: FlagsByKey,
  flags: readonly CompiledFlag[],
  outdatedIds: ReadonlySet<number>,
): FlagsByKey {
  const lostKeys = new Set<string>()
  const slots = byKey.slots.map((flag) => {
    if (!flag || !outdatedIds.has(flag.definition.id)) return flag
    lostKeys.add(flag.definition.key)
    return undefined
  })
  const keys = keysAfter(byKey, lostKeys, flags)
  assign(slots, byKey.slotOf, flags)
  const isSparse = slots.length > keys.length * 2 + EMPTY_SLOTS_ALLOWED
  return isSparse ? flagsByKey(slots.filter((flag) => flag !== undefined)) : { slotOf: byKey.slotOf, slots, keys }
}

function assign(
  slots: (CompiledFlag | undefined)[],
  slotOf: Map<string, number>,
  flags: readonly CompiledFlag[],
): (CompiledFlag | undefined)[] {
  for (const flag of flags) {
    const slot = slotOf.get(flag.definition.key) ?? slotOf.size
    slotOf.set(flag.definition.key, slot)
    slots[slot] = flag
  }
  return slots
}

/** Returns the keys after a change. Most changes do not affect the set of keys, so the list is shared. */
function keysAfter(byKey: FlagsByKey, lost: Set<string>, flags: readonly CompiledFlag[]): readonly string[] {
  const gained = new Set<string>()
  for (const { definition } of flags) {
    if (!lost.delete(definition.key) && !flagOf(byKey, definition.key)) gained.add(definition.key)
  }
  if (lost.size === 0 && gained.size === 0) return byKey.keys
  const kept = lost.size === 0 ? byKey.keys : byKey.keys.filter((key) => !lost.has(key))
  return gained.size === 1 ? [...gained].reduce(insertSorted, kept) : [...kept, ...gained].sort()
}

/** Creating one flag is the usual case, and sorting all keys again would take most of its time. */
function insertSorted(keys: readonly string[], key: string): readonly string[] {
  return keys.toSpliced(
    partitionPoint(keys, (each) => each < key),
    0,
    key,
  )
}

/** Finds flags by the references of filters. The index by id is created on first use. */
export function flagFinder(byKey: FlagsByKey): (reference: FlagReference) => CompiledFlag | undefined {
  let byId: Map<number, CompiledFlag> | undefined
  return (reference) => {
    if (reference === 'broken') return undefined
    if ('key' in reference) return flagOf(byKey, reference.key)
    byId ??= new Map(byKey.slots.flatMap((flag) => (flag ? [[flag.definition.id, flag]] : [])))
    return byId.get(reference.id)
  }
}

/** Returns the flags that can be evaluated; deleted ones, and those without a key, cannot. */
export function liveFlags(definitions: readonly FlagDefinition[], rules: MatchingRules): readonly CompiledFlag[] {
  return definitions.filter(isLive).map((definition) => lazyFlag(definition, rules))
}

function isLive(definition: FlagDefinition): boolean {
  return isJsonObject(definition) && typeof definition.key === 'string' && definition.deleted !== true
}

/** Returns the definitions of a snapshot, sorted by key. */
export function definitionsOf({ parts }: { readonly parts: { readonly flags: FlagsByKey } }): FlagDefinition[] {
  return flagsInOrder(parts.flags).map(({ definition }) => definition)
}
