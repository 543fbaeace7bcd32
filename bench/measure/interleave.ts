/** Measures for one short round and returns the figure; `round` counts up over warm-up and rounds. */
export type Measure<Figure = number> = (round: number) => Promise<Figure>

export interface Rounds {
  /** Rounds that are not counted, in which code is compiled, caches are filled and connections are opened. */
  readonly warmUp: number
  readonly counted: number
}

/** Figures of two things, round by round: those of the same round were measured directly after each other. */
export interface Pair<Figure = number> {
  readonly flagdeck: readonly Figure[]
  readonly beside: readonly Figure[]
}

/**
 * Measures two things alternately, A B A B …, so that other work of the machine affects both equally. Many short rounds
 * are better than few long ones: a disturbance affects a few pairs, which the median ignores.
 */
export async function interleave<Figure>(
  flagdeck: Measure<Figure>,
  beside: Measure<Figure>,
  { warmUp, counted }: Rounds,
): Promise<Pair<Figure>> {
  const pair = { flagdeck: [] as Figure[], beside: [] as Figure[] }
  for (let round = 0; round < warmUp + counted; round++) {
    const figures = [await flagdeck(round), await beside(round)] as const
    if (round < warmUp) continue
    pair.flagdeck.push(figures[0])
    pair.beside.push(figures[1])
  }
  return pair
}

/** Returns one figure of each measurement with several figures. */
export function pairOf<Figures>({ flagdeck, beside }: Pair<Figures>, figureOf: (figures: Figures) => number): Pair {
  return { flagdeck: flagdeck.map(figureOf), beside: beside.map(figureOf) }
}
