import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ACME = {
  organizations: [
    {
      name: 'Acme',
      members: [{ email: 'ada@acme.test', level: 'owner', api_keys: [{ value: 'phx_ada', scopes: ['*'] }] }],
      projects: [{ name: 'Web', flags: [{ key: 'beta', filters: { groups: [{ rollout_percentage: 100 }] } }] }],
    },
  ],
}

const LOOKING = [
  ['export'],
  ['key', 'list', '--email', 'ada@acme.test'],
  ['flag', 'explain', 'beta', '--distinct-id', 'ada'],
  ['flag', 'status'],
  ['flag', 'disable', 'beta', '--dry-run'],
  ['flag', 'delete', 'beta', '--dry-run'],
  ['import', 'project.json', '--dry-run'],
] as const

/** Creates a folder with `saved.db`, which is one file like a backup, and runs the SQL `change` on it. */
async function folderWithBackup(change = ''): Promise<string> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'acme.json'), JSON.stringify(ACME))
  writeFileSync(join(cwd, 'project.json'), JSON.stringify({ flagdeck_export: 1, flags: [{ key: 'new' }] }))
  expect((await runCommand(['bootstrap', 'acme.json'], { cwd })).code).toBe(0)
  expect((await runCommand(['backup', 'saved.db'], { cwd })).code).toBe(0)
  const database = new DatabaseSync(join(cwd, 'saved.db'))
  database.exec(change)
  database.close()
  return cwd
}

/** Runs a command on `saved.db`, and expects that the file does not change. */
async function runOnBackup(cwd: string, args: readonly string[]) {
  const before = readFileSync(join(cwd, 'saved.db'))
  const finished = await runCommand(args, { cwd, env: { DATABASE_URL: 'sqlite:saved.db', PORT: '0' } })
  expect(readFileSync(join(cwd, 'saved.db')).equals(before)).toBe(true)
  return finished
}

describe('SERVE-14 a command that only looks', () => {
  test('leaves the database as it is, to the byte', async () => {
    const cwd = await folderWithBackup()
    for (const args of LOOKING) {
      const { code, stdout, stderr } = await runOnBackup(cwd, args)
      expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' })
      expect(stdout.length, args.join(' ')).toBeGreaterThan(0)
    }
  })

  test('refuses a database of an older release, with one sentence', async () => {
    const cwd = await folderWithBackup(
      'delete from flagdeck_migrations where name = (select max(name) from flagdeck_migrations)',
    )
    for (const args of LOOKING) {
      const { code, stdout, stderr } = await runOnBackup(cwd, args)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(
        /^The database schema is older than this release \(pending migrations: \d{4}-[\w-]+\): .*"flagdeck migrate".*\.\n$/,
      )
    }
  })
})

describe('SERVE-13 flagdeck doctor', () => {
  test('leaves the database as it is, to the byte', async () => {
    const { code, stdout } = await runOnBackup(await folderWithBackup(), ['doctor'])
    expect(code, stdout).toBe(0)
    expect(stdout).toMatch(/^ok {2}writing +the database accepts writes/m)
  })

  test('makes no database of an empty file', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'saved.db'), '')
    const { stdout } = await runOnBackup(cwd, ['doctor'])
    expect(stdout).toMatch(/^ok {2}migrations {2}the next start applies 0001-initial/m)
  })
})

test('COPY-4 copying leaves its source as it is, to the byte', async () => {
  const cwd = await folderWithBackup()
  const { code } = await runOnBackup(cwd, ['copy', '--from', 'sqlite:saved.db', '--to', 'sqlite:to.db'])
  expect(code).toBe(0)
})
