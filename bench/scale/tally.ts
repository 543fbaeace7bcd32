const SLOT_MS = 100

/** Counts events over time, by kind. */
export class Tally<Kind extends string> {
  readonly #nowMs: () => number
  readonly #slots = new Map<Kind, number[]>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  count(kind: Kind): void {
    const slots = this.#slots.get(kind) ?? []
    const slot = Math.floor(this.#nowMs() / SLOT_MS)
    slots[slot] = (slots[slot] ?? 0) + 1
    this.#slots.set(kind, slots)
  }

  /** Returns the number of events since a time, in total or within `forMs`. */
  total(kinds: readonly Kind[], fromMs: number, forMs = Number.POSITIVE_INFINITY): number {
    return this.#sums(kinds, fromMs, forMs).reduce((sum, n) => sum + n, 0)
  }

  /** Returns the maximum number of events in any window of `windowMs`, since a time. */
  peak(kinds: readonly Kind[], windowMs: number, fromMs = 0): number {
    const sums = this.#sums(kinds, fromMs)
    const width = Math.round(windowMs / SLOT_MS)
    let inWindow = 0
    return sums.reduce((most, n, index) => {
      inWindow += n - (sums[index - width] ?? 0)
      return Math.max(most, inWindow)
    }, 0)
  }

  #sums(kinds: readonly Kind[], fromMs: number, forMs = Number.POSITIVE_INFINITY): number[] {
    const from = Math.floor(fromMs / SLOT_MS)
    const end = Math.min(Math.floor((fromMs + forMs) / SLOT_MS), Math.floor(this.#nowMs() / SLOT_MS) + 1)
    return Array.from({ length: Math.max(0, end - from) }, (_, index) =>
      kinds.reduce((sum, kind) => sum + (this.#slots.get(kind)?.[from + index] ?? 0), 0),
    )
  }
}
