// Everything that can be said about the code without running it. Prints one line for each part.
import { CHECK_PARTS, type CheckPart } from './check/check-part.ts'
import { seconds } from './process/seconds.ts'

async function report(part: CheckPart): Promise<boolean> {
  const startedAt = performance.now()
  const { passed, output } = await part.check()
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${part.name} (${seconds(startedAt)})`)
  if (!passed) console.log(`${output.trimEnd().replaceAll(/^/gm, '       ')}\n`)
  return passed
}

const results = await Promise.all(CHECK_PARTS.map(report))
if (results.includes(false)) process.exitCode = 1
