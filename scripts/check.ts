// Runs all checks of the code that do not execute it. Prints one line for each part; with --figures, the figures of the
// architecture.
import { CHECK_PARTS, type CheckPart } from './check/check-part.ts'
import { figureLines } from './check/figures.ts'
import { seconds } from './process/seconds.ts'

async function report(part: CheckPart): Promise<boolean> {
  const startedAt = performance.now()
  const { passed, output } = await part.check()
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${part.name} (${seconds(startedAt)})`)
  if (!passed) console.log(`${output.trimEnd().replaceAll(/^/gm, '       ')}\n`)
  return passed
}

function printFigures(): boolean {
  const { lines, passed } = figureLines()
  console.log(lines.join('\n'))
  return passed
}

const passed = process.argv.includes('--figures')
  ? printFigures()
  : !(await Promise.all(CHECK_PARTS.map(report))).includes(false)
if (!passed) process.exitCode = 1
