import { run } from '../process/run.ts'
import { ENDURANCE_STAGE } from './endurance-stage.ts'
import { examplesStage } from './examples-stage.ts'
import type { Stage } from './stage.ts'
import { type Tally, tallyOfOne } from './tally.ts'
import { vitestStage } from './vitest-stage.ts'

/** The stages of `npm test`, in this order: fast failures come first. Each stage uses every processor. */
export const STAGES: readonly Stage[] = [
  { name: 'check', run: () => scriptStage('scripts/check.ts') },
  { name: 'unit tests', run: vitestStage('--project', 'unit') },
  { name: 'integration tests', run: vitestStage('--project', 'integration') },
  { name: 'hostile sizes', run: vitestStage('--project', 'hostile') },
  { name: 'browser tests', run: vitestStage('--project', 'browser') },
  { name: 'packaging tests', run: vitestStage('--config', 'test/packaging/vitest.config.ts') },
  { name: 'examples', run: examplesStage },
  ENDURANCE_STAGE,
]

/** Runs a script of the workspace, which counts as one test. */
async function scriptStage(...args: readonly string[]): Promise<Tally> {
  const { code } = await run('node', args, { output: 'show' })
  return tallyOfOne(code === 0 ? undefined : `${args.join(' ')} ended with ${code}`)
}
