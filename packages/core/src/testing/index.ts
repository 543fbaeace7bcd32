/** Helpers for tests of applications: docs/guides/testing.md. */

export { clearCoverage, readCoverage, writeCoverage } from './applications/coverage-files.ts'
export type { CoverageReport } from './applications/coverage-report.ts'
export { type CoverageCounts, type FlagCoverage, flagCoverage } from './applications/flag-coverage.ts'
export { type MemoryDeckOptions, memoryDeck } from './applications/memory-deck.ts'
export { type ForcedFlags, type WithFlagsOptions, withFlags } from './applications/with-flags.ts'
