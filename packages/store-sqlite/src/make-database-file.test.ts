import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { insertFlag, seedTenant } from '@flagdeck/core/fixtures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { makeDatabaseFile } from './make-database-file.ts'
import { sqliteStore } from './sqlite-store.ts'

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

/** Opens a store at a path and makes both types of writes, without a umask. */
async function writeTo(path: string): Promise<void> {
  const umask = process.umask(0)
  onTestFinished(() => {
    process.umask(umask)
  })
  const store = sqliteStore(path)
  onTestFinished(() => store.close())
  await store.migrate()
  const { project } = await seedTenant(store)
  await store.write((tx) => insertFlag(tx, { projectId: project.id }), { large: true })
}

describe('FILE-5 a database', () => {
  it('is made for its owner alone, with its folders and what lies beside it, whatever the umask lets pass', async () => {
    const folder = join(dirname(temporaryFile()), 'data')
    await writeTo(join(folder, 'deep', 'flags.db'))
    const files = readdirSync(join(folder, 'deep'))
    expect(files).toEqual(expect.arrayContaining(['flags.db', 'flags.db-shm', 'flags.db-wal']))
    expect(files.map((name) => modeOf(join(folder, 'deep', name)))).toEqual(files.map(() => '600'))
    expect([modeOf(folder), modeOf(join(folder, 'deep'))]).toEqual(['700', '700'])
  })

  it('is its owner’s alone behind a link that leads to nothing yet', async () => {
    const path = temporaryFile()
    symlinkSync('flags.db', `${path}.link`)
    await writeTo(`${path}.link`)
    expect(modeOf(path)).toBe('600')
  })

  it('keeps its mode when it is there, and so does its folder', async () => {
    const path = temporaryFile()
    writeFileSync(path, '')
    chmodSync(path, 0o660)
    chmodSync(dirname(path), 0o770)
    await writeTo(path)
    expect([modeOf(path), modeOf(`${path}-wal`), modeOf(dirname(path))]).toEqual(['660', '660', '770'])
  })
})

describe('FILE-6 no database is made', () => {
  it.each(['-wal', '-shm', '-journal'])('under the name with "%s" of another', async (suffix) => {
    const path = temporaryFile()
    writeFileSync(path, '')
    const store = sqliteStore(path + suffix)
    onTestFinished(() => store.close())
    await expect(store.migrate()).rejects.toThrow('belongs to another database')
    expect(existsSync(path + suffix)).toBe(false)
  })
})

it.runIf(process.platform === 'linux')('FILE-5 a folder that nobody can make is told, and waited for by nobody', () => {
  expect(() => makeDatabaseFile('/proc/none/flags.db')).toThrow('cannot be made')
})
