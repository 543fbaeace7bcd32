import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '@flagdeck/core'
import { insertFlag, seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import { type SqlConnection, sqlStore } from '@flagdeck/store-sql'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { sqliteDriver } from './sqlite-driver.ts'
import type { SqliteOptions } from './sqlite-options.ts'
import { sqliteStore } from './sqlite-store.ts'

function open(path: string, options?: SqliteOptions): Store {
  const store = sqliteStore(path, options)
  onTestFinished(() => store.close())
  return store
}

/** Opens a connection like another process. */
function openOther(path: string): Database.Database {
  const database = new Database(path)
  onTestFinished(() => {
    database.close()
  })
  return database
}

const unavailable = (sentence: RegExp) => ({
  name: 'StoreUnavailable',
  message: expect.stringMatching(sentence),
})

describe('opening a SQLite file', () => {
  it('makes the directories that are missing', async () => {
    const path = join(dirname(temporaryFile()), 'a', 'b', 'flags.db')
    await open(path).migrate()
    expect(existsSync(path)).toBe(true)
  })

  it('opens nothing before the first call', () => {
    const path = temporaryFile()
    open(path)
    expect(existsSync(path)).toBe(false)
  })

  it('says so when the file is not a database', async () => {
    const path = temporaryFile()
    writeFileSync(path, 'not a database at all, but long enough to look like one'.repeat(100))
    const store = open(path)
    for (const call of [store.migrate(), store.ping(), store.read((tx) => tx.organizations.any())]) {
      await expect(call).rejects.toMatchObject(unavailable(/flags\.db is not a SQLite database: choose another/))
    }
  })

  it('says so when the path is a directory', async () => {
    const path = temporaryFile()
    mkdirSync(path)
    await expect(open(path).migrate()).rejects.toMatchObject(unavailable(/cannot be opened/))
  })

  it('says so when the directory cannot be made', async () => {
    const file = temporaryFile()
    writeFileSync(file, '')
    await expect(open(join(file, 'flags.db')).migrate()).rejects.toMatchObject(unavailable(/directory/))
  })

  it('makes no file, nor a directory, when the file is to be taken as it is', async () => {
    const path = join(dirname(temporaryFile()), 'a', 'flags.db')
    const store = open(path, { asItIs: true })
    for (const call of [store.migrate(), store.ping(), store.read((tx) => tx.organizations.any())]) {
      await expect(call).rejects.toMatchObject(unavailable(/cannot be opened/))
    }
    expect(existsSync(dirname(path))).toBe(false)
  })

  it('EMBED-38 creates no file with create: false, and writes to one that exists', async () => {
    const path = temporaryFile()
    const created: string[] = []
    const options = { create: false, onCreate: (place: string) => created.push(place) }
    await expect(open(path, options).migrate()).rejects.toMatchObject(
      unavailable(/flags\.db cannot be opened: .* no such/),
    )
    expect([existsSync(path), created]).toEqual([false, []])
    await open(path).migrate()
    await seedTenant(open(path, options))
    expect(created).toEqual([])
  })

  it('EMBED-38 reports the file that it creates, once', async () => {
    const path = temporaryFile()
    const created: string[] = []
    for (let start = 0; start < 2; start++) {
      const store = open(path, { onCreate: (place) => created.push(place) })
      await store.migrate()
      await store.close()
    }
    expect(created).toEqual([path])
  })

  it('keeps the journal mode of a file that is to be taken as it is, also when it writes', async () => {
    const path = temporaryFile()
    const first = open(path)
    await first.migrate()
    await first.close()
    const other = openOther(path)
    other.pragma('journal_mode = delete')
    const store = open(path, { asItIs: true })
    await seedTenant(store)
    await store.write((tx) => tx.organizations.any(), { large: true })
    expect(await store.read((tx) => tx.organizations.any())).toBe(true)
    expect(other.pragma('journal_mode', { simple: true })).toBe('delete')
  })

  it('refuses an empty path at once', () => {
    expect(() => sqliteStore(' ')).toThrow(':memory:')
  })

  it('says that migrate() comes first', async () => {
    await expect(open(temporaryFile()).read((tx) => tx.organizations.any())).rejects.toMatchObject(
      unavailable(/migrate\(\)/),
    )
  })
})

describe('a SQLite file that somebody else has locked', () => {
  it('is waited for without holding up the process, then unavailable', async () => {
    stopClock()
    const path = temporaryFile()
    const driver = sqliteDriver(path, { timeoutMs: 300 })
    const store = sqlStore(driver)
    onTestFinished(() => store.close())
    await store.migrate()
    const { project } = await seedTenant(store)
    // SQLite's own wait blocks the whole process.
    const ownWaiting = (connection: SqlConnection) => connection.execute({ sql: 'pragma busy_timeout', parameters: [] })
    expect(await driver.write(ownWaiting)).toMatchObject({ rows: [{ timeout: 10 }] })
    openOther(path).exec('begin immediate')
    let isOver = false
    const write = seedFlag(store, { projectId: project.id }).finally(() => {
      isOver = true
    })
    const refused = expect(write).rejects.toMatchObject(unavailable(/locked/))
    for (let waitedMs = 0; waitedMs < 300; waitedMs += 10) {
      await pause(1)
      expect(isOver, `after ${waitedMs} ms`).toBe(false)
      vi.advanceTimersByTime(10)
    }
    await refused
    expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 0 })
  })

  it('is written to as soon as it is free', async () => {
    stopClock()
    const path = temporaryFile()
    const store = open(path)
    await store.migrate()
    const { project } = await seedTenant(store)
    const other = openOther(path)
    other.exec('begin immediate')
    const write = seedFlag(store, { projectId: project.id })
    await new Promise((resolve) => setImmediate(resolve))
    other.exec('commit')
    await write
    expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 1 })
  })
})

describe('a SQLite file that cannot be opened yet', () => {
  it('is not opened any more once the store was closed', async () => {
    const path = temporaryFile()
    const other = openOther(path)
    other.exec('create table locked (id integer); begin exclusive')
    const store = open(path)
    const begun = expect(store.migrate()).rejects.toMatchObject(unavailable(/closed/))
    await new Promise((resolve) => setImmediate(resolve))
    await store.close()
    other.exec('commit')
    await begun
    expect(store.pools?.().map(({ idle, inUse }) => idle + inUse)).toEqual([0, 0])
  })
})

describe('a full disk', () => {
  it('refuses a write whole, lets reads go on, and is over when there is room', async () => {
    const driver = sqliteDriver(temporaryFile(), {})
    const store = sqlStore(driver)
    onTestFinished(() => store.close())
    await store.migrate()
    const { project } = await seedTenant(store)
    const limitPages = (pages: number) =>
      driver.write((connection) => connection.execute({ sql: `pragma max_page_count = ${pages}`, parameters: [] }))
    const writeMuch = () =>
      store.write(async (tx) => {
        await tx.projects.raiseVersion(project.id)
        for (let n = 0; n < 100; n++) await insertFlag(tx, { projectId: project.id, name: 'x'.repeat(10_000) })
      })
    // SQLite raises the limit to the current number of pages, so that no page can be added.
    await limitPages(1)
    await expect(writeMuch()).rejects.toMatchObject(unavailable(/disk .* full/))
    expect(await store.read((tx) => tx.projects.find(project.id))).toEqual(project)
    expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 0 })
    await limitPages(1_000_000)
    await writeMuch()
    expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 100 })
  })
})

/** Stops the clock, so that no call times out because the machine is busy. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
