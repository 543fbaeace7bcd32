// In every worker, once its tests are done: `setupFiles` of vitest.

import { writeCoverage } from '@flagdeck/core/testing'
import { afterAll } from 'vitest'
import { COVERAGE_FOLDER, coverage } from './coverage.ts'

afterAll(() => writeCoverage(coverage, COVERAGE_FOLDER))
