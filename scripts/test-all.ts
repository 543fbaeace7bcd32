// Everything there is to check and test. A failing stage does not keep the later ones from running.
import { inspect } from 'node:util'
import { signalRunning } from './process/run.ts'
import { seconds } from './process/seconds.ts'
import type { Stage, StageResult } from './test-all/stage.ts'
import { STAGES } from './test-all/stages.ts'
import { addTallies, type Tally, tallyLine, tallyOfOne } from './test-all/tally.ts'

interface StageReport {
  readonly tally: Tally
  readonly line: string
}

/** Runs stages side by side. The first has the terminal; what the others say follows it, one after the other. */
async function runBeside(stages: readonly Stage[]): Promise<readonly StageReport[]> {
  const ends = stages.map((stage, index) => startStage(stage, index === 0))
  const reports: StageReport[] = []
  for (const end of ends) reports.push(await end())
  return reports
}

/** Starts a stage, and answers what waits for its end and says what it has not said yet. */
function startStage({ name, run }: Stage, hasTerminal: boolean): () => Promise<StageReport> {
  const startedAt = performance.now()
  if (hasTerminal) console.log(headingOf(name))
  const running = run(hasTerminal ? 'show' : 'keep')
    .catch(failedToRun)
    .then((result) => ({ ...result, took: seconds(startedAt) }))
  return async () => {
    const { tally, text, took } = await running
    if (!hasTerminal) console.log(headingOf(name))
    if (text !== '') console.log(text)
    return { tally, line: `${name.padEnd(20)} ${took.padStart(8)}   ${tallyLine(tally)}` }
  }
}

function headingOf(name: string): string {
  return `\n── ${name} ${'─'.repeat(70 - name.length)}`
}

function failedToRun(error: unknown): StageResult {
  return { tally: tallyOfOne(String(error)), text: inspect(error) }
}

// A test run that is ended from outside takes its servers with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    signalRunning(signal)
    process.exit(1)
  })
}

const startedAt = performance.now()
const reports: StageReport[] = []
for (const stages of STAGES) reports.push(...(await runBeside(stages)))

const total = addTallies(reports.map(({ tally }) => tally))
for (const failure of total.failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${reports.map(({ line }) => line).join('\n')}\n\nIn ${seconds(startedAt)}:`)
console.log(tallyLine(total))
if (total.failures.length > 0) process.exitCode = 1
