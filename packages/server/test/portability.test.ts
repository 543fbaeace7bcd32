import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFlagdeck, type Store } from '@flagdeck/core'
import { furnishProject } from '@flagdeck/core/fixtures'
import { postgresStore } from '@flagdeck/store-postgres'
import { createMigratedDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answerOnTerminal } from './support/answer-on-terminal.ts'
import { CLI, runCommand } from './support/flagdeck-command.ts'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const KEY = Buffer.alloc(32, 7)
const ENCRYPTED = { FLAGDECK_ENCRYPTION_KEY: KEY.toString('base64') }

/** Fills the first project of a database with records of every kind. */
async function furnish(store: Store): Promise<void> {
  const deck = await createFlagdeck({ store, encryptionKey: KEY })
  try {
    await furnishProject((await deck.project()).context)
  } finally {
    await deck.close()
  }
}

/** Creates a folder with such a database in `./data/flagdeck.db`. */
async function furnishedFolder(): Promise<string> {
  const cwd = temporaryFolder()
  await furnish(sqliteStore(join(cwd, 'data/flagdeck.db'), { synchronous: 'normal' }))
  return cwd
}

function readFile(cwd: string, name: string): string {
  return readFileSync(join(cwd, name), 'utf8')
}

async function testDatabase(serverUrl: string): Promise<string> {
  const database = await createMigratedDatabase(serverUrl)
  onTestFinished(() => database.dispose())
  return database.url
}

describeOnNewestPostgres('flagdeck export and import', ({ url }) => {
  test('PORT-2 PORT-4 carry a project between databases of any kind, to the byte', async () => {
    const cwd = await furnishedFolder()
    const env = { ...ENCRYPTED, DATABASE_URL: await testDatabase(url) }
    expect(await runCommand(['export', 'a.json', '--with-secrets'], { cwd, env: ENCRYPTED })).toMatchObject({ code: 0 })
    const imported = await runCommand(['import', 'a.json', '--yes'], { cwd, env })
    expect(imported.code, imported.stderr).toBe(0)
    expect(await runCommand(['export', 'b.json', '--with-secrets'], { cwd, env })).toMatchObject({ code: 0 })
    expect(readFile(cwd, 'b.json')).toBe(readFile(cwd, 'a.json'))
    const again = await runCommand(['import', 'a.json', '--yes', '--prune', '--json'], { cwd, env })
    expect(JSON.parse(again.stdout)).toMatchObject({ applied: true, changes: [], kept: [] })

    const back = { ...ENCRYPTED, DATABASE_URL: 'sqlite:back.db' }
    expect(await runCommand(['import', 'b.json', '--yes'], { cwd, env: back })).toMatchObject({ code: 0 })
    expect((await runCommand(['export', '--with-secrets'], { cwd, env: back })).stdout).toBe(readFile(cwd, 'a.json'))
  })

  test('PORT-2 write the same for the same project on SQLite and PostgreSQL', async () => {
    const cwd = await furnishedFolder()
    const databaseUrl = await testDatabase(url)
    await furnish(postgresStore(databaseUrl))
    const there = await runCommand(['export', '--database-url', databaseUrl], { cwd })
    expect(there.stdout).toBe((await runCommand(['export'], { cwd })).stdout)
  })
})

/** Runs the command with a file as its standard output, and closes the file afterwards. */
function runInto(output: number, args: readonly string[], cwd: string) {
  const finished = spawnSync(process.execPath, [CLI, ...args], {
    cwd,
    stdio: ['ignore', output, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(output)
  return finished
}

describe('flagdeck export', () => {
  test('PORT-8 shows no encrypted payload, and keeps a file that does to its owner', async () => {
    const cwd = await furnishedFolder()
    const { stdout } = await runCommand(['export'], { cwd })
    expect(stdout).not.toContain('hunter2')
    const { code, stderr } = await runCommand(['export', 'a.json', '--with-secrets'], { cwd })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('The payloads of the flag') })
    expect(existsSync(join(cwd, 'a.json'))).toBe(false)
    writeFileSync(join(cwd, 'a.json'), '{}', { mode: 0o644 })
    const clear = await runCommand(['export', 'a.json', '--with-secrets'], { cwd, env: ENCRYPTED })
    expect(clear.stdout).toBe('Exported 6 flags, 3 cohorts and 2 dashboards from Default project to a.json.\n')
    expect(readFile(cwd, 'a.json')).toContain('hunter2')
    expect(statSync(join(cwd, 'a.json')).mode & 0o077).toBe(0)
  })

  test.each(['', '-wal', '-shm', '-journal'])('FILE-1 writes over no database, nor over its "%s"', async (suffix) => {
    const cwd = await furnishedFolder()
    const server = await startServerProcess({ cwd })
    const path = join(cwd, `data/flagdeck.db${suffix}`)
    const contents = () => (existsSync(path) ? readFileSync(path) : undefined)
    const before = contents()
    const { code, stderr } = await runCommand(['export', path, '--with-secrets'], { cwd, env: ENCRYPTED })
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/: choose another file\.\n$/) })
    expect(contents()).toEqual(before)
    expect(await call(`${server.url}/_readyz`, '')).toMatchObject({ status: 200 })
  })

  test('FILE-1 adds nothing to a database that standard output was opened on', async () => {
    const cwd = await furnishedFolder()
    const database = join(cwd, 'data/flagdeck.db')
    const before = readFileSync(database)
    const { status, stderr } = runInto(openSync(database, 'a'), ['export'], cwd)
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: '/dev/stdout is the database itself: choose another file.\n',
    })
    expect(readFileSync(database)).toEqual(before)
  })

  test('FILE-3 prints to standard output by its names too', async () => {
    const cwd = await furnishedFolder()
    const { stdout } = await runCommand(['export'], { cwd })
    for (const name of ['/dev/stdout', '-']) {
      expect(await runCommand(['export', name], { cwd })).toMatchObject({ code: 0, stdout, stderr: '' })
    }
    expect(existsSync(join(cwd, '-'))).toBe(false)
  })

  test.each(['export', 'types', 'doctor', 'member list', 'activity export'])(
    'SERVE-3 %s fails when there is no room for what it answers',
    async (command) => {
      const cwd = await furnishedFolder()
      const { status, stderr } = runInto(openSync('/dev/full', 'w'), command.split(' '), cwd)
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: expect.stringMatching(/^Cannot write .*: ENOSPC.*\n$/),
      })
    },
  )

  test('finds a project by its name, its id, or with its organization', async () => {
    const cwd = temporaryFolder()
    const projects = [{ name: 'Web', flags: [{ key: 'web' }] }, { name: 'App' }]
    const organizations = [
      { name: 'Acme', projects },
      { name: 'Other', projects: [{ name: 'Web', flags: [{ key: 'other' }] }] },
    ]
    writeFileSync(join(cwd, 'all.json'), JSON.stringify({ organizations }))
    await runCommand(['bootstrap', 'all.json'], { cwd })
    const keysOf = async (project: string) => {
      const { stdout } = await runCommand(['export', '--project', project], { cwd })
      return JSON.parse(stdout).flags.map(({ key }: { key: string }) => key)
    }
    expect(await keysOf('Web')).toEqual(['web'])
    expect(await keysOf('2')).toEqual([])
    expect(await keysOf('Other/Web')).toEqual(['other'])
    const several = await runCommand(['export'], { cwd })
    expect(several).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('for example --project "Web" or --project "App"'),
    })
    const unknown = await runCommand(['export', '--project', 'Wed'], { cwd })
    expect(unknown).toMatchObject({ code: 1, stderr: 'There is no project "Wed"; did you mean Web?\n' })
  })
})

/** Expects that the next start is a first start, so the command created nothing. */
async function expectNoProject(cwd: string): Promise<void> {
  expect(await runCommand(['export'], { cwd })).toMatchObject({
    code: 1,
    stderr: 'There are no projects yet: create one with "flagdeck serve" or "flagdeck bootstrap FILE".\n',
  })
  expect((await startServerProcess({ cwd })).personalApiKey).toMatch(/^phx_/)
}

describe('flagdeck import', () => {
  const ONE = { flagdeck_export: 1, flags: [{ key: 'one', filters: { groups: [{ rollout_percentage: 10 }] } }] }

  function folderWith(document: unknown): string {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'project.json'), JSON.stringify(document))
    return cwd
  }

  test('PORT-5 shows what it would do, and does it when told to', async () => {
    const cwd = folderWith(ONE)
    const first = await runCommand(['import', 'project.json', '--yes', '--json'], { cwd })
    expect(JSON.parse(first.stdout)).toMatchObject({
      applied: true,
      changes: [{ action: 'create', kind: 'flag', name: 'one' }],
      personal_api_key: expect.stringMatching(/^phx_/),
    })
    const changed = { ...ONE, flags: [{ key: 'one', name: 'First' }, { key: 'two' }] }
    writeFileSync(join(cwd, 'project.json'), JSON.stringify(changed))
    const planned = await runCommand(['import', 'project.json', '--dry-run'], { cwd })
    expect(planned.code).toBe(0)
    expect(planned.stdout.split('\n')).toEqual([
      'Importing project.json into Default project (1):',
      '',
      '~ flag one',
      '    name: "" -> "First"',
      '+ flag two',
      '',
      '1 to create, 1 to change, 0 to delete, 0 unchanged.',
      '',
    ])
    expect(JSON.parse((await runCommand(['export'], { cwd })).stdout).flags).toHaveLength(1)
    const done = await runCommand(['import', 'project.json', '--yes'], { cwd })
    expect(done.stdout).toContain('Done. Running servers apply this within five seconds.')
    expect(JSON.parse((await runCommand(['export'], { cwd })).stdout).flags).toHaveLength(2)
  })

  test('PORT-13 tries an import out before there is a database', async () => {
    const cwd = folderWith(ONE)
    const planned = await runCommand(['import', 'project.json', '--dry-run'], { cwd })
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringMatching(/ into a new project:\n\n\+ flag one\n/) })
    writeFileSync(join(cwd, 'project.json'), JSON.stringify({ ...ONE, flags: [{ key: 'one', nmae: 'First' }] }))
    const refused = await runCommand(['import', 'project.json', '--dry-run'], { cwd })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('flags[0].nmae: is unknown') })
    expect(existsSync(join(cwd, 'data'))).toBe(false)
    expect((await runCommand(['migrate'], { cwd })).code).toBe(0)
    writeFileSync(join(cwd, 'project.json'), JSON.stringify(ONE))
    expect((await runCommand(['import', 'project.json', '--dry-run'], { cwd })).stdout).toBe(planned.stdout)
  })

  test('reaches a server that is running', async () => {
    const cwd = folderWith(ONE)
    const { url, projectToken } = await startServerProcess({ cwd })
    expect((await runCommand(['import', 'project.json', '--yes'], { cwd })).code).toBe(0)
    const flags = async () =>
      (await call(`${url}/flags/?v=2`, undefined, 'POST', { token: projectToken ?? '', distinct_id: 'x' })).body.flags
    await expect.poll(flags, { timeout: 10_000 }).toHaveProperty('one')
  })

  test('PORT-7 ends with 1 and names everything that is wrong', async () => {
    const cwd = folderWith({ ...ONE, flags: [{ key: 'a b' }, { key: 'c', tags: 1 }] })
    const { code, stderr } = await runCommand(['import', 'project.json', '--yes'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^Created the database .*\nCannot import project\.json; nothing was changed:\n {2}flags\[0\]\.key: /,
    )
    expect(stderr).toMatch(/^ {2}flags\[1\]\.tags: /m)
    const json = await runCommand(['import', 'project.json', '--yes', '--json'], { cwd })
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({ applied: false, problems: [{ path: 'flags[0].key' }, {}] })
  })

  test('PORT-13 makes nothing in an empty database when the document is refused', async () => {
    const cwd = folderWith({ ...ONE, flags: [{ key: 'a b' }] })
    const { code, stderr } = await runCommand(['import', 'project.json', '--yes'], { cwd })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('nothing was changed') })
    await expectNoProject(cwd)
  })

  test('PORT-13 makes nothing in an empty database when somebody says no', async ({ skip }) => {
    if (spawnSync('script', ['--version']).status !== 0) return skip('the program "script" is not there')
    const cwd = folderWith(ONE)
    expect(await answerOnTerminal(['import', 'project.json'], 'n', { cwd })).toContain('Nothing was changed.')
    await expectNoProject(cwd)
  })

  test('PORT-13 shows the key that it made when the import fails then', async () => {
    const cwd = folderWith(ONE)
    await runCommand(['migrate'], { cwd })
    const database = new DatabaseSync(join(cwd, 'data/flagdeck.db'))
    database.exec("create trigger refuse before insert on flags begin select raise(abort, 'no flags today'); end")
    database.close()
    const { code, stdout, stderr } = await runCommand(['import', 'project.json', '--yes'], { cwd })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('no flags today')
    expect(stderr).not.toContain('nothing was changed')
    const [key] = stderr.match(/phx_\w{43}/) ?? []
    const server = await startServerProcess({ cwd })
    expect((await call(`${server.url}/api/projects/`, key)).body).toMatchObject({ count: 1 })
  })

  test.each([
    [['project.json'], 2, 'Not a terminal: add --yes to confirm'],
    [['none.json'], 1, 'The project file none.json cannot be read: the file does not exist.'],
    [['none.json', '--yes'], 1, 'The project file none.json cannot be read: the file does not exist.'],
    [[], 2, "Missing required argument 'file'"],
  ])('%j ends with %i', async (args, exitCode, sentence) => {
    const cwd = folderWith(ONE)
    const { code, stderr } = await runCommand(['import', ...args], { cwd })
    expect(code).toBe(exitCode)
    expect(stderr).toContain(sentence)
    expect(existsSync(join(cwd, 'data'))).toBe(false)
  })
})
