import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startCommand } from './support/flagdeck-command.ts'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SECRETS = /ph[xcsl]_/

/** Returns the whole banner as it is shown on a terminal. */
async function bannerOf(cwd: string, env = {}): Promise<string> {
  const command = startCommand(['serve', '--port', '0'], { cwd, env })
  await new Promise<void>((resolve) => {
    command.process.stderr?.on('data', () => {
      if (command.stderr().includes('"ready"')) resolve()
    })
  })
  command.process.kill('SIGTERM')
  const { code, stdout } = await command.finished
  expect(code).toBe(0)
  return stdout
}

describe('a first start', () => {
  test('SERVE-10 makes the database and prints the key and the token that open it, each once; a second prints no secret', async () => {
    const cwd = temporaryFolder()
    const first = await bannerOf(cwd)
    expect(existsSync(join(cwd, 'data/flagdeck.db'))).toBe(true)
    expect(first).toMatch(
      /^Flagdeck 0\.1\.0 {3}node \d+\.\d+\.\d+ {3}sqlite \.\/data\/flagdeck\.db \(\d+ migrations? applied\)\n/,
    )
    expect(first.match(/phx_\w{43}/g)).toHaveLength(1)
    expect(first.match(/phc_\w{43}/g)).toHaveLength(1)
    expect(first).toMatch(/\n {2}Console {12}http:\/\/127\.0\.0\.1:\d+\/\n/)
    expect(first.match(/http:\/\/127\.0\.0\.1:\d+\/console\/#\/sign-in\/phl_\w{43}\n/g)).toHaveLength(1)
    expect(first).toMatch(/curl -H .* http:\/\/127\.0\.0\.1:\d+\/api\/projects\/1\/feature_flags\/\n/)

    const second = await bannerOf(cwd)
    expect(second).toMatch(/\/api\/projects\/1\/feature_flags\/\n.*\/api\/schema\/\n/)
    expect(second).not.toMatch(SECRETS)

    const server = await startServerProcess({ cwd })
    expect(server.stdout()).not.toMatch(SECRETS)
    const [key] = first.match(/phx_\w+/) ?? []
    const [token] = first.match(/phc_\w+/) ?? []
    const { status, body } = await call(`${server.url}/api/projects/1/feature_flags/`, key, 'POST', {
      key: 'beta',
      filters: { groups: [{ rollout_percentage: 100 }] },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    const answer = await call(`${server.url}/flags/?v=2`, undefined, 'POST', { token: token ?? '', distinct_id: 'a' })
    expect(answer.body.flags).toMatchObject({ beta: { enabled: true } })
  })

  test('SERVE-10 names the command as it can be called here: by npx where npm has started it', async () => {
    const cwd = temporaryFolder()
    const started = await bannerOf(cwd, { npm_config_user_agent: 'npm/11.0.0 node/v24.0.0 linux x64' })
    expect(started).toContain('create more with "npx flagdeck sign-in"')
    expect(started).toContain('create more with "npx flagdeck key create"')
    expect(await bannerOf(cwd)).toContain('create a sign-in link with "flagdeck sign-in"')
  })

  test('SERVE-10 with a bootstrap document makes what that names, and nothing of its own', async () => {
    const cwd = temporaryFolder()
    const document = {
      organizations: [
        {
          name: 'Acme',
          members: [{ email: 'ada@acme.test', level: 'owner', api_keys: [{ value: 'phx_ada', scopes: ['*'] }] }],
          projects: [{ name: 'Web', api_token: 'phc_web', secret_api_token: 'phs_web', flags: [{ key: 'beta' }] }],
        },
      ],
    }
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify(document))
    const env = { FLAGDECK_BOOTSTRAP: 'acme.json' }
    const server = await startServerProcess({ cwd, env })
    expect(server.stdout()).not.toMatch(SECRETS)
    const { body } = await call(`${server.url}/api/projects/@current/feature_flags/`, 'phx_ada')
    expect(body).toMatchObject({ count: 1, results: [{ key: 'beta' }] })
    server.process.kill('SIGTERM')
    expect(await server.finished).toMatchObject({ code: 0 })

    const again = await startServerProcess({ cwd, env })
    expect((await call(`${again.url}/api/projects/`, 'phx_ada')).body).toMatchObject({ count: 1 })
  })
})
