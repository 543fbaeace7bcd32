import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ONLY_READ = [['export'], ['doctor'], ['flag', 'status'], ['key', 'list', '--email', 'ada@acme.test']]

describe('the address of a SQLite database', () => {
  test('SERVE-55 sqlite:~/ leads to the home directory', async () => {
    const [cwd, home] = [temporaryFolder(), temporaryFolder()]
    const env = { HOME: home, USERPROFILE: home, DATABASE_URL: 'sqlite:~/data/flags.db' }
    expect(await runCommand(['migrate'], { cwd, env })).toMatchObject({ code: 0 })
    expect(existsSync(join(home, 'data/flags.db'))).toBe(true)
    expect(readdirSync(cwd)).toEqual([])
  })

  test('SERVE-55 mode=ro is refused with a sentence, also for an end of a copy', async () => {
    const cwd = temporaryFolder()
    const refused = await runCommand(['serve'], { cwd, env: { DATABASE_URL: 'sqlite:flags.db?mode=ro' } })
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      /^DATABASE_URL in the environment is "sqlite:…", but mode=ro is not supported: use mode=rw.*\n$/,
    )
    const copied = await runCommand(['copy', '--from', 'sqlite:a.db?mode=ro', '--to', 'sqlite:b.db'], { cwd })
    expect(copied).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--from cannot be used: mode=ro is not supported/),
    })
    expect(readdirSync(cwd)).toEqual([])
  })

  test('SERVE-55 mode=rw creates no database, and serves one that exists', async () => {
    const cwd = temporaryFolder()
    const env = { DATABASE_URL: 'sqlite:data/flags.db?mode=rw', PORT: '0' }
    for (const command of [['serve'], ['migrate'], ['doctor']]) {
      const { code, stdout, stderr } = await runCommand(command, { cwd, env })
      expect(code, command.join(' ')).toBe(1)
      expect(stdout + stderr, command.join(' ')).toMatch(
        /data\/flags\.db (cannot be opened: there is no such file|does not exist)/,
      )
    }
    expect(readdirSync(cwd)).toEqual([])
    await runCommand(['migrate'], { cwd, env: { DATABASE_URL: 'sqlite:data/flags.db' } })
    expect(readdirSync(join(cwd, 'data'))).toContain('flags.db')
    await startServerProcess({ cwd, env })
  })

  test('SERVE-56 a command that creates a database says so in one line, once', async () => {
    const cwd = temporaryFolder()
    const env = { DATABASE_URL: 'sqlite:data/flags.db' }
    const first = await runCommand(['migrate', '--json'], { cwd, env })
    expect(first).toMatchObject({ code: 0, stderr: 'Created the database data/flags.db.\n' })
    expect(await runCommand(['migrate'], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('SERVE-56 so does a server, in its log', async () => {
    const cwd = temporaryFolder()
    const server = await startServerProcess({ cwd, env: { DATABASE_URL: 'sqlite:mistyped.db' } })
    const lines = server
      .stderr()
      .split('\n')
      .filter((line) => line.includes('created the database'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', path: 'mistyped.db' }])
  })

  test.each(ONLY_READ)('SERVE-12 %s %s creates none', async (...command) => {
    const cwd = temporaryFolder()
    const { stdout, stderr } = await runCommand(command, {
      cwd,
      env: { DATABASE_URL: 'sqlite:mistyped.db', PORT: '0' },
    })
    expect(stdout + stderr).toMatch(/There is no database at mistyped\.db|mistyped\.db does not exist yet/)
    expect(readdirSync(cwd)).toEqual([])
  })
})
