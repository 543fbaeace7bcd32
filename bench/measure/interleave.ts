/** Measures one thing for one short round and answers the figure; `round` counts up over warm-up and rounds. */
export type Measure = (round: number) => Promise<number>

export interface Rounds {
  /** Not counted: until then code is compiled, caches are filled and connections are made. */
  readonly warmUp: number
  readonly counted: number
}

/** Figures of two things, round by round: those of the same round were measured one right after the other. */
export interface Pair {
  readonly flagdeck: readonly number[]
  readonly beside: readonly number[]
}

/**
 * Measures two things in turns, A B A B …, so that whatever else the machine does meets both alike. Many short rounds
 * tell more than few long ones: a disturbance spoils a few pairs, and the median leaves those out.
 */
export async function interleave(flagdeck: Measure, beside: Measure, { warmUp, counted }: Rounds): Promise<Pair> {
  const pair = { flagdeck: [] as number[], beside: [] as number[] }
  for (let round = 0; round < warmUp + counted; round++) {
    const figures = [await flagdeck(round), await beside(round)] as const
    if (round < warmUp) continue
    pair.flagdeck.push(figures[0])
    pair.beside.push(figures[1])
  }
  return pair
}
