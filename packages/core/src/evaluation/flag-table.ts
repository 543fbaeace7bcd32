import type { CompiledFlag } from './compiled-flag.ts'

/**
 * The flags of one snapshot by key. Tables that follow from one another share `slotOf`: a key's slot is given once and
 * never changes, and in a table that was made before it, it is empty. So replacing a flag costs one pass over `slots`,
 * microseconds for ten thousand flags, instead of a new map.
 */
export interface FlagTable {
  readonly slotOf: Map<string, number>
  readonly slots: readonly (CompiledFlag | undefined)[]
  /** The keys of all flags, sorted. */
  readonly keys: readonly string[]
}

const EMPTY_SLOTS_ALLOWED = 1000

export function flagTable(flags: readonly CompiledFlag[]): FlagTable {
  const slotOf = new Map<string, number>()
  const slots = assign([], slotOf, flags)
  return { slotOf, slots, keys: [...slotOf.keys()].sort() }
}

export function flagOf(table: FlagTable, key: string): CompiledFlag | undefined {
  const slot = table.slotOf.get(key)
  return slot === undefined ? undefined : table.slots[slot]
}

/** All flags, ordered by key. */
export function flagsInOrder(table: FlagTable): readonly CompiledFlag[] {
  return table.keys.flatMap((key) => flagOf(table, key) ?? [])
}

/** The table without the flags whose id is in `outdatedIds` and with `flags`, which replace those of the same key. */
export function withFlags(
  table: FlagTable,
  flags: readonly CompiledFlag[],
  outdatedIds: ReadonlySet<number>,
): FlagTable {
  const lostKeys = new Set<string>()
  const slots = table.slots.map((flag) => {
    if (!flag || !outdatedIds.has(flag.definition.id)) return flag
    lostKeys.add(flag.definition.key)
    return undefined
  })
  const keys = keysAfter(table, lostKeys, flags)
  assign(slots, table.slotOf, flags)
  const isSparse = slots.length > keys.length * 2 + EMPTY_SLOTS_ALLOWED
  return isSparse ? flagTable(slots.filter((flag) => flag !== undefined)) : { slotOf: table.slotOf, slots, keys }
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

/** Most changes leave the set of keys as it is, and then its list is shared. */
function keysAfter(table: FlagTable, lost: Set<string>, flags: readonly CompiledFlag[]): readonly string[] {
  const gained = new Set<string>()
  for (const { definition } of flags) {
    if (!lost.delete(definition.key) && !flagOf(table, definition.key)) gained.add(definition.key)
  }
  if (lost.size === 0 && gained.size === 0) return table.keys
  const kept = lost.size === 0 ? table.keys : table.keys.filter((key) => !lost.has(key))
  return gained.size === 1 ? [...gained].reduce(insertSorted, kept) : [...kept, ...gained].sort()
}

/** Creating one flag is the usual case, and sorting all keys again would take most of its time. */
function insertSorted(keys: readonly string[], key: string): readonly string[] {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return keys.toSpliced(low, 0, key)
}
