import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
  const keys = (body.results as readonly { readonly key: string }[]).map(({ key }) => key) // what the API lists
  expect(keys).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('BACKUP-3 an earlier backup is replaced only when that is asked for', async () => {
  const cwd = temporaryFolder()
  await runCommand(['migrate'], { cwd })
  writeFileSync(join(cwd, 'saved.db'), 'earlier')
  const refused = await runCommand(['backup', 'saved.db'], { cwd })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('There is a file saved.db already')
  expect(readFileSync(join(cwd, 'saved.db'), 'utf8')).toBe('earlier')
  const { code, stdout } = await runCommand(['backup', 'saved.db', '--overwrite'], { cwd })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^saved\.db is a sound copy of \.\/data\/flagdeck\.db \([\d,]+ bytes\)/)
})

test.each([
  ['postgres://flagdeck:secret@localhost/flagdeck', 2, 'pg_dump --format=custom'],
  ['sqlite::memory:', 2, 'nothing to back up'],
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

test('BACKUP-4 of the database over itself ends with 2', async () => {
  const cwd = temporaryFolder()
  await runCommand(['migrate'], { cwd })
  const { code, stderr } = await runCommand(['backup', 'data/flagdeck.db', '--overwrite'], { cwd })
  expect({ code, stderr }).toEqual({ code: 2, stderr: 'data/flagdeck.db is the database itself: name another file.\n' })
})
