/** A change from one result to another. */
export interface Transition {
  /** The current result of the flag: the variant's key, `true` or `false`. */
  readonly from: string
  /** The result after the edit; the same as `from` when nothing changes. */
  readonly to: string
  /** The number of persons or groups with this transition. */
  readonly count: number
  /** The ids of the first of them, at most five; empty for callers who cannot read persons or groups. */
  readonly sample: readonly string[]
}

/** The transitions of the results of one flag. */
export interface Transitions {
  /** The number of subjects with a different result. */
  readonly changed: number
  /** The transitions, the largest first. */
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

  /** Returns the counted transitions. */
  read(): Transitions {
    const transitions = [...this.#cells].flatMap(([from, row]) =>
      [...row].map(([to, { count, sample }]) => ({ from, to, count, sample })),
    )
    const changed = transitions.reduce((sum, { from, to, count }) => (from === to ? sum : sum + count), 0)
    return { changed, transitions: transitions.sort(bySizeAndName) }
  }
}

/** Sorts the largest first, and transitions of the same size by their names. */
export function bySizeAndName(one: Transition, other: Transition): number {
  return other.count - one.count || compare(one.from, other.from) || compare(one.to, other.to)
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
