// Runs all checks and tests. Later stages run even if a stage fails.
import { signalRunning } from './process/run.ts'
import { seconds } from './process/seconds.ts'
import type { Stage } from './test-all/stage.ts'
import { STAGES } from './test-all/stages.ts'
import { addTallies, type Tally, tallyLine, tallyOfOne } from './test-all/tally.ts'

interface StageReport {
  readonly tally: Tally
  readonly line: string
}

async function runStage({ name, run }: Stage): Promise<StageReport> {
  const startedAt = performance.now()
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`)
  const tally = await run().catch(failedToRun)
  return { tally, line: `${name.padEnd(20)} ${seconds(startedAt).padStart(8)}   ${tallyLine(tally)}` }
}

function failedToRun(error: unknown): Tally {
  console.error(error)
  return tallyOfOne(String(error))
}

// If the test run is stopped from outside, its servers are stopped too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    signalRunning(signal)
    process.exit(1)
  })
}

const startedAt = performance.now()
const reports: StageReport[] = []
for (const stage of STAGES) reports.push(await runStage(stage))

const total = addTallies(reports.map(({ tally }) => tally))
for (const failure of total.failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${reports.map(({ line }) => line).join('\n')}\n\nIn ${seconds(startedAt)}:`)
console.log(tallyLine(total))
if (total.failures.length > 0) process.exitCode = 1
