import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './support/flagdeck-command.ts'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const FLAGS = '/api/projects/1/feature_flags/'

test('BACKUP-1 a server on the backup has what was acknowledged before, while the other goes on', async () => {
  const cwd = temporaryFolder()
  const server = await startServerProcess({ cwd })
  const create = (key: string) =>
    call(server.url + FLAGS, server.personalApiKey, 'POST', { key, filters: { groups: [{}] } })
  for (const key of ['a', 'b', 'c']) await create(key)
  const writing = (async () => {
    for (let n = 0; n < 20; n++) expect((await create(`later-${n}`)).status).toBe(201)
  })()
  const { code, stdout } = await runCommand(['backup', 'saved.db', '--json'], { cwd })
  await writing
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    database: './data/flagdeck.db',
    file: 'saved.db',
    bytes: readFileSync(join(cwd, 'saved.db')).length,
    verified: true,
  })

  const restored = await startServerProcess({ cwd, env: { DATABASE_URL: 'sqlite:saved.db' } })
  const { body } = await call(`${restored.url}${FLAGS}?limit=1000`, server.personalApiKey)
  const keys = (body.results as readonly { readonly key: string }[]).map(({ key }) => key) // the list of the API
  expect(keys).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('BACKUP-3 an earlier backup is replaced only when that is asked for', async () => {
  const cwd = temporaryFolder()
  await runCommand(['migrate'], { cwd })
  writeFileSync(join(cwd, 'saved.db'), 'earlier')
  const refused = await runCommand(['backup', 'saved.db'], { cwd })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('The file saved.db already exists')
  expect(readFileSync(join(cwd, 'saved.db'), 'utf8')).toBe('earlier')
  const { code, stdout } = await runCommand(['backup', 'saved.db', '--overwrite'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Backed up \.\/data\/flagdeck\.db to saved\.db \([\d,]+ bytes, verified\)\./)
  expect(statSync(join(cwd, 'saved.db')).mode & 0o777).toBe(0o600)
})

test.each([
  ['postgres://flagdeck:secret@localhost/flagdeck', 2, 'pg_dump --format=custom'],
  ['sqlite::memory:', 2, 'cannot be backed up'],
  ['sqlite:none.db', 1, 'There is no database at none.db'],
])('BACKUP-4 of %s ends with %i', async (url, exitCode, words) => {
  const cwd = temporaryFolder()
  const { code, stderr } = await runCommand(['backup', 'saved.db', '--database-url', url], { cwd })
  expect(code).toBe(exitCode)
  expect(stderr).toContain(words)
  expect(stderr).not.toContain('secret')
  expect(existsSync(join(cwd, 'saved.db'))).toBe(false)
  expect(existsSync(join(cwd, 'none.db'))).toBe(false)
})

test('FILE-1 a backup over the database itself, however it is spelled, ends with 2', async () => {
  const cwd = temporaryFolder()
  await runCommand(['migrate'], { cwd })
  symlinkSync('data/flagdeck.db', join(cwd, 'link.db'))
  for (const file of ['data/flagdeck.db', './data/../link.db', 'link.db', 'data/flagdeck.db/']) {
    const { code, stderr } = await runCommand(['backup', file, '--overwrite'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: `${file} is the database itself: choose another file.\n` })
  }
})

test('FILE-1 a backup takes the place of no earlier one, nor of a journal that is not there yet', async () => {
  const cwd = temporaryFolder()
  await runCommand(['migrate'], { cwd })
  await runCommand(['backup', 'saved.db'], { cwd })
  const earlier = readFileSync(join(cwd, 'saved.db'))
  for (const file of ['saved.db', 'saved.db-wal', 'data/flagdeck.db-journal']) {
    const { code, stderr } = await runCommand(['backup', file, '--overwrite'], { cwd })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(`^${file} .*: choose another file\\.\n$`),
    })
  }
  expect(readFileSync(join(cwd, 'saved.db'))).toEqual(earlier)
})

test.each(['sqlite:saved.db', 'postgres://db.internal/flagdeck'])('FILE-3 %s is no path for a backup', async (file) => {
  expect(await runCommand(['backup', file], { cwd: temporaryFolder() })).toMatchObject({
    code: 2,
    stderr: 'Name the backup file by its path, such as backup.db, not by a URL.\n',
  })
})

test('FILE-3 a backup is a file: a device stays what it is', async () => {
  const cwd = temporaryFolder()
  await runCommand(['migrate'], { cwd })
  for (const file of ['/dev/null', '/dev/stdout', cwd]) {
    const { code, stderr } = await runCommand(['backup', file, '--overwrite'], { cwd })
    expect({ code, stderr }).toEqual({ code: 2, stderr: `${file} is not a regular file: choose another path.\n` })
  }
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})
