import { compareText } from '../../foundation/lists/compare-text.ts'
import type { CoverageCounts } from './flag-coverage.ts'

/** How often a flag was evaluated, with the results. */
export interface CoveredFlag {
  readonly key: string
  /** The number of evaluations by result. */
  readonly answers: { readonly [answer: string]: number }
  /** Possible results that never occurred. */
  readonly missing: readonly string[]
}

/** The flags that a run evaluated, and those that it did not. */
export interface CoverageReport {
  /** All flags, by key. */
  readonly flags: readonly CoveredFlag[]
  /** The keys of flags that were never evaluated. */
  readonly neverAsked: readonly string[]
  /** The number of evaluations of unknown keys, by key. */
  readonly unknown: { readonly [key: string]: number }
  /** The report as readable text. */
  readonly text: string
  /**
   * Fails if an unknown key was evaluated.
   * @throws Error that names the unknown keys
   */
  assertKnown(): void
}

/** Returns the report on the counts of several processes. */
export function coverageReport(counts: readonly CoverageCounts[]): CoverageReport {
  const expected = new Map(counts.flatMap((each) => Object.entries(each.expected)))
  const asked = counts.map((each) => each.asked)
  const flags = [...expected.keys()].sort(compareText).map((key) => {
    const answers = sumOf(asked.flatMap(({ [key]: given }) => (given ? [given] : [])))
    return { key, answers, missing: (expected.get(key) ?? []).filter((answer) => !Object.hasOwn(answers, answer)) }
  })
  const neverAsked = flags.filter(({ answers }) => Object.keys(answers).length === 0).map(({ key }) => key)
  const unknown = sumOf(counts.map((each) => each.unknown))
  const lines = [...flags.map(flagLine), ...Object.entries(unknown).map(unknownLine)]
  const text = [`${flags.length - neverAsked.length} of ${flags.length} flags were asked for`, ...lines].join('\n')
  return { flags, neverAsked, unknown, text, assertKnown: () => refuseUnknown(unknown) }
}

type Sums = { readonly [name: string]: number }

function sumOf(counts: readonly Sums[]): Sums {
  const sums = new Map<string, number>()
  for (const [name, count] of counts.flatMap((each) => Object.entries(each)))
    sums.set(name, (sums.get(name) ?? 0) + count)
  return Object.fromEntries([...sums].sort(([a], [b]) => compareText(a, b)))
}

function flagLine({ key, answers, missing }: CoveredFlag): string {
  const given = Object.entries(answers).map(([answer, count]) => `${answer} ${count}`)
  if (given.length === 0) return `  ${key}: never asked for`
  return `  ${key}: ${given.join(', ')}${missing.length === 0 ? '' : `; never ${missing.join(', ')}`}`
}

function unknownLine([key, count]: readonly [string, number]): string {
  return `  ${key}: asked for ${count === 1 ? 'once' : `${count} times`}, and there is no such flag`
}

function refuseUnknown(unknown: Sums): void {
  const keys = Object.keys(unknown)
  if (keys.length > 0) throw new Error(`No flag has these keys, which were asked for: ${keys.join(', ')}.`)
}
