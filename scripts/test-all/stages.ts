import { run } from '../process/run.ts'
import { ENDURANCE_STAGE } from './endurance-stage.ts'
import { examplesStage } from './examples-stage.ts'
import type { Output, Stage, StageResult } from './stage.ts'
import { tallyOfOne } from './tally.ts'
import { vitestStage } from './vitest-stage.ts'

/**
 * Everything `npm test` does, in this order: what fails fast comes first. Those in one list run side by side: they wait for
 * programs of others much of their time, and measure nothing. The packaging tests build everything from nothing, so nothing else may run meanwhile.
 */
export const STAGES: readonly (readonly Stage[])[] = [
  [{ name: 'check', run: (output) => scriptStage(output, 'scripts/check.ts') }],
  [{ name: 'unit tests', run: vitestStage('--project', 'unit') }],
  [{ name: 'integration tests', run: vitestStage('--project', 'integration') }],
  [{ name: 'hostile sizes', run: vitestStage('--project', 'hostile') }],
  [{ name: 'browser tests', run: vitestStage('--project', 'browser') }],
  [{ name: 'packaging tests', run: vitestStage('--config', 'test/packaging/vitest.config.ts') }],
  [{ name: 'examples', run: async () => ({ tally: await examplesStage(), text: '' }) }],
  [ENDURANCE_STAGE],
]

/** A script of the workspace counts as one test. */
async function scriptStage(output: Output, ...args: readonly string[]): Promise<StageResult> {
  const { code, output: text } = await run('node', args, { output })
  return { tally: tallyOfOne(code === 0 ? undefined : `${args.join(' ')} ended with ${code}`), text }
}
