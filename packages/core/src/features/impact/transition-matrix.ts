/** One way in which answers change. */
export interface Transition {
  /** The variant's key, `true` or `false`: what the flag answers now. */
  readonly from: string
  /** What it would answer; the same as `from` when nothing changes. */
  readonly to: string
  /** How many persons or groups go this way. */
  readonly count: number
  /** Ids of the first of them, five at most; none for callers who may not read persons or groups. */
  readonly sample: readonly string[]
}

/** Which answers of one flag become which. */
export interface Transitions {
  /** How many get another answer. */
  readonly changed: number
  /** The largest first. */
  readonly transitions: readonly Transition[]
}

const SAMPLE_SIZE = 5

/** Counts the transitions of one flag. */
export class TransitionMatrix {
  // Bound: dies with the request
  readonly #cells = new Map<string, Map<string, { count: number; readonly sample: string[] }>>()

  add(from: string, to: string, id: string): void {
    const row = this.#cells.get(from) ?? new Map<string, { count: number; readonly sample: string[] }>()
    if (row.size === 0) this.#cells.set(from, row)
    const cell = row.get(to) ?? { count: 0, sample: [] }
    if (cell.count === 0) row.set(to, cell)
    cell.count++
    if (cell.sample.length < SAMPLE_SIZE) cell.sample.push(id)
  }

  /** What was counted. */
  read(): Transitions {
    const transitions = [...this.#cells].flatMap(([from, row]) =>
      [...row].map(([to, { count, sample }]) => ({ from, to, count, sample })),
    )
    const changed = transitions.reduce((sum, { from, to, count }) => (from === to ? sum : sum + count), 0)
    return { changed, transitions: transitions.sort(bySizeAndName) }
  }
}

/** The largest first, and those of one size by their names. */
export function bySizeAndName(one: Transition, other: Transition): number {
  return other.count - one.count || compare(one.from, other.from) || compare(one.to, other.to)
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
