import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { temporaryFile } from './support/temporary-file.ts'

const PROGRAM = fileURLToPath(new URL('./support/large-write-process.ts', import.meta.url))
const NO_THREADS = fileURLToPath(new URL('./support/no-threads.cjs', import.meta.url))
const MEMBERS = 25_000

it.each([
  { where: 'in a thread', options: [], threads: 1 },
  {
    where: 'in this thread when the process may not start another',
    options: ['--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-addons'],
    threads: 0,
  },
  { where: 'in this thread when the other one fails before it answers', env: NO_THREADS, threads: 1 },
])('WRITE-9 a large write commits $where', async ({ options = [], env, threads }) => {
  const { stdout } = await promisify(execFile)(process.execPath, [...options, PROGRAM, temporaryFile()], {
    env: { ...process.env, ...(env ? { NODE_OPTIONS: `--require=${env}` } : {}) },
  })
  expect(JSON.parse(stdout)).toEqual({ count: MEMBERS, threads })
})
