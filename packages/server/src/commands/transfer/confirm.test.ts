import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { confirm } from './confirm.ts'

it.each([
  ['y\n', true],
  ['Yes\n', true],
  ['\n', false],
  ['n\n', false],
  ['yesterday\n', false],
  ['', false],
])('the answer %j is %j', async (typed, agreed) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answer = confirm('Go on?', { input, output })
  input.end(typed)
  expect(await answer).toBe(agreed)
  expect(String(output.read())).toContain('Go on? [y/N] ')
})
