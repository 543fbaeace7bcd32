import type { Pair } from '../measure/interleave.ts'
import { median } from '../measure/median.ts'

export type Unit = '/s' | 'ms' | 'µs' | 'MB' | 'KB' | 'cores' | 'times'

/** What a figure is held against; of a result with something beside it, the ratio is the figure. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the report. */
export interface Result {
  readonly name: string
  readonly unit: Unit
  readonly flagdeck: number
  /** What cannot be asked of the other has no figure. */
  readonly beside: { readonly name: string; readonly figure: number | 'not expressible' } | null
  /** Flagdeck's figure divided by the other's in the same round, the median over the rounds. */
  readonly ratio: number | null
  readonly aim: Aim | null
}

export interface ResultOptions {
  readonly unit: Unit
  /** What Flagdeck was measured beside. */
  readonly beside: string
  readonly aim?: Aim
}

/** The line for two things that were measured in turns. */
export function resultOf(name: string, pair: Pair, { unit, beside, aim }: ResultOptions): Result {
  return {
    name,
    unit,
    flagdeck: median(pair.flagdeck),
    beside: { name: beside, figure: median(pair.beside) },
    ratio: median(pair.flagdeck.map((figure, round) => figure / (pair.beside[round] ?? Number.NaN))),
    aim: aim ?? null,
  }
}

/** The line for two things that were measured once: they are the same however often one looks. */
export function onceMeasured(
  name: string,
  { flagdeck, beside }: { readonly flagdeck: number; readonly beside: number },
  options: ResultOptions,
): Result {
  return resultOf(name, { flagdeck: [flagdeck], beside: [beside] }, options)
}

/** Whether the aim was met; null when there is none. */
export function isMet({ flagdeck, ratio, aim }: Result): boolean | null {
  if (aim === null) return null
  const figure = ratio ?? flagdeck
  return 'atLeast' in aim ? figure >= aim.atLeast : figure <= aim.atMost
}
