import { existsSync, linkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '@flagdeck/core'
import { newPersonRow, seedFlag } from '@flagdeck/core/fixtures'
import { postgresStore } from '@flagdeck/store-postgres'
import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { dumpOf, type FullTenant, seedFullTenant } from '@flagdeck/store-suite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type RunningCommand, runCommand, startCommand } from './support/flagdeck-command.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** A number that is large enough to interrupt the copy in the middle. */
const PERSONS = 40_000

interface Source {
  readonly cwd: string
  readonly store: Store
  readonly tenant: FullTenant
}

function opened(store: Store): Store {
  onTestFinished(() => store.close())
  return store
}

/** Returns a database `from.db` with one record of each kind, and with `persons` users. */
async function seededSource(persons = 0): Promise<Source> {
  const cwd = temporaryFolder()
  const store = opened(sqliteStore(join(cwd, 'from.db'), { synchronous: 'normal' }))
  await store.migrate()
  const tenant = await seedFullTenant(store)
  await store.write(async (tx) => {
    for (let n = 0; n < persons; n++) {
      await tx.persons.save(newPersonRow({ projectId: tenant.project.id, distinctId: `many-${n}` }))
    }
  })
  return { cwd, store, tenant }
}

async function testDatabase(serverUrl: string): Promise<string> {
  const database = await createTestDatabase(serverUrl)
  onTestFinished(() => database.dispose())
  return database.url
}

async function personsIn(store: Store, { project }: FullTenant): Promise<number> {
  const first = { limit: 1, offset: 0 }
  return store.read(async (tx) => (await tx.persons.list(project.id, '', first)).count).catch(() => 0)
}

/** Ends a copy with a signal when some but not all of the persons are copied. */
async function endHalfWay(running: RunningCommand, signal: 'SIGINT' | 'SIGKILL', target: Store, tenant: FullTenant) {
  await expect.poll(() => personsIn(target, tenant), { timeout: 30_000, interval: 20 }).toBeGreaterThan(10)
  running.process.kill(signal)
  const finished = await running.finished
  expect(await personsIn(target, tenant)).toBeLessThan(PERSONS)
  return finished
}

describeOnNewestPostgres('flagdeck copy', ({ url }) => {
  test('COPY-5 COPY-3 goes on after kill -9, and what is written then has fresh ids', async () => {
    const { cwd, store, tenant } = await seededSource(PERSONS)
    const target = await testDatabase(url)
    const copied = opened(postgresStore(target))
    const args = ['copy', '--from', 'sqlite:from.db', '--to', target, '--json']

    expect((await endHalfWay(startCommand(args, { cwd }), 'SIGKILL', copied, tenant)).code).toBeNull()
    const served = await runCommand(['serve', '--port', '0'], { cwd, env: { DATABASE_URL: target } })
    expect(served.code).toBe(1)
    expect(served.stderr).toContain('The database is being filled by "flagdeck copy"')

    const before = await personsIn(copied, tenant)
    const again = await runCommand(args, { cwd })
    expect(again.code, again.stderr).toBe(0)
    const { continued, tables } = JSON.parse(again.stdout)
    const persons = tables.find((table: { name: string }) => table.name === 'persons')
    expect({ continued, ...persons }).toMatchObject({ continued: true, rows: PERSONS + 1, updated: 0, removed: 0 })
    expect(persons.inserted).toBeLessThanOrEqual(PERSONS + 1 - before)

    const read = (from: Store) => from.read((tx) => dumpOf(tx, tenant))
    expect(await read(copied)).toEqual(await read(store))
    expect((await seedFlag(copied, { projectId: tenant.project.id })).id).toBe(
      (await seedFlag(store, { projectId: tenant.project.id })).id,
    )
  })

  test('SIGINT ends it with 1 and says how to go on', async () => {
    const { cwd, tenant } = await seededSource(PERSONS)
    const target = await testDatabase(url)
    const running = startCommand(['copy', '--from', 'sqlite:from.db', '--to', target], { cwd })
    const { code, stdout, stderr } = await endHalfWay(running, 'SIGINT', opened(postgresStore(target)), tenant)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const lines = stderr.trimEnd().split('\n')
    expect(lines.pop()).toBe('Interrupted: to continue, run the same command again.')
    expect(lines.map((line) => JSON.parse(line))).toContainEqual({
      step: expect.stringMatching(/^copying \w+$/),
      done: expect.any(Number),
      total: expect.any(Number),
      unit: 'rows',
    })
  })

  test('shows no password when the other end cannot be used', async () => {
    const { cwd } = await seededSource()
    const missing = new URL(url)
    missing.pathname = '/there_is_none'
    const { code, stderr } = await runCommand(['copy', '--from', 'sqlite:from.db', '--to', missing.href], { cwd })
    expect(code).toBe(1)
    expect(stderr).toContain(`The --to database postgres ${missing.host}/there_is_none cannot be used`)
    expect(stderr).not.toContain(missing.password)
  })
})

describe('flagdeck copy', () => {
  test('says what is in the copy, table by table', async () => {
    const { cwd } = await seededSource()
    const { code, stdout } = await runCommand(['copy', '--from', 'sqlite:from.db', '--to', 'sqlite:new/to.db'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^TABLE +ROWS +INSERTED +UPDATED +REMOVED\norganizations +1 +1 +0 +0\n/)
    expect(stdout).toMatch(/^Copied \d+ rows to sqlite new\/to\.db and verified them\./m)
  })

  test('COPY-8 fails with one sentence when the target has data of its own', async () => {
    const { cwd } = await seededSource()
    expect((await runCommand(['copy', '--from', 'sqlite:from.db', '--to', 'sqlite:to.db'], { cwd })).code).toBe(0)
    await seedFullTenant(opened(sqliteStore(join(cwd, 'to.db'))))
    const { code, stderr } = await runCommand(['copy', '--from', 'sqlite:from.db', '--to', 'sqlite:to.db'], { cwd })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The target was changed since it was copied, .*\.\n$/m)
  })

  test.each(['./from.db', 'soft.db', 'hard.db'])('COPY-8 takes %s for the source that it is', async (to) => {
    const { cwd } = await seededSource()
    symlinkSync('from.db', join(cwd, 'soft.db'))
    linkSync(join(cwd, 'from.db'), join(cwd, 'hard.db'))
    const { code, stderr } = await runCommand(['copy', '--from', 'sqlite:from.db', '--to', `sqlite:${to}`], { cwd })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '--from and --to are the same database: choose another target.\n',
    })
  })

  test('FILE-6 makes no target under the name of what belongs to the source', async () => {
    const { cwd } = await seededSource()
    const args = ['copy', '--from', 'sqlite:from.db', '--to', 'sqlite:from.db-journal']
    const { code, stderr } = await runCommand(args, { cwd })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('what belongs to another database') })
    expect(existsSync(join(cwd, 'from.db-journal'))).toBe(false)
  })

  test.each([
    [['--from', 'sqlite:from.db'], 2, "Required option '--to <url>' is missing. See flagdeck copy --help.\n"],
    [['--from', 'mysql://x', '--to', 'sqlite:to.db'], 2, '--from must be sqlite:PATH, '],
    [['--from', 'sqlite:from.db', '--to', 'sqlite::memory:'], 2, '--to is an in-memory database, '],
    [['--from', 'sqlite:from.db', '--to', 'sqlite:from.db'], 2, '--from and --to are the same database: '],
    [
      ['--from', 'sqlite:from.db', '--to', 'sqlite:to.db'],
      1,
      'There is no database at from.db: check the path in --from.\n',
    ],
  ])('%j ends with %i', async (args, exitCode, sentence) => {
    const cwd = temporaryFolder()
    const { code, stderr } = await runCommand(['copy', ...args], { cwd })
    expect(code).toBe(exitCode)
    expect(stderr).toContain(sentence)
    expect(existsSync(join(cwd, 'from.db'))).toBe(false)
  })
})
