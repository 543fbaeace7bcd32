import type { Figures } from './figures.ts'
import type { Result } from './result.ts'

/** What is worse by more than this share has slid. On a quiet machine most ratios come out within a tenth of each other. */
const SLIDE = 0.2

/** One figure, then and now. */
export interface Difference {
  readonly name: string
  readonly kept: number
  readonly now: number
  /** By which share it is better than it was; below 0, worse. */
  readonly gain: number
}

/** The figures of a run beside those that were kept; what has only one of the two is left out. */
export function compareFigures(results: readonly Result[], kept: Figures): readonly Difference[] {
  return results.flatMap((result) => {
    const { name, ratio } = result
    const before = Object.hasOwn(kept, name) ? kept[name] : undefined
    if (ratio === null || before === undefined) return []
    const gain = (isBetterHigh(result) ? ratio / before : before / ratio) - 1
    return [{ name, kept: before, now: ratio, gain }]
  })
}

export function hasSlid({ gain }: Difference): boolean {
  return gain < -SLIDE
}

/** The differences as lines, what has slid marked. */
export function differenceLines(differences: readonly Difference[]): string {
  const width = Math.max(0, ...differences.map(({ name }) => name.length))
  return differences
    .map((difference) => {
      const { name, kept, now, gain } = difference
      const percent = `${gain < 0 ? '' : '+'}${Math.round(gain * 100)} %`
      return `${name.padEnd(width)}  ${kept.toPrecision(3)} → ${now.toPrecision(3)}  ${percent}${hasSlid(difference) ? '  WORSE' : ''}`
    })
    .join('\n')
}

/** Rates are to be high; time and memory are to be low. An aim says which, and has the last word. */
function isBetterHigh({ aim, unit }: Result): boolean {
  return aim === null ? unit === '/s' || unit === 'cores' : 'atLeast' in aim
}
