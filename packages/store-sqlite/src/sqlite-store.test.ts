import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@flagdeck/core'
import { describeStore, type StoreUnderTest } from '@flagdeck/store-suite'
import { afterAll } from 'vitest'
import { sqliteStore } from './sqlite-store.ts'

describeStore('SQLite in memory', {
  async create() {
    const under = memory()
    await under.store.migrate()
    return under
  },
  createEmpty: async () => memory(),
})

describeStore('SQLite in a file', {
  create: async () => file(await migratedFile()),
  createEmpty: async () => file(),
})

function memory(): StoreUnderTest {
  const store = sqliteStore(':memory:')
  return { store, dispose: () => store.close() }
}

const folder = mkdtempSync(join(tmpdir(), 'flagdeck-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))
let migrated: Promise<string> | undefined

/** Returns a migrated file that is not open. Copying it takes a tenth of the time of another migration. */
function migratedFile(): Promise<string> {
  migrated ??= migrateFile(join(folder, 'migrated.db'))
  return migrated
}

async function migrateFile(path: string): Promise<string> {
  const store = sqliteStore(path)
  await store.migrate()
  await store.close()
  return path
}

/** Opens a store on a new file, which is a copy of `original` if there is one. */
function file(original?: string): StoreUnderTest {
  const directory = mkdtempSync(join(folder, 'store-'))
  const path = join(directory, 'flags.db')
  if (original !== undefined) copyFileSync(original, path)
  const open: Store[] = []
  const openAnother = (): Store => {
    const store = sqliteStore(path, { synchronous: 'normal' })
    open.push(store)
    return store
  }
  const store = openAnother()
  return {
    store,
    async reopen() {
      await store.close()
      return openAnother()
    },
    openSecond: async () => openAnother(),
    async dispose() {
      await Promise.all(open.map((each) => each.close()))
      rmSync(directory, { recursive: true })
    },
  }
}
