import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { installedPackage } from './support/installed-package.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

test('CONSOLE-2 the page is asked for each time, whatever the folder is called that the program lies in', async () => {
  const { program } = installedPackage(join(temporaryFolder(), 'assets'))
  const server = await startServerProcess({ cwd: temporaryFolder(), program })
  const page = await fetch(`${server.url}/console/`)
  expect(page.headers.get('cache-control')).toBe('no-cache')
})

test('SESS-33 a browser stays signed in at two servers on one host', async () => {
  const folders = [temporaryFolder(), temporaryFolder()]
  // Like browsers, stores cookies by name and path for the host, regardless of the port.
  const jar = new Map<string, string>()
  const send = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const { origin } = new URL(url)
    const headers = { 'content-type': 'application/json', origin, ...(cookie === '' ? {} : { cookie }) }
    const answer = await fetch(url, { ...init, headers })
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
    if (name !== undefined && value !== undefined) jar.set(name, value)
    return answer.status
  }
  const servers = await Promise.all(folders.map((cwd) => startServerProcess({ cwd })))
  for (const [at, { url }] of servers.entries()) {
    const { stdout } = await runCommand(['sign-in', '--json'], { cwd: folders[at] ?? '' })
    const { link } = JSON.parse(stdout) as { readonly link: string }
    const body = JSON.stringify({ token: link.split('/').at(-1) })
    expect(await send(`${url}/api/sign_in/link/`, { method: 'POST', body })).toBe(200)
  }
  for (const { url } of servers) expect(await send(`${url}/api/session/`)).toBe(200)
  expect(jar.size).toBe(2)
})
