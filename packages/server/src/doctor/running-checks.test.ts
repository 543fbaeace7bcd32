import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedTenant } from '@flagdeck/core/fixtures'
import { timestampOf } from '@flagdeck/core/store'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from '../open-database.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { Environment } from '../settings/setting-candidates.ts'
import { SETTING_KEYS } from '../settings/settings.ts'
import { databaseChecks } from './database-checks.ts'
import { runningChecks } from './running-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagdeck-secret-folder-'))
afterAll(() => rmSync(folder, { recursive: true }))

function look(env: Environment) {
  return runningChecks(readSettings({ flags: {}, env }, SETTING_KEYS).settings)
}

const FAILED = 'Failed: run `flagdeck doctor` on the server to see why.'

describe('SERVE-50 the checks of a running server', () => {
  test('contain no addresses and paths', async () => {
    const path = join(folder, 'flags.db')
    const bootstrap = join(folder, 'bootstrap.json')
    writeFileSync(bootstrap, '{"organizations":[]}')
    const store = await openStore({ kind: 'sqlite', path })
    await store.migrate()
    await store.close()
    const checks = await look({ DATABASE_URL: `sqlite:${path}`, FLAGDECK_BOOTSTRAP: bootstrap })
    expect(checks).toContainEqual({ name: 'database', ok: true, detail: 'connected to the SQLite file' })
    expect(checks).toContainEqual({ name: 'bootstrap', ok: true, detail: 'the bootstrap document is valid' })
    expect(checks.every(({ ok }) => ok)).toBe(true)
    expect(JSON.stringify(checks)).not.toContain('secret')
  })

  test('contain no addresses and paths of failed checks', async () => {
    const checks = await look({
      DATABASE_URL: 'postgres://secret-user:secret-word@127.0.0.1:1/secret-name',
      REDIS_URL: 'redis://:secret-word@127.0.0.1:1/7',
      FLAGDECK_BOOTSTRAP: join(folder, 'missing.json'),
    })
    for (const name of ['database', 'redis', 'bootstrap']) {
      expect(checks).toContainEqual({ name, ok: false, detail: FAILED })
    }
    expect(JSON.stringify(checks)).not.toMatch(/secret|127\.0\.0\.1/)
  })

  test('fail when the database file was deleted', async () => {
    const checks = await look({ DATABASE_URL: `sqlite:${join(folder, 'gone.db')}` })
    expect(checks).toContainEqual({ name: 'database', ok: false, detail: FAILED })
  })

  test('PERSON-22 fail when a project is about to reach its limit, and do not name it', async () => {
    const path = join(folder, 'full.db')
    const store = await openStore({ kind: 'sqlite', path })
    await store.migrate()
    const { project } = await seedTenant(store)
    const add = (bytes: number) => store.write((tx) => tx.projectSizes.add(project.id, bytes, timestampOf(0)))
    const personsCheck = async () =>
      (await look({ DATABASE_URL: `sqlite:${path}`, FLAGDECK_MAX_PROJECT_PERSONS_BYTES: '2000000' })).find(
        ({ name }) => name === 'persons',
      )
    await add(1_700_000)
    const detail = 'the largest project uses 85% of its limit for users and groups'
    expect(await personsCheck()).toEqual({ name: 'persons', ok: true, detail })
    await add(100_000)
    expect(await personsCheck()).toEqual({ name: 'persons', ok: false, detail: FAILED })
    const named = await databaseChecks({
      databaseUrl: { kind: 'sqlite', path },
      encryptionKey: null,
      maxProjectPersonsBytes: 2_000_000,
    })
    expect(named.at(-1)?.detail).toMatch(
      /^Projects that use 90% or more of .*\(FLAGDECK_MAX_PROJECT_PERSONS_BYTES\): \d+\./,
    )
    await store.close()
  })
})
