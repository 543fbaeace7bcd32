#!/usr/bin/env node
import { nodeVersionProblem } from '@flagdeck/core/node-version'
import { useCompiledCode } from './compiled-code.ts'

const problem = nodeVersionProblem(process.versions.node)
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  useCompiledCode(process.argv[2])
  // The check runs before any native module loads: all other modules are loaded by this import.
  const { main } = await import('./main.ts')
  await main(process.argv.slice(2))
}
