#!/usr/bin/env node
import { nodeVersionProblem } from '@flagdeck/core/node-version'
import { useCompiledCode } from './compiled-code.ts'

const problem = nodeVersionProblem(process.versions.node)
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  useCompiledCode(process.argv[2])
  // Nothing native may load before the check: everything else hangs on this import.
  const { main } = await import('./main.ts')
  await main(process.argv.slice(2))
}
