import type { Pair } from '../measure/interleave.ts'
import { median } from '../measure/median.ts'

export type Unit = '/s' | 'ms' | 'µs' | 'MB' | 'KB' | 'cores' | 'times'

/** The target of a figure. If a result has a comparison, the ratio is the figure. */
export type Aim = { readonly atLeast: number } | { readonly atMost: number }

/** One line of the report. */
export interface Result {
  readonly name: string
  readonly unit: Unit
  readonly flagdeck: number
  /** The comparison; null without one. Its figure is `not expressible` if the other library cannot express the flag. */
  readonly beside: { readonly name: string; readonly figure: number | 'not expressible' } | null
  /** Flagdeck's figure divided by that of the comparison in the same round; the median over the rounds. */
  readonly ratio: number | null
  readonly aim: Aim | null
}

export interface ResultOptions {
  readonly unit: Unit
  /** The name of the comparison. */
  readonly beside: string
  readonly aim?: Aim
}

/** Returns the line for two things that were measured alternately. */
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

/** Returns the line for two things that were measured once, because repeated measurements give the same figures. */
export function onceMeasured(
  name: string,
  { flagdeck, beside }: { readonly flagdeck: number; readonly beside: number },
  options: ResultOptions,
): Result {
  return resultOf(name, { flagdeck: [flagdeck], beside: [beside] }, options)
}

/** Whether the target was reached; null without a target. */
export function isMet({ flagdeck, ratio, aim }: Result): boolean | null {
  if (aim === null) return null
  const figure = ratio ?? flagdeck
  return 'atLeast' in aim ? figure >= aim.atLeast : figure <= aim.atMost
}
