import type { Stage } from './stage.ts'
import { vitestStage } from './vitest-stage.ts'

const LEFT_OUT = { passed: 0, failures: [], skipped: 1 }

/** Proofs that take as long as all other stages together and more: where `CI` is not true, they are named as left out. */
export const ENDURANCE_STAGE: Stage =
  process.env.CI === 'true'
    ? { name: 'endurance tests', run: vitestStage('--project', 'endurance') }
    : { name: 'SKIPPED endurance tests, run: npm run test:endurance', run: async () => LEFT_OUT }
