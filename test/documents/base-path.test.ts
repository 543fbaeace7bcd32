import { expect, onTestFinished, test } from 'vitest'
import { startServerProcess } from '../../packages/server/test/support/server-process.ts'
import { temporaryFolder } from '../../packages/server/test/support/temporary-folder.ts'
import { startPrefixProxy } from '../browser/support/prefix-proxy.ts'

test('CONSOLE-168 the base path of PUBLIC_URL leads to the console, with and without its slash', async () => {
  const server = await startServerProcess({ cwd: temporaryFolder() }, ['--public-url', 'http://flags.test/flags'])
  const proxy = await startPrefixProxy('/flags', server.url)
  onTestFinished(proxy.close)
  for (const path of ['', '/', '/console']) {
    const answer = await fetch(`${proxy.url}${path}`)
    expect(new URL(answer.url).pathname, path).toBe('/flags/console/')
    expect(answer.status, path).toBe(200)
  }
})
