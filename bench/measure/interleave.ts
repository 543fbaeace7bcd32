/** Measures one thing for one short round and answers the figure; `round` counts up over warm-up and rounds. */
export type Measure<Figure = number> = (round: number) => Promise<Figure>

export interface Rounds {
  /** Not counted: until then code is compiled, caches are filled and connections are made. */
  readonly warmUp: number
  readonly counted: number
}

/** Figures of two things, round by round: those of the same round were measured one right after the other. */
export interface Pair<Figure = number> {
  readonly flagdeck: readonly Figure[]
  readonly beside: readonly Figure[]
}

/**
 * Measures two things in turns, A B A B …, so that whatever else the machine does meets both alike. Many short rounds
 * tell more than few long ones: a disturbance spoils a few pairs, and the median leaves those out.
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

/** One figure of each measurement that brought several. */
export function pairOf<Figures>({ flagdeck, beside }: Pair<Figures>, figureOf: (figures: Figures) => number): Pair {
  return { flagdeck: flagdeck.map(figureOf), beside: beside.map(figureOf) }
}
