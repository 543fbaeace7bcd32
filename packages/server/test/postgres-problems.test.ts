import { createTestDatabase, describeOnNewestPostgres, runStatements } from '@flagdeck/store-postgres/testing'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const COMMANDS = [['serve', '--port', '0'], ['migrate'], ['doctor', '--port', '0']] as const

describeOnNewestPostgres('a PostgreSQL database that cannot be used', ({ url: serverUrl }) => {
  const newDatabase = async (...statements: readonly string[]): Promise<string> => {
    const { url, dispose } = await createTestDatabase(serverUrl)
    onTestFinished(dispose)
    const name = new URL(url).pathname.slice(1)
    await runStatements(url, ...statements.map((statement) => statement.replaceAll('DATABASE', name)))
    return url
  }

  const withUrl = (url: string, change: (parsed: URL) => void): string => {
    const parsed = new URL(url)
    change(parsed)
    return parsed.href
  }

  const CASES: readonly (readonly [problem: string, url: () => Promise<string>, sentence: RegExp])[] = [
    [
      'PG-14 refuses to create tables',
      async () => {
        const url = await newDatabase(
          "create role DATABASE_user login password 'sesame'",
          'revoke create on schema public from public',
        )
        const user = `${new URL(url).pathname.slice(1)}_user`
        onTestFinished(() => runStatements(serverUrl, `drop role ${user}`))
        return withUrl(url, (parsed) => Object.assign(parsed, { username: user, password: 'sesame' }))
      },
      /run "grant create on schema public to flagdeck_\w+_user"/,
    ],
    [
      'PG-15 has no schema',
      () => newDatabase('alter database DATABASE set search_path = nowhere'),
      /No schema of search_path \(nowhere\) exists/,
    ],
    [
      'PG-16 is in LATIN1',
      async () => {
        const name = `flagdeck_latin_${process.pid}`
        await runStatements(
          serverUrl,
          `create database ${name} encoding 'LATIN1' locale 'C' template template0 strategy file_copy`,
        )
        onTestFinished(() => runStatements(serverUrl, `drop database ${name} with (force)`))
        return withUrl(serverUrl, (parsed) => Object.assign(parsed, { pathname: `/${name}` }))
      },
      /is LATIN1, which cannot store every text: create it with UTF8/,
    ],
    [
      'PG-11 has its CA in a missing file',
      async () => withUrl(serverUrl, ({ searchParams }) => searchParams.set('sslrootcert', '/nowhere/root.crt')),
      /The file \/nowhere\/root\.crt of sslrootcert cannot be read/,
    ],
    [
      'PG-13 has no socket in the folder',
      async () => 'postgres://user:sesame@/flags?host=/nowhere',
      /postgres \/nowhere\/flags cannot be used: PostgreSQL cannot be reached: connect ENOENT/,
    ],
    [
      'SERVE-3 refuses the password',
      async () => withUrl(serverUrl, (it) => Object.assign(it, { password: 'no' })),
      /log-in/,
    ],
    [
      'SERVE-3 does not exist',
      async () => withUrl(serverUrl, (it) => Object.assign(it, { pathname: '/nothing' })),
      /no such database/,
    ],
    ['SERVE-3 has an unknown host', async () => 'postgres://ada:sesame@nothing.invalid/flags', /cannot be reached/],
    ['SERVE-3 refuses connections', async () => 'postgres://ada:sesame@127.0.0.1:1/flags', /cannot be reached/],
  ]

  it('PG-18 that is migrated is served by a user who may not create tables', async () => {
    const url = await newDatabase(
      "create role DATABASE_app login password 'sesame'",
      'revoke create on schema public from public',
      'alter default privileges grant all on tables to DATABASE_app',
      'alter default privileges grant all on sequences to DATABASE_app',
    )
    const username = `${new URL(url).pathname.slice(1)}_app`
    onTestFinished(async () => {
      await runStatements(url, `drop owned by ${username}`)
      await runStatements(serverUrl, `drop role ${username}`)
    })
    const cwd = temporaryFolder()
    expect(await runCommand(['migrate'], { cwd, env: { DATABASE_URL: url } })).toMatchObject({ code: 0 })
    const env = { DATABASE_URL: withUrl(url, (parsed) => Object.assign(parsed, { username, password: 'sesame' })) }
    expect(await runCommand(['doctor', '--port', '0'], { cwd, env })).toMatchObject({ code: 0 })
    const server = await startServerProcess({ cwd, env })
    expect((await call(`${server.url}/_readyz`, undefined)).body).toMatchObject({ status: 'ready' })
    server.process.kill('SIGTERM')
    expect((await server.finished).code).toBe(0)
  })

  it.each(CASES)('%s: serve, migrate and doctor give the reason in a sentence', async (_, url, sentence) => {
    const options = { cwd: temporaryFolder(), env: { DATABASE_URL: await url() } }
    const results = await Promise.all(COMMANDS.map((command) => runCommand(command, options)))
    for (const { code, stdout, stderr } of results) {
      expect(`${stdout}${stderr}`).toMatch(sentence)
      expect(`${stdout}${stderr}`).not.toMatch(/Unexpected error|\n\s+at |sesame|Warning/)
      expect(code).toBe(1)
    }
  })
})
