// Proves that a run fails which asks for a key that no flag has.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'

const { status, stdout, stderr } = spawnSync('vitest', ['run', '--no-color'], {
  env: { ...process.env, ASK_UNKNOWN: 'yes' },
  encoding: 'utf8',
})
assert.match(stdout, /2 of 2 flags were asked for/)
assert.match(stdout, /greetnig: asked for once, and there is no such flag/)
assert.match(stdout + stderr, /No flag has these keys, which were asked for: greetnig/)
assert.notEqual(status, 0)
