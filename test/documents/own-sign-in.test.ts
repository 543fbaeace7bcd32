import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../packages/server/test/support/temporary-folder.ts'
import { startHost } from '../../scripts/prove-host/running-host.ts'
import { inWorkspace } from '../../scripts/workspace/source-files.ts'

/** docs/guides/own-sign-in.md shows the code of this program. */
async function startExample() {
  const host = await startHost([process.execPath, inWorkspace('examples/express/own-sign-in.ts')], temporaryFolder())
  onTestFinished(async () => void (await host.stop()))
  const open = (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    return fetch(`${host.url}/open-flags`, { redirect: 'manual', headers })
  }
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(`${host.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: host.url, cookie },
      body: JSON.stringify(body),
    })
  return { url: host.url, open, post }
}

test('EMBED-40 the sign-in of an application opens the console, mounted in Express', async () => {
  const { url, open, post } = await startExample()
  expect((await open()).status).toBe(401)
  expect((await open('the session of bo')).status).toBe(403)
  const answer = await open('the session of ana')
  expect(answer.status).toBe(302)
  const [, token] = /^\/admin\/flags\/console\/#\/sign-in\/(phl_\w+)$/.exec(answer.headers.get('location') ?? '') ?? []
  const signedIn = await post('/admin/flags/api/sign_in/link/', { token })
  expect(signedIn.status).toBe(200)
  expect((await signedIn.json()) as unknown).toMatchObject({ user: { email: 'ana@example.com' } })
  const set = signedIn.headers.get('set-cookie') ?? ''
  expect(set).toMatch(/^flagdeck_session_[0-9a-f]{8}=phb_\w+; Path=\/admin\/flags; /)
  expect((await post('/admin/flags/api/sign_in/link/', { token })).status).toBe(410)

  // EMBED-41: the sign-in form of a mounted console works.
  const password = 'correct horse battery'
  const [cookie] = set.split(';', 1)
  expect((await post('/admin/flags/api/session/password/', { password }, cookie)).status).toBe(204)
  const ways = await (await fetch(`${url}/admin/flags/api/sign_in/`)).json()
  expect(ways).toMatchObject({ password: true })
  expect((await post('/admin/flags/api/sign_in/', { email: 'ana@example.com', password })).status).toBe(200)

  // CONSOLE-168
  for (const path of ['/admin/flags', '/admin/flags/', '/admin/flags/console']) {
    expect((await fetch(`${url}${path}`)).url, path).toBe(`${url}/admin/flags/console/`)
  }
})
