import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const FLAGS = 8

interface Demo {
  readonly server: ServerProcess
  readonly run: (...args: readonly string[]) => ReturnType<typeof runCommand>
  readonly ask: (path: string) => Promise<Readonly<Record<string, unknown>>>
}

async function startDemo(env: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const cwd = temporaryFolder()
  const server = await startServerProcess({ cwd, env })
  const key = server.personalApiKey ?? ''
  return {
    server,
    run: (...args) => runCommand(['demo', '--url', server.url, ...args], { cwd, env: { FLAGDECK_API_KEY: key } }),
    ask: async (path) => (await call(`${server.url}/api/projects/${path}`, key)).body,
  }
}

/** Expects example data on every screen, which is created once and can be removed. */
async function expectExample({ run, ask, server }: Demo): Promise<void> {
  const made = await run('--json')
  expect(made.code, made.stderr).toBe(0)
  const { project, made: isNew } = JSON.parse(made.stdout)
  expect(isNew).toBe(true)
  const counts = async () => {
    const lists = ['feature_flags', 'cohorts', 'persons', 'dashboards']
    const found = await Promise.all(lists.map((list) => ask(`${project}/${list}/?limit=1`)))
    return found.map(({ count }) => count)
  }
  expect(await counts()).toEqual([FLAGS, 2, 12, 1])
  const kinds = ['boolean', 'multivariant', 'remote_config'].map((type) =>
    ask(`${project}/feature_flags/?type=${type}`),
  )
  for (const { count } of await Promise.all(kinds)) expect(count).toBeGreaterThan(0)
  await expect.poll(async () => await callsOf(ask, project), { timeout: 30_000 }).toBeGreaterThan(500)
  const counted = Number(await callsOf(ask, project))
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('already exists') })
  // This event is counted after all events that a second load would have sent.
  await callOnce(server.url, (await ask(`${project}/`)).api_token)
  await expect.poll(async () => await callsOf(ask, project), { timeout: 30_000 }).toBe(counted + 1)
  expect(await counts()).toEqual([FLAGS, 2, 12, 1])
  expect(await run('--remove')).toMatchObject({ code: 0, stderr: '' })
  expect(await counts()).toEqual([0, 0, 0, 0])
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('is ready') })
  expect(await counts()).toEqual([FLAGS, 2, 12, 1])
}

async function callOnce(url: string, token: unknown): Promise<void> {
  const properties = { $feature_flag: 'example-new-checkout', $feature_flag_response: 'control' }
  const batch = [{ event: '$feature_flag_called', distinct_id: 'somebody-else', properties }]
  const response = await fetch(`${url}/batch/`, { method: 'POST', body: JSON.stringify({ api_key: token, batch }) })
  expect(response.status).toBe(200)
}

/** Returns the calls of the most called flag in four weeks. */
async function callsOf(ask: Demo['ask'], project: number): Promise<unknown> {
  const { results } = await ask(`${project}/feature_flags/?key=example-new-checkout`)
  const [{ id }] = results as [{ readonly id: number }] // its schema was checked
  const { totals } = await ask(`${project}/feature_flags/${id}/usage/?date_from=-30d&refresh=blocking`)
  return (totals as { readonly exposures: number }).exposures
}

describe('flagdeck demo', () => {
  test('CONSOLE-75 fills a project on SQLite once, and empties it again', async () => {
    await expectExample(await startDemo())
  })

  test('CONSOLE-75 says in a sentence what is missing', async () => {
    const cwd = temporaryFolder()
    const url = 'http://127.0.0.1:9'
    expect(await runCommand(['demo', '--url', url], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/FLAGDECK_API_KEY/),
    })
    const shown = await runCommand(['demo', '--url', url, '--key', 'phx_…'], { cwd })
    expect(shown).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^The personal API key contains invalid characters/),
    })
    const unreachable = await runCommand(['demo', '--url', url, '--key', 'phx_x'], { cwd })
    expect(unreachable).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/No server responds at http:\/\/127.0.0.1:9/),
    })
    const { server } = await startDemo()
    const refused = await runCommand(['demo', '--url', server.url, '--key', 'phx_unknown'], { cwd })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/rejected the request/) })
  })
})

describeOnNewestPostgres('flagdeck demo on PostgreSQL', ({ url }) => {
  test('CONSOLE-75 fills a project once, and empties it again', async () => {
    const database = await createTestDatabase(url)
    onTestFinished(database.dispose)
    await expectExample(await startDemo({ DATABASE_URL: database.url }))
  })
})
