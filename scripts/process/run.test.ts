import { expect, test } from 'vitest'
import { run } from './run.ts'

test('a program that takes too long is killed with what it has started', async () => {
  const child = 'setTimeout(() => {}, 60_000)'
  const parent = `child_process.spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`
  const ended = await run(process.execPath, ['-e', `console.log('started'); ${parent}`], { timeoutMs: 1000 })
  expect(ended).toEqual({ code: 1, output: 'started\n\nkilled after 1000 ms\n', stdout: 'started\n' })
})
