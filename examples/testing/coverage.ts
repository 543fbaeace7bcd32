import { flagCoverage } from '@flagdeck/core/testing'

/** Where the workers of a run put what they have counted. */
export const COVERAGE_FOLDER = new URL('coverage', import.meta.url).pathname

/** What the tests of this worker ask for. */
export const coverage = flagCoverage()
