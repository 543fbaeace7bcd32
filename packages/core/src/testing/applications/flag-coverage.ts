import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { CompiledSnapshot } from '../../evaluation/snapshot/compiled-snapshot.ts'
import { definitionsOf } from '../../evaluation/snapshot/flags-by-key.ts'
import { holdoutAnswer } from '../../features/flags/typed/flag-shape.ts'
import type { EvaluationListener } from '../../runtime/evaluation-listener.ts'
import { type CoverageReport, coverageReport } from './coverage-report.ts'

/** The evaluations of a run so far, as plain data. */
export interface CoverageCounts {
  /** The possible results of each flag, by key: `true` and `false`, or variants and `false`. */
  readonly expected: { readonly [key: string]: readonly string[] }
  /** The number of evaluations by key and result. */
  readonly asked: { readonly [key: string]: { readonly [answer: string]: number } }
  /** The number of evaluations of unknown keys. */
  readonly unknown: { readonly [key: string]: number }
}

/** Records the flags and variants that a test run evaluates. */
export interface FlagCoverage {
  /** Distinguishes these counts from those of other processes. */
  readonly id: string
  /** For `onEvaluation` of `createFlagdeck`; pass the coverage itself to a `memoryDeck`. */
  readonly onEvaluation: EvaluationListener
  /** Registers the flags of a snapshot as expected. */
  expect(snapshot: CompiledSnapshot): void
  counts(): CoverageCounts
  report(): CoverageReport
}

/**
 * Returns a recorder of the flags, variants and unknown keys that a test run evaluates. Evaluations of a snapshot do
 * not count.
 *
 * @example
 * const coverage = flagCoverage()
 * const { flags } = await (await memoryDeck({ coverage })).project()
 * flags.isEnabled('no-such-flag', { distinctId: 'user-42' })
 * coverage.report().assertKnown()
 */
export function flagCoverage(): FlagCoverage {
  // Bound: dies with the run of the tests
  const [expected, asked, unknown] = [
    new Map<string, readonly string[]>(),
    new Map<string, Counts>(),
    new Map<string, number>(),
  ]
  const note = (decision: Decision) => {
    if (decision.flagId === null) return void unknown.set(decision.key, (unknown.get(decision.key) ?? 0) + 1)
    const answers = asked.get(decision.key) ?? new Map<string, number>()
    const answer = decision.variant ?? String(decision.enabled)
    asked.set(decision.key, answers.set(answer, (answers.get(answer) ?? 0) + 1))
  }
  const counts = (): CoverageCounts => ({
    expected: Object.fromEntries(expected),
    asked: Object.fromEntries([...asked].map(([key, answers]) => [key, Object.fromEntries(answers)])),
    unknown: Object.fromEntries(unknown),
  })
  return {
    id: crypto.randomUUID(),
    onEvaluation: ({ decisions }) => decisions.forEach(note),
    expect: (snapshot) => {
      for (const flag of definitionsOf(snapshot)) expected.set(flag.key, possibleAnswers(flag))
    },
    counts,
    report: () => coverageReport([counts()]),
  }
}

type Counts = Map<string, number>

function possibleAnswers({ filters }: FlagDefinition): readonly string[] {
  const variants = variantsOf(filters).map(({ key }) => key)
  const heldOut = holdoutAnswer(filters)
  return [...(variants.length === 0 ? ['true'] : variants), ...(heldOut === null ? [] : [heldOut]), 'false']
}
