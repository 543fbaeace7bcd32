import type { Figures } from './figures.ts'
import type { Result } from './result.ts'

/**
 * A ratio has regressed if it is worse by more than this share. On a quiet machine most ratios differ by less than a
 * tenth.
 */
const SLIDE = 0.2

/** A figure before and now. */
export interface Difference {
  readonly name: string
  readonly kept: number
  readonly now: number
  /** The share by which it has improved; negative if it is worse. */
  readonly gain: number
}

/** Compares the figures of a run with the stored ones. Figures that only one of the two has are left out. */
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

/** Returns the differences as lines, with marked regressions. */
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

/** Whether higher figures are better: yes for rates, no for time and memory. A target takes precedence. */
function isBetterHigh({ aim, unit }: Result): boolean {
  return aim === null ? unit === '/s' || unit === 'cores' : 'atLeast' in aim
}
