import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ADA = ['--email', 'ada@acme.test']
const ACME = {
  organizations: [
    {
      name: 'Acme',
      members: [{ email: 'ada@acme.test', level: 'owner' }],
      projects: [{ name: 'Web', flags: [{ key: 'beta' }] }, { name: 'App' }, { name: 'Shared' }],
    },
    { name: 'Lovelace', members: [{ email: 'ada@acme.test' }], projects: [{ name: 'Shared' }] },
    { name: 'Foreign', projects: [{ name: 'Secret' }] },
  ],
}

interface Answer {
  readonly code: number | null
  /** The result that `--json` printed. */
  readonly data: never
  readonly stderr: string
}

/** Runs a command with `--json`, in a folder. */
async function json(cwd: string, ...args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], { cwd })
  return { code, stderr, data: stdout === '' ? undefined : JSON.parse(stdout) } as Answer // compared, never used untested
}

async function bootstrapped(): Promise<string> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'acme.json'), JSON.stringify(ACME))
  expect(await json(cwd, 'bootstrap', 'acme.json')).toMatchObject({
    code: 0,
    data: { file: 'acme.json', organizations: ['Acme', 'Lovelace', 'Foreign'] },
  })
  return cwd
}

test('flagdeck migrate makes the database and does nothing the second time', async () => {
  const cwd = temporaryFolder()
  const first = await json(cwd, 'migrate')
  expect(first).toMatchObject({ code: 0, data: { applied: expect.arrayContaining(['0001-initial']) } })
  expect(await runCommand(['migrate'], { cwd })).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
})

describe('flagdeck bootstrap', () => {
  test('says in words what is there', async () => {
    const cwd = await bootstrapped()
    const { code, stdout } = await runCommand(['bootstrap', 'acme.json'], { cwd })
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Applied acme.json (organizations: Acme, Lovelace, Foreign).\n',
    })
  })
})

test('BOOT-10 brings back no key that was revoked, and says so at the start and by the command', async () => {
  const cwd = temporaryFolder()
  const member = { email: 'ada@acme.test', level: 'owner', api_keys: [{ label: 'ci', value: 'phx_of_the_document' }] }
  const document = { organizations: [{ name: 'Acme', members: [member], projects: [{ name: 'Web' }] }] }
  writeFileSync(join(cwd, 'acme.json'), JSON.stringify(document))
  await json(cwd, 'bootstrap', 'acme.json')
  const [key] = (await json(cwd, 'key', 'list', ...ADA)).data as { id: string }[]
  expect(await json(cwd, 'key', 'revoke', key?.id ?? '', ...ADA)).toMatchObject({ code: 0 })
  const place = 'organizations[0].members[0].api_keys[0]'
  expect((await json(cwd, 'bootstrap', 'acme.json')).data).toMatchObject({ retired_keys: [place] })
  expect((await runCommand(['bootstrap', 'acme.json'], { cwd })).stdout).toContain(place)
  const server = await startServerProcess({ cwd, env: { FLAGDECK_BOOTSTRAP: 'acme.json' } })
  expect((await call(`${server.url}/api/users/@me/`, 'phx_of_the_document')).status).toBe(401)
  expect(server.stderr() + server.stdout()).toContain(place)
})

describe('flagdeck flag explain', () => {
  const TARGETED = {
    key: 'new-checkout',
    filters: { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }], rollout_percentage: 100 }] },
  }

  async function targeted(): Promise<string> {
    const cwd = temporaryFolder()
    const document = { organizations: [{ name: 'Acme', projects: [{ name: 'Web', flags: [TARGETED] }] }] }
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify(document))
    await json(cwd, 'bootstrap', 'acme.json')
    return cwd
  }

  const ASKS = ['flag', 'explain', 'new-checkout', '--distinct-id', 'ada'] as const

  test('says why the flag is off, filter by filter, and what would change it', async () => {
    const { code, stdout } = await runCommand([...ASKS, '--properties', '{"plan":"free"}'], { cwd: await targeted() })
    expect(code).toBe(0)
    expect(stdout).toContain('plan exact "pro": no (value: "free")')
    expect(stdout).toContain('To change the result: ')
  })

  test('says the same as JSON', async () => {
    const { data } = await json(await targeted(), ...ASKS, '--properties', '{"plan":"pro"}', '--group', 'company=acme')
    expect(data).toMatchObject({ key: 'new-checkout', decision: { enabled: true } })
  })

  test.each([
    ['--properties', '[1]', '--properties must be a JSON object'],
    ['--properties', '{', '--properties must be a JSON object'],
    ['--group', 'acme', '--group is "acme"'],
  ])('refuses %s %s', async (flag, value, sentence) => {
    const { code, stderr } = await runCommand([...ASKS, flag, value], { cwd: await targeted() })
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  })

  test('takes a project by its name', async () => {
    const cwd = await targeted()
    expect((await json(cwd, ...ASKS, '--project', 'Web')).data).toMatchObject({ key: 'new-checkout' })
    const unknown = await runCommand([...ASKS, '--project', 'Wed'], { cwd })
    expect(unknown).toMatchObject({ code: 1, stderr: 'There is no project "Wed"; did you mean Web?\n' })
  })

  test('SERVE-3 says how to name a project where there are several', async () => {
    const cwd = temporaryFolder()
    const document = { organizations: [{ name: 'Acme', projects: [{ name: 'Web' }, { name: 'Two words' }] }] }
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify(document))
    await json(cwd, 'bootstrap', 'acme.json')
    const { code, stderr } = await runCommand(ASKS, { cwd })
    const sentence = 'There are several projects: choose one, for example --project "Web" or --project "Two words".\n'
    expect({ code, stderr }).toEqual({ code: 2, stderr: sentence })
  })

  test('SERVE-14 makes no project where there is none', async () => {
    const cwd = temporaryFolder()
    await json(cwd, 'migrate')
    const { code, stderr } = await runCommand(ASKS, { cwd })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'There are no projects yet: create one with "flagdeck serve" or "flagdeck bootstrap FILE".\n',
    })
    expect((await startServerProcess({ cwd })).personalApiKey).toMatch(/^phx_/)
  })

  test('SERVE-48 says that there is no such flag, and which one was probably meant', async () => {
    const cwd = await targeted()
    const ask = (key: string) => runCommand(['flag', 'explain', key, '--distinct-id', 'ada'], { cwd })
    const near = 'There is no flag "new-checkuot"; did you mean new-checkout?\n'
    expect(await ask('new-checkuot')).toMatchObject({ code: 1, stdout: '', stderr: near })
    expect(await ask('nope')).toMatchObject({ code: 1, stderr: 'There is no flag "nope".\n' })
  })
})

describe('flagdeck key', () => {
  test('creates a key that opens what it was made for, lists it without its value, and revokes it', async () => {
    const cwd = await bootstrapped()
    const scopes = ['--label', 'ci', '--scopes', 'feature_flag:read', '--project', 'Web', '--expires', '2999-01-01']
    const { data } = await json(cwd, 'key', 'create', ...ADA, ...scopes)
    expect(data).toMatchObject({
      id: expect.any(String),
      label: 'ci',
      scopes: ['feature_flag:read'],
      project_ids: [1],
      expires_at: '2999-01-01T00:00:00Z',
      value: expect.stringMatching(/^phx_\w{43}$/),
    })
    const { id, value } = data as { id: string; value: string }

    const server = await startServerProcess({ cwd })
    const statusOf = async (project: number) =>
      (await call(`${server.url}/api/projects/${project}/feature_flags/`, value)).status
    expect([await statusOf(1), await statusOf(2)]).toEqual([200, 403])

    const list = await json(cwd, 'key', 'list', ...ADA)
    expect(list.data).toMatchObject([{ id, label: 'ci', mask_value: `phx_…${value.slice(-4)}`, project_ids: [1] }])
    expect(JSON.stringify(list.data)).not.toContain(value)
    const { stdout } = await runCommand(['key', 'list', ...ADA], { cwd })
    expect(stdout).toMatch(/^ID {2,}LABEL {2}KEY {2,}SCOPES/)

    expect(await json(cwd, 'key', 'revoke', id, ...ADA)).toMatchObject({ code: 0, data: { id, revoked: true } })
    await expect.poll(() => statusOf(1), { timeout: 10_000 }).toBe(401)
    expect((await json(cwd, 'key', 'list', ...ADA)).data).toEqual([])
  })

  test('KEY-17 gives a key another value, under the same id', async () => {
    const cwd = await bootstrapped()
    const made = await json(cwd, 'key', 'create', ...ADA, '--label', 'ci', '--scopes', '*')
    const { id, value } = made.data as { id: string; value: string }
    const { code, data } = await json(cwd, 'key', 'rotate', id, ...ADA)
    expect({ code, data }).toMatchObject({ code: 0, data: { id, label: 'ci', value: expect.stringMatching(/^phx_/) } })
    const rotated = (data as { value: string }).value
    expect(rotated).not.toBe(value)
    const { url } = await startServerProcess({ cwd })
    const statusOf = async (key: string) => (await call(`${url}/api/projects/1/feature_flags/`, key)).status
    expect([await statusOf(value), await statusOf(rotated)]).toEqual([401, 200])
  })

  test('is printed for people with a word on keeping it', async () => {
    const cwd = await bootstrapped()
    const { stdout } = await runCommand(['key', 'create', ...ADA, '--label', 'ci', '--scopes', '*'], { cwd })
    expect(stdout).toMatch(/^phx_\w{43}\n\nThis key is shown only once\. /)
  })

  test.for([
    [['create', '--email', 'bob@acme.test', '--label', 'ci', '--scopes', '*'], /^There is no user bob@acme\.test: /],
    [
      ['create', ...ADA, '--label', 'ci', '--scopes', '*', '--project', 'web'],
      /^There is no project "web"; did you mean Web\?\n$/,
    ],
    [
      ['create', ...ADA, '--label', 'ci', '--scopes', '*', '--project', 'Shared'],
      /^Several projects are named "Shared": use an ID instead, 3 or 4\.\n$/,
    ],
    [
      ['create', ...ADA, '--label', 'ci', '--scopes', '*', '--project', 'Foreign/Secret'],
      /^ada@acme\.test has no access to the project "Foreign\/Secret": invite them to its organization first, or choose another project\.\n$/,
    ],
    [['rotate', 'no-such-id', ...ADA], /^ada@acme\.test has no key with the ID no-such-id: /],
    [['revoke', 'no-such-id', ...ADA], /^ada@acme\.test has no key with the ID no-such-id: /],
  ] as const)('%j fails with one sentence', async ([args, sentence]) => {
    const { code, stderr } = await json(await bootstrapped(), 'key', ...args)
    expect(code).toBe(1)
    expect(stderr).toMatch(sentence)
  })

  test('SERVE-12 makes no database where there is none', async () => {
    const cwd = temporaryFolder()
    const { code, stderr } = await json(cwd, 'key', 'list', ...ADA)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^There is no database at \.\/data\/flagdeck\.db: /)
    expect(existsSync(join(cwd, 'data'))).toBe(false)
  })
})

describe('flagdeck member', () => {
  test('invites somebody, who joins by the link, is changed in level and removed', async () => {
    const cwd = await bootstrapped()
    const invited = await json(cwd, 'member', 'invite', 'Bob@acme.test', '--level', 'admin', '--first-name', 'Bob')
    const { token } = invited.data as { token: string }
    expect(invited).toMatchObject({
      code: 0,
      data: {
        email: 'bob@acme.test',
        level: 'admin',
        token: expect.stringMatching(/^phi_\w{43}$/),
        link: `/api/signup/${token}/`,
      },
    })
    const { url } = await startServerProcess({ cwd })
    const accept = () => fetch(`${url}/api/signup/${token}/`, { method: 'POST' })
    expect([(await accept()).status, (await accept()).status]).toEqual([201, 410])

    const listed = async () => (await json(cwd, 'member', 'list')).data
    const ada = { email: 'ada@acme.test', level: 'owner' }
    expect(await listed()).toMatchObject([ada, { email: 'bob@acme.test', first_name: 'Bob', level: 'admin' }])
    const { stdout } = await runCommand(['member', 'list'], { cwd })
    expect(stdout).toMatch(/^EMAIL {2,}NAME {1,}LEVEL {2}JOINED {2,}LAST SEEN\nada@acme\.test/)
    const lowered = await json(cwd, 'member', 'level', 'bob@acme.test', 'member')
    expect(lowered).toMatchObject({ code: 0, data: { email: 'bob@acme.test', level: 'member' } })
    expect(await json(cwd, 'member', 'remove', 'bob@acme.test')).toMatchObject({ code: 0, data: { removed: true } })
    expect(await listed()).toMatchObject([ada])
    expect((await json(cwd, 'key', 'list', '--email', 'bob@acme.test')).data).toEqual([])
  })

  test('is for the organization of the oldest project unless another is named', async () => {
    const cwd = await bootstrapped()
    const { data } = await json(cwd, 'member', 'list', '--organization', 'Lovelace')
    expect(data).toMatchObject([{ email: 'ada@acme.test', level: 'member' }])
    expect((await json(cwd, 'member', 'list', '--organization', 'Foreign')).data).toEqual([])
  })

  test('says with PUBLIC_URL where the link leads', async () => {
    const cwd = await bootstrapped()
    const invite = ['member', 'invite', 'bob@acme.test', '--public-url', 'https://flags.acme.test/']
    const { stdout } = await runCommand(invite, { cwd })
    expect(stdout).toMatch(
      /^https:\/\/flags\.acme\.test\/console\/#\/invitation\/phi_\w{43}\n\nSend this link to \S+\. It works once, expires on \d{4}-\d\d-\d\d \d\d:\d\d UTC and /,
    )
    expect(stdout).toMatch(/ https:\/\/flags\.acme\.test\/api\/signup\/phi_\w{43}\/\n$/)
  })

  test.for([
    [
      1,
      ['remove', 'ada@acme.test'],
      /^An organization must have an owner: change the level of another member to owner first\.\n$/,
    ],
    [1, ['level', 'ada@acme.test', 'member'], /^An organization must have an owner: /],
    [2, ['level', 'ada@acme.test', 'ownr'], /^There is no level "ownr"; did you mean owner\?\n$/],
    [2, ['level', 'ada@acme.test', 'boss'], /^There is no level "boss"; use one of: member, admin, owner\.\n$/],
    [1, ['remove', 'bob@acme.test'], /^There is no user bob@acme\.test: /],
    [
      1,
      ['invite', 'bob@acme.test', '--role', 'Nobody'],
      /^There is no role "Nobody": create roles in the console first\.\n$/,
    ],
    [1, ['invite', 'ada@acme.test'], /^This user is already a member of the organization\.\n$/],
    [1, ['list', '--organization', 'Acne'], /^There is no organization "Acne"; did you mean Acme\?\n$/],
  ] as const)('ends with %i and one sentence: %j', async ([code, args, sentence]) => {
    const answer = await json(await bootstrapped(), 'member', ...args)
    expect(answer.stderr).toMatch(sentence)
    expect(answer.code).toBe(code)
  })
})

describe('flagdeck doctor', () => {
  test('SERVE-13 finds nothing wrong with an empty folder, and leaves it empty', async () => {
    const cwd = temporaryFolder()
    const { code, stdout } = await runCommand(['doctor', '--port', '0'], { cwd })
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^ok {2}node/)
    expect(stdout).toMatch('./data/flagdeck.db does not exist yet; the first start creates it')
    expect(existsSync(join(cwd, 'data'))).toBe(false)
  })

  test('looks at a database that is there, and at the settings without their secrets', async () => {
    const cwd = await bootstrapped()
    const { code, data } = await json(cwd, 'doctor', '--port', '0', '--log-level', 'warn')
    expect(code).toBe(0)
    expect(data).toMatchObject({
      healthy: true,
      checks: expect.arrayContaining([
        { name: 'settings', ok: true, detail: 'PORT=0 (command line), LOG_LEVEL=warn (command line)' },
        { name: 'migrations', ok: true, detail: 'all applied' },
        { name: 'writing', ok: true, detail: 'the database accepts writes' },
        {
          name: 'sizes',
          ok: true,
          detail:
            'every project has at most 33,554,432 bytes (FLAGDECK_MAX_PROJECT_FILTERS_BYTES) of flags and cohorts, ' +
            'and at most 2,000 cohorts (FLAGDECK_MAX_COHORTS_PER_PROJECT)',
        },
      ]),
    })
  })

  test('SERVE-51 names the projects that are above a bound on their size', async () => {
    const cwd = temporaryFolder()
    const { url, personalApiKey } = await startServerProcess({ cwd })
    for (const name of ['first', 'second']) {
      const cohort = { name, description: 'd'.repeat(1000), is_static: true }
      const created = await call(`${url}/api/projects/@current/cohorts/`, personalApiKey, 'POST', cohort)
      expect(created.status).toBe(201)
    }
    for (const [option, bytes, cohorts] of [
      ['--max-project-filters-bytes=1024', '1,024', '2,000'],
      ['--max-cohorts-per-project=1', '33,554,432', '1'],
    ] as const) {
      const { code, data } = await json(cwd, 'doctor', '--port', '0', option)
      expect(code).toBe(1)
      const detail =
        `These projects exceed ${bytes} bytes (FLAGDECK_MAX_PROJECT_FILTERS_BYTES) of flags and cohorts, or ${cohorts} ` +
        'cohorts (FLAGDECK_MAX_COHORTS_PER_PROJECT): 1. Delete unused flags and cohorts, shorten filters, ' +
        'payloads and descriptions, or raise the setting.'
      expect(data).toMatchObject({
        healthy: false,
        checks: expect.arrayContaining([{ name: 'sizes', ok: false, detail }]),
      })
    }
  })

  test('says what is wrong, and ends with 1', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'flags.db'), 'This is a text, and no database at all. '.repeat(100))
    const { code, stdout } = await runCommand(['doctor', '--port', '0', '--database-url', 'sqlite:flags.db'], { cwd })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^failed {2}database {2,}flags\.db is not a SQLite database: /m)
    expect((await runCommand(['doctor', '--port', 'x'], { cwd })).stdout).toMatch(
      /^failed {2}settings {2}--port is "x"/m,
    )
  })

  test('knows a running Flagdeck from another program on its port', async () => {
    const cwd = temporaryFolder()
    const { url } = await startServerProcess({ cwd })
    const { code, stdout } = await runCommand(['doctor', '--port', new URL(url).port], { cwd })
    expect(stdout).toMatch('is in use by a running Flagdeck server')
    expect(code).toBe(0)
  })
})

describeOnNewestPostgres('flagdeck doctor', ({ url }) => {
  test('announces what the next start does, and shows no password', async () => {
    const database = await createTestDatabase(url)
    onTestFinished(() => database.dispose())
    const cwd = temporaryFolder()
    const env = { DATABASE_URL: database.url, PORT: '0' }
    const before = await runCommand(['doctor'], { cwd, env })
    expect(before.stdout).toMatch(/^ok {2}migrations {2}the next start applies 0001-initial/m)
    expect(before.code).toBe(0)
    expect(await runCommand(['migrate'], { cwd, env })).toMatchObject({ code: 0 })
    const after = await runCommand(['doctor'], { cwd, env })
    expect(after.stdout).toMatch(/^ok {2}writing +the database accepts writes/m)
    expect(before.stdout + after.stdout).not.toContain(new URL(url).password)
  })
})

describe('flagdeck sign-in and session', () => {
  test('SESS-2 prints a link that signs an owner in, once, and whoever is named', async () => {
    const cwd = await bootstrapped()
    const { stdout } = await runCommand(['sign-in', '--public-url', 'https://flags.acme.test/'], { cwd })
    expect(stdout).toMatch(
      /^https:\/\/flags\.acme\.test\/console\/#\/sign-in\/phl_\w{43}\n\nThis link signs in ada@acme\.test\. It works once /,
    )
    const named = await json(cwd, 'sign-in', '--email', 'ADA@acme.test')
    expect(named).toMatchObject({ code: 0, data: { email: 'ada@acme.test', expires_at: expect.any(String) } })
    expect((await runCommand(['sign-in', '--email', 'nobody@acme.test'], { cwd })).code).toBe(1)
    const { data } = await json(cwd, 'invite', 'bob@acme.test')
    expect(data).toMatchObject({ email: 'bob@acme.test', link: expect.stringContaining('/api/signup/phi_') })
  })

  test.each(['sign-in', 'invite'])('SERVE-54 %s names a server of the same database alone', async (command) => {
    const args = command === 'invite' ? ['bob@acme.test'] : []
    const cwd = await bootstrapped()
    const other = await startServerProcess({ cwd: await bootstrapped() })
    const { port } = new URL(other.url)
    const unknown = await runCommand([command, ...args, '--port', port], { cwd })
    expect(unknown.code).toBe(0)
    expect(unknown.stdout).toMatch(/^\/console\/#\/(sign-in|invitation)\/ph[il]_\w{43}\n/)
    expect(unknown.stdout).toContain('set it with --public-url or PUBLIC_URL')
    expect(unknown.stdout).not.toContain('http')
    const server = await startServerProcess({ cwd })
    const known = await runCommand([command, ...args, '--port', new URL(server.url).port], { cwd })
    expect(known.stdout).toContain(`${server.url}/console/#/`)
    expect(known.stdout).not.toContain('PUBLIC_URL')
    const publicUrl = 'https://acme.test/tools/flags'
    const proxied = await startServerProcess({ cwd, env: { PUBLIC_URL: publicUrl } })
    const { stdout } = await runCommand([command, ...args, '--port', new URL(proxied.url).port], { cwd })
    expect(stdout).toContain(`${publicUrl}/console/#/`)
  })

  test.each(['sign-in', 'invite'])('SERVE-58 %s trusts no server that cannot read the database', async (command) => {
    const args = command === 'invite' ? ['bob@acme.test'] : []
    const cwd = await bootstrapped()
    const seen: IncomingMessage[] = []
    const document = JSON.stringify({ servers: [{ url: 'https://evil.test' }], label: '', results: [] })
    const stranger = createServer((request, response) => {
      seen.push(request)
      response.setHeader('content-type', 'application/json').end(document)
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void stranger.close())
    await once(stranger, 'listening')
    const port = String((stranger.address() as AddressInfo).port)
    const { stdout } = await runCommand([command, ...args, '--port', port], { cwd })
    expect(stdout).toMatch(/^\/console\/#\//)
    expect(stdout).not.toContain('http')
    expect(seen).not.toEqual([])
    const server = await startServerProcess({ cwd })
    for (const { headers } of seen) {
      const { status } = await call(`${server.url}/api/users/@me/`, headers.authorization?.replace('Bearer ', ''))
      expect(status).toBe(401)
    }
    expect((await json(cwd, 'key', 'list', ...ADA)).data).toEqual([])
    const own = await json(cwd, 'key', 'create', ...ADA, '--label', 'own', '--scopes', '*')
    const { value } = own.data as { value: string }
    const { body } = await call(`${server.url}/api/organizations/@current/activity_log/`, value)
    const keyActivity = (body.results as { scope: string }[]).filter(({ scope }) => scope === 'PersonalAPIKey')
    expect(keyActivity).toMatchObject([{ detail: { name: 'own' } }])
  })

  test('SESS-8 lists where somebody is signed in, and ends it', async () => {
    const cwd = await bootstrapped()
    const { link } = (await json(cwd, 'sign-in')).data as { link: string }
    const server = await startServerProcess({ cwd })
    const headers = { 'content-type': 'application/json', origin: server.url, 'user-agent': 'a browser' }
    const body = JSON.stringify({ token: link.split('/').at(-1) })
    const signedIn = await fetch(`${server.url}/api/sign_in/link/`, { method: 'POST', headers, body })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const status = async () => (await fetch(`${server.url}/api/session/`, { headers: { cookie } })).status
    expect(await status()).toBe(200)
    const list = () => json(cwd, 'session', 'list', '--email', 'ada@acme.test')
    expect((await list()).data).toMatchObject([{ method: 'link', browser: 'a browser' }])
    expect((await json(cwd, 'session', 'end', 'nope', '--email', 'ada@acme.test')).stderr).toBe(
      'ada@acme.test has no session with the ID nope: list sessions with "flagdeck session list --email ada@acme.test".\n',
    )
    expect(await json(cwd, 'session', 'end', '--email', 'ada@acme.test')).toMatchObject({
      code: 0,
      data: { ended: [expect.any(String)] },
    })
    expect((await list()).data).toEqual([])
    // This instance caches the key for up to five seconds (KEY-6).
    await expect.poll(status, { timeout: 10_000 }).toBe(401)
  })
})

describe('PEOPLE-1 flagdeck organization', () => {
  test('PROJ-18 creates one, and says how its owner joins', async () => {
    const cwd = await bootstrapped()
    expect(await json(cwd, 'organization', 'create', 'Second', '--default-access', 'view')).toMatchObject({
      code: 0,
      data: { name: 'Second', default_access: 'view', member_count: 0, projects: [{ name: 'Default project' }] },
    })
    expect((await json(cwd, 'organization', 'create', 'Second')).stderr).toMatch(
      'There is already an organization with this name.',
    )
    const { stdout } = await runCommand(['organization', 'create', 'Third'], { cwd })
    expect(stdout).toContain('flagdeck member invite EMAIL --level owner --organization "Third"\n')
  })

  test('shows its settings and changes them', async () => {
    const cwd = await bootstrapped()
    expect(await json(cwd, 'organization', 'show')).toMatchObject({
      code: 0,
      data: {
        default_access: 'everything',
        member_count: 1,
        projects: [{ name: 'Web' }, { name: 'App' }, { name: 'Shared' }],
      },
    })
    const changed = await json(cwd, 'organization', 'update', '--name', 'Acme Inc', '--default-access', 'view')
    expect(changed).toMatchObject({ code: 0, data: { name: 'Acme Inc', default_access: 'view' } })
    const { stdout } = await runCommand(['organization', 'update', '--default-access', 'everything'], { cwd })
    expect(stdout).toMatch(
      /^Acme Inc has 1 member\.\nMembers without a role can do everything with flags\.\nProjects: /,
    )
  })

  test.for([
    [2, ['update'], 'Specify --name, --default-access or both.\n'],
    [2, ['update', '--default-access', 'vieuw'], 'There is no access level "vieuw"; did you mean view?\n'],
    [1, ['update', '--name', ' '], 'name: This field may not be blank.\n'],
    [1, ['show', '--organization', 'Acne'], 'There is no organization "Acne"; did you mean Acme?\n'],
  ] as const)('ends with %i and one sentence: %j', async ([code, args, sentence]) => {
    const answer = await json(await bootstrapped(), 'organization', ...args)
    expect(answer.stderr).toMatch(sentence)
    expect(answer.code).toBe(code)
  })
})
