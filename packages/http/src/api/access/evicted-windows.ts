/** The requests of a key until its window ends. */
export interface Window {
  readonly endsAtMs: number
  used: number
}

/** The windows that a rate limiter has evicted. A flood of other keys must not reset the count of a key (SESS-34). */
export interface EvictedWindows {
  add(key: string, window: Window): void
  /** The window of this key, if it is current and was not replaced. */
  find(key: string): Window | undefined
}

const SLOTS = 2 ** 16

/**
 * Stores each window in the slot that a hash of its key names. If two current windows share a slot, the one with more
 * requests remains: keys with few requests do not replace a key with many.
 */
export function evictedWindows(isCurrent: (window: Window) => boolean): EvictedWindows {
  // Bound: OUT-8 evicted-windows
  let slots: Slots | undefined
  // Clients do not know the seeds, so they cannot choose keys that share a slot.
  const [slotSeed = 0, printSeed = 0] = crypto.getRandomValues(new Uint32Array(2))
  const slotOf = (key: string) => hashOf(key, slotSeed) % SLOTS
  const windowIn = (slot: number): Window | undefined => {
    const window = { used: slots?.used[slot] ?? 0, endsAtMs: slots?.endsAtMs[slot] ?? 0 }
    return isCurrent(window) ? window : undefined
  }
  return {
    add(key, { used, endsAtMs }) {
      slots ??= newSlots()
      const slot = slotOf(key)
      if ((windowIn(slot)?.used ?? 0) > used) return
      slots.prints[slot] = hashOf(key, printSeed)
      slots.used[slot] = used
      slots.endsAtMs[slot] = endsAtMs
    },
    find(key) {
      const slot = slotOf(key)
      return slots?.prints[slot] === hashOf(key, printSeed) ? windowIn(slot) : undefined
    },
  }
}

/** Arrays of numbers, because the same number of objects would take ten times the memory. */
interface Slots {
  /** A second hash of each key, which distinguishes keys in one slot. */
  readonly prints: Uint32Array
  readonly used: Uint32Array
  readonly endsAtMs: Float64Array
}

function newSlots(): Slots {
  return { prints: new Uint32Array(SLOTS), used: new Uint32Array(SLOTS), endsAtMs: new Float64Array(SLOTS) }
}

/** FNV-1a and the last step of MurmurHash3, so that every character and the seed affect every bit. */
function hashOf(key: string, seed: number): number {
  let hash = seed
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
