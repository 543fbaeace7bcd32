import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StoreUnavailable } from '@flagdeck/core'
import { insertFlag, seedTenant } from '@flagdeck/core/fixtures'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { backupDatabase } from './backup-database.ts'
import { sqliteStore } from './sqlite-store.ts'

async function storeWith(flags: number) {
  const path = temporaryFile()
  const store = sqliteStore(path)
  onTestFinished(() => store.close())
  await store.migrate()
  const { project } = await seedTenant(store)
  const addFlags = (count: number) =>
    store.write(async (tx) => {
      for (let n = 0; n < count; n++) await insertFlag(tx, { projectId: project.id, name: 'x'.repeat(5000) })
    })
  const flagsIn = async (file: string): Promise<number> => {
    const opened = sqliteStore(file)
    onTestFinished(() => opened.close())
    return (await opened.read((tx) => tx.projects.liveTotals(project.id))).flags
  }
  await addFlags(flags)
  return { path, file: `${path}.backup`, addFlags, flagsIn }
}

describe('backing up', () => {
  it('BACKUP-1 BACKUP-2 copies the state it began with while others write', async () => {
    const { path, file, addFlags, flagsIn } = await storeWith(2000)
    const writes: Promise<void>[] = []
    const totals = new Set<number>()
    const onProgress = ({ total }: { total: number }) => {
      totals.add(total)
      writes.push(addFlags(1))
    }
    const { bytes } = await backupDatabase(path, file, { onProgress })
    await Promise.all(writes)
    expect(writes.length).toBeGreaterThan(3)
    expect(totals.size).toBe(1)
    expect(readFileSync(file)).toHaveLength(bytes)
    expect(await flagsIn(file)).toBe(2000)
    expect(await flagsIn(path)).toBe(2000 + writes.length)
  })

  it('BACKUP-2 is one file, also of a database whose last writes lie beside it', async () => {
    const { path, file, flagsIn } = await storeWith(10)
    expect(existsSync(`${path}-wal`)).toBe(true)
    await backupDatabase(path, file)
    const elsewhere = temporaryFile()
    copyFileSync(file, elsewhere)
    expect(await flagsIn(elsewhere)).toBe(10)
  })

  it('BACKUP-3 replaces an earlier backup only by a whole one', async () => {
    const { path, file } = await storeWith(2000)
    writeFileSync(file, 'the earlier one')
    const controller = new AbortController()
    const onProgress = () => controller.abort(new Error('stopped'))
    const before = readdirSync(dirname(file))
    const stopped = backupDatabase(path, file, { onProgress, signal: controller.signal, overwrite: true })
    await expect(stopped).rejects.toThrow('stopped')
    expect(readFileSync(file, 'utf8')).toBe('the earlier one')
    expect(readdirSync(dirname(file))).toEqual(before)
    await backupDatabase(path, file, { overwrite: true })
    expect(readFileSync(file, 'latin1').startsWith('SQLite format 3')).toBe(true)
  })

  it('BACKUP-3 keeps no copy of a damaged database', async () => {
    const { path, file } = await storeWith(200)
    const database = new Database(path)
    database.pragma('wal_checkpoint(truncate)')
    database.close()
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xff, bytes.length - 200_000, bytes.length - 4096))
    await expect(backupDatabase(path, file)).rejects.toThrow(StoreUnavailable)
    expect(existsSync(file)).toBe(false)
  })

  it('says so when there can be no such file', async () => {
    const { path } = await storeWith(1)
    const file = '/proc/no/such.db'
    await expect(backupDatabase(path, file)).rejects.toThrow(
      `The backup ${file} cannot be written: there is no directory /proc/no.`,
    )
    await expect(backupDatabase(path, dirname(path))).rejects.toThrow(`${dirname(path)} is not a regular file`)
  })

  it('FILE-1 takes the place of no other database, nor of an earlier backup, whatever is asked', async () => {
    const { path, file, flagsIn } = await storeWith(3)
    await backupDatabase(path, file)
    const earlier = readFileSync(file)
    for (const overwrite of [false, true]) {
      await expect(backupDatabase(path, file, { overwrite })).rejects.toMatchObject({ reason: 'database' })
      await expect(backupDatabase(path, path, { overwrite })).rejects.toThrow('is the database itself')
    }
    expect(readFileSync(file)).toEqual(earlier)
    expect(await flagsIn(path)).toBe(3)
  })

  it('FILE-5 is its owner’s alone, whatever lay there', async () => {
    const { path, file } = await storeWith(1)
    writeFileSync(file, 'old', { mode: 0o644 })
    await backupDatabase(path, file, { overwrite: true })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
