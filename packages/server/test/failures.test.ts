import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CommandOptions, runCommand } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface Failure {
  readonly code: 1 | 2
  readonly sentence: RegExp
}

const NOBODY = 65_534

/** Whether every user can traverse a directory. */
function isOpenToAll(directory: string): boolean {
  const isOpen = (statSync(directory).mode & 0o001) !== 0
  return isOpen && (directory === '/' || isOpenToAll(dirname(directory)))
}

async function expectFailure(
  args: readonly string[],
  options: Partial<CommandOptions>,
  { code, sentence }: Failure,
): Promise<void> {
  const finished = await runCommand(args, { cwd: temporaryFolder(), ...options })
  expect(finished).toMatchObject({ code, stdout: '' })
  expect(finished.stderr).toMatch(sentence)
  // The error is one sentence, never a stack.
  expect(finished.stderr.trimEnd().split('\n')).toHaveLength(1)
}

describe('SERVE-3 a command that was written wrongly ends with 2 and one sentence', () => {
  test.for([
    [['serve', '--prot', '1'], /^Unknown option '--prot'; did you mean --port\? See flagdeck serve --help\.\n$/],
    [['serv'], /^Unknown command 'serv'; did you mean serve\? See flagdeck --help\.\n$/],
    [
      ['serve', 'now'],
      /^Too many arguments for 'serve'\. Expected 0 arguments but got 1: now\. See flagdeck serve --help\.\n$/,
    ],
    [['serve', '--json=true', '--port', '0'], /^Option '--json' takes no value\. See flagdeck serve --help\.\n$/],
    [['serve', '--port'], /^Option '--port <number>' requires a value\. See flagdeck serve --help\.\n$/],
    [['serve', '--port', 'x'], /^--port is "x", but it must be a whole number from 0 to 65535\.\n$/],
    [
      ['key', 'create', '--label', 'ci'],
      /^Required options '--email <address>' and '--scopes <list>' are missing\. See flagdeck key create --help\.\n$/,
    ],
    [
      ['key', 'create', '--email', 'a@b.c', '--label', 'ci', '--scopes', 'feature_flags:read'],
      /^There is no scope "feature_flags:read"; did you mean feature_flag:read\?\n$/,
    ],
    [
      ['key', 'create', '--email', 'a@b.c', '--label', 'ci', '--scopes', 'read'],
      /^There is no scope "read"; use one of: \*, feature_flag:read, feature_flag:write, .+ and others\.\n$/,
    ],
    [
      ['key', 'create', '--email', 'a@b.c', '--label', 'ci', '--scopes', '*', '--expires', 'soon'],
      /^--expires is "soon", but it must be a date such as 2030-01-31\.\n$/,
    ],
  ] as const)('%j', ([args, sentence]) => expectFailure(args, {}, { code: 2, sentence }))

  test.for([
    [['history', 'list'], /^Missing required argument 'kind'\. See flagdeck history list --help\.\n$/],
    [['no-such-command'], /^Unknown command 'no-such-command'\. See flagdeck --help\.\n$/],
    [['flag', 'explan'], /^Unknown command 'explan'; did you mean explain\? See flagdeck flag --help\.\n$/],
    [['explain', 'flag', 'a'], /^Unknown command 'explain'; did you mean flag explain\? See flagdeck --help\.\n$/],
    [['rotate', 'x'], /^Unknown command 'rotate'; did you mean key rotate\? See flagdeck --help\.\n$/],
    [['export', '--zzz'], /^Unknown option '--zzz'\. See flagdeck export --help\.\n$/],
    [
      ['flag', 'explain', 'a', '--distinct-id', 'b', '--zzz'],
      /^Unknown option '--zzz'\. See flagdeck flag explain --help\.\n$/,
    ],
    [
      ['flag', 'explain', 'a', '--distinct-di', 'b'],
      /^Unknown option '--distinct-di'; did you mean --distinct-id\? See flagdeck flag explain --help\.\n$/,
    ],
    [
      ['copy', '--form', 'a', '--to', 'b'],
      /^Unknown option '--form'; did you mean --from\? See flagdeck copy --help\.\n$/,
    ],
    [
      ['key', 'list', '--emial', 'a'],
      /^Unknown option '--emial'; did you mean --email\? See flagdeck key list --help\.\n$/,
    ],
    [['help', 'no-such-command'], /^Unknown command 'no-such-command'\. See flagdeck --help\.\n$/],
    [['help', 'flag', 'explan'], /^Unknown command 'explan'; did you mean explain\? See flagdeck flag --help\.\n$/],
    [['no-such-command', '--help'], /^Unknown command 'no-such-command'\. See flagdeck --help\.\n$/],
    [['--help', 'flog'], /^Unknown command 'flog'; did you mean flag\? See flagdeck --help\.\n$/],
    [['flag', 'explan', '-h'], /^Unknown command 'explan'; did you mean explain\? See flagdeck flag --help\.\n$/],
    [['help', 'migrate', 'now'], /^Unknown command 'now'\. See flagdeck migrate --help\.\n$/],
  ] as const)('SERVE-49 leads to the help: %j', ([args, sentence]) => expectFailure(args, {}, { code: 2, sentence }))

  test('SERVE-49 the help shows which options are required', async () => {
    const { stdout } = await runCommand(['key', 'create', '--help'], { cwd: temporaryFolder() })
    expect(stdout).toMatch(
      /^Usage: flagdeck key create --email <address> --label <text> --scopes <list>\s+\[options\]\n/,
    )
  })

  test.for([
    [
      ['help', 'flag', 'explain'],
      ['flag', 'explain', '--help'],
    ],
    [
      ['help', 'flag'],
      ['flag', '--help'],
    ],
    [
      ['help', 'flag', 'list'],
      ['flag', 'status', '--help'],
    ],
    [['help'], ['--help']],
  ] as const)('SERVE-49 %j prints what %j does', async ([asked, same]) => {
    const [help, option] = await Promise.all([asked, same].map((args) => runCommand(args, { cwd: temporaryFolder() })))
    expect(help).toMatchObject({ code: 0, stdout: option?.stdout, stderr: '' })
    expect(help?.stdout).toMatch(/^Usage: flagdeck/)
  })

  test('SERVE-49 the help has what is the own of a command first, and settings last', async () => {
    const { stdout } = await runCommand(['flag', 'explain', '--help'], { cwd: temporaryFolder() })
    const lines = stdout
      .split('\n')
      .flatMap((line) => /^(?:\w+:$| {2}(?:-\w, )?--[a-z-]+)/.exec(line)?.[0].trim() ?? [])
    expect(lines).toEqual([
      'Arguments:',
      'Options:',
      '--distinct-id',
      '--properties',
      '--group',
      '--project',
      '--json',
      '-h, --help',
      'Settings:',
      '--database-url',
      '--config',
    ])
  })

  test('no command at all: the help', async () => {
    const { code, stdout, stderr } = await runCommand([], { cwd: temporaryFolder() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch('Start the server')
  })
})

describe('SERVE-3 a setting that cannot be used ends a start with 1 and one sentence', () => {
  test.for([
    [{ FLAGDECK_PROT: '1' }, /^Unknown environment variable FLAGDECK_PROT; did you mean FLAGDECK_PORT\?\n$/],
    [{ PORT: 'x' }, /^PORT in the environment is "x", but it must be a whole number from 0 to 65535\.\n$/],
    [{ REDIS_URL: 'redis://:sesame@a,b' }, /^REDIS_URL in the environment is "redis:…", but it must be redis:/],
    [
      { FLAGDECK_CONFIG: 'nowhere.json' },
      /^The settings file nowhere\.json cannot be read: the file does not exist\.\n$/,
    ],
    [
      { FLAGDECK_BOOTSTRAP: 'no.json' },
      /^The bootstrap document no\.json cannot be read: the file does not exist\.\n$/,
    ],
  ] as const)('%j', ([env, sentence]) => expectFailure(['serve'], { env }, { code: 1, sentence }))

  test('a malformed bootstrap document, by the path of the offending value', async () => {
    const cwd = temporaryFolder()
    const members = [{ email: 'a@b.c' }, { email: 'd@e.f', level: 'boss' }]
    writeFileSync(join(cwd, 'acme.json'), JSON.stringify({ organizations: [{ name: 'Acme', members }] }))
    await expectFailure(
      ['serve', '--bootstrap', 'acme.json'],
      { cwd },
      {
        code: 1,
        sentence:
          /^The bootstrap document acme\.json cannot be applied: organizations\[0\]\.members\[1\]\.level must be "member", "admin" or "owner"\.\n$/,
      },
    )
  })
})

describe('SERVE-3 what keeps a server from starting is said in one sentence', () => {
  test('a taken port', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      holder.close()
    })
    const { port } = holder.address() as AddressInfo // of a server that listens on a port
    await expectFailure(
      ['serve', '--port', String(port)],
      {},
      {
        code: 1,
        sentence: new RegExp(
          `^Port ${port} on 127\\.0\\.0\\.1 is in use: stop the program that uses it, or choose another`,
        ),
      },
    )
  })

  test('SERVE-11 after a port was taken, the next start still prints the first key', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo // of a server that listens on a port
    const cwd = temporaryFolder()
    expect(await runCommand(['serve', '--port', String(port)], { cwd })).toMatchObject({ code: 1 })
    expect(readdirSync(cwd), 'made before it was known whether there is a port').toEqual([])
    holder.close()
    expect((await startServerProcess({ cwd })).personalApiKey).toMatch(/^phx_/)
  })

  test('SERVE-11 a folder without posthog-js leaves no database behind', async () => {
    const cwd = temporaryFolder()
    await expectFailure(
      ['serve', '--port', '0'],
      { cwd, env: { FLAGDECK_POSTHOG_JS: 'nowhere' } },
      {
        code: 1,
        sentence:
          /^There is no posthog-js package in nowhere: set FLAGDECK_POSTHOG_JS to the folder of an installed one\.\n$/,
      },
    )
    expect(readdirSync(cwd)).toEqual([])
  })

  test('a file that is no database', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'flags.db'), 'This is a text, and no database at all. '.repeat(100))
    await expectFailure(
      ['serve', '--port', '0', '--database-url', 'sqlite:flags.db'],
      { cwd },
      {
        code: 1,
        sentence: /^flags\.db is not a SQLite database: choose another file, or move this one away\.\n$/,
      },
    )
  })

  test('a directory where the file should be', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'flags.db'))
    await expectFailure(
      ['serve', '--port', '0', '--database-url', 'sqlite:flags.db'],
      { cwd },
      {
        code: 1,
        sentence: /^The database flags\.db cannot be opened: .*\.\n$/,
      },
    )
  })

  test('a file that this user may not read', async ({ skip }) => {
    const isRoot = process.getuid?.() === 0
    skip(isRoot && !isOpenToAll(import.meta.dirname), 'root may read everything, and nobody else this checkout')
    const cwd = temporaryFolder()
    const path = join(cwd, 'flags.db')
    writeFileSync(path, '')
    chmodSync(path, 0)
    chmodSync(cwd, 0o777)
    const uid = isRoot ? { uid: NOBODY } : {}
    const args = ['serve', '--port', '0', '--database-url', 'sqlite:flags.db']
    await expectFailure(
      args,
      { cwd, ...uid },
      { code: 1, sentence: /^The database flags\.db cannot be opened: .*\.\n$/ },
    )
  })

  test('a database of a newer release', async () => {
    const cwd = temporaryFolder()
    const path = join(cwd, 'flags.db')
    const store = sqliteStore(path)
    await store.migrate()
    await store.close()
    const database = new DatabaseSync(path)
    database.exec("insert into flagdeck_migrations (name, applied_at) values ('9999-later', '2030-01-01')")
    database.close()
    const sentence = /^The database was migrated by a newer release of Flagdeck \(it has "9999-later"\): .*\.\n$/
    await expectFailure(['serve', '--port', '0', '--database-url', `sqlite:${path}`], { cwd }, { code: 1, sentence })
    await expectFailure(['migrate', '--database-url', `sqlite:${path}`], { cwd }, { code: 1, sentence })
  })

  test('SERVE-11 a database that fails after the server has begun to listen', async () => {
    const cwd = temporaryFolder()
    const path = join(cwd, 'flags.db')
    const first = await startServerProcess({ cwd, env: { DATABASE_URL: `sqlite:${path}` } })
    first.process.kill('SIGTERM')
    await first.finished
    const database = new DatabaseSync(path)
    database.exec('alter table projects rename to lost')
    database.close()
    const sentence = /^The database has no tables yet: .*\.\n$/
    await expectFailure(['serve', '--port', '0', '--database-url', `sqlite:${path}`], { cwd }, { code: 1, sentence })
  })

  test('a PostgreSQL that does not answer, without the password', async () => {
    const env = { DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/flags' }
    await expectFailure(
      ['serve', '--port', '0'],
      { env },
      {
        code: 1,
        sentence:
          /^The database postgres 127\.0\.0\.1:1\/flags cannot be used: PostgreSQL cannot be reached: (?!.*hunter2).*; check DATABASE_URL and the database server\.\n$/,
      },
    )
  })

  test('a host that is no address of this machine', async () => {
    await expectFailure(
      ['serve', '--port', '0', '--host', '192.0.2.1'],
      {},
      {
        code: 1,
        sentence: /^192\.0\.2\.1 is not an address of this machine: choose another with --host or HOST\.\n$/,
      },
    )
  })
})
