import { expect, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** Makes a process report the loaded modules of Node on standard error when it exits. */
const TELLS = "process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')))"
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLS)}` }

/** Expensive modules, which Node loads for `fetch`, for glob patterns and for TLS. */
const DEAR = ['internal/deps/undici/undici', 'internal/deps/minimatch/index', 'tls']

function dearModules(stderr: string): readonly string[] {
  expect(stderr).toContain('NativeModule fs')
  return DEAR.filter((name) => stderr.includes(`NativeModule ${name}`))
}

test('SERVE-35 a server loads no client of HTTP, no patterns of file names and no TLS to start, answer and stop', async () => {
  const server = await startServerProcess({ cwd: temporaryFolder(), env })
  expect((await fetch(`${server.url}/_readyz`)).status).toBe(200)
  expect((await fetch(`${server.url}/console/`)).status).toBe(200)
  server.process.kill('SIGTERM')
  const { code, stderr } = await server.finished
  expect(code).toBe(0)
  expect(dearModules(stderr)).toEqual([])
})

test('SERVE-35 nor does a command', async () => {
  const { stderr } = await runCommand(['key', 'list'], { cwd: temporaryFolder(), env })
  expect(dearModules(stderr)).toEqual([])
})
