import { type Asking, text } from '../snippets.ts'

/** Returns a test for node:test that asserts the current result of a user. */
export function asTest({ key, host, token }: Asking, body: { readonly distinct_id: string }, answer: string | boolean) {
  const named = typeof answer === 'string' ? answer : answer ? 'on' : 'off'
  const asked = JSON.stringify({ token, ...body }, null, 2).replaceAll('\n', '\n    ')
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'

test(${text(`${key} is ${named} for ${body.distinct_id}`)}, async () => {
  const response = await fetch(${text(`${host}/flags?v=2`)}, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(${asked}),
  })
  const flag = (await response.json()).flags[${text(key)}]
  assert.equal(flag?.variant ?? flag?.enabled ?? false, ${typeof answer === 'string' ? text(answer) : answer})
})
`
}
