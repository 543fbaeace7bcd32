import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const MODULES = ['../src/end-on-crash.ts', '../src/logging/logger.ts'].map(
  (path) => new URL(path, import.meta.url).href,
)

/** Runs a program that logs like a server and executes `statement`. */
async function run(statement: string) {
  const program = `
    import { endOnCrash } from '${MODULES[0]}'
    import { logToStandardError } from '${MODULES[1]}'
    endOnCrash(logToStandardError({ logLevel: 'info', logFormat: 'json' }))
    setInterval(() => {}, 60_000)
    ${statement}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const [log, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code, line: JSON.parse(log) }
}

test.for([
  ['uncaughtException', "setTimeout(() => { throw new Error('no') })"],
  ['unhandledRejection', "Promise.reject(new Error('no'))"],
] as const)('SERVE-24 %s is logged with its stack and ends the process with 1', async ([msg, statement]) => {
  const { code, line } = await run(statement)
  expect(code).toBe(1)
  expect(line).toMatchObject({ level: 'fatal', msg, err: { message: 'no', stack: expect.stringMatching('at ') } })
})
