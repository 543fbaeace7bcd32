import type { Stage } from './stage.ts'
import { vitestStage } from './vitest-stage.ts'

const LEFT_OUT = { passed: 0, failures: [], skipped: 1 }

/**
 * Proofs that take at least as long as all other stages together. If `CI` is not true, they are reported as skipped.
 */
export const ENDURANCE_STAGE: Stage =
  process.env.CI === 'true'
    ? { name: 'endurance tests', run: vitestStage('--project', 'endurance') }
    : { name: 'SKIPPED endurance tests, run: npm run test:endurance', run: async () => LEFT_OUT }
