import type { Store } from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/testing'
import {
  appliedSteps,
  crashRounds,
  FIRST_RELEASE,
  finished,
  SINCE_FIRST_RELEASE,
  startStoreProcess,
} from '@flagdeck/store-sql/testing'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteStore } from '../src/index.ts'
import { temporaryFile } from './support/temporary-file.ts'

const PROGRAM = new URL('./support/store-process.ts', import.meta.url)

function start(path: string, ...command: readonly string[]) {
  const child = startStoreProcess(PROGRAM, [path, ...command])
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

function open(path: string): Store {
  const store = sqliteStore(path)
  onTestFinished(() => store.close())
  return store
}

describe('several processes on one SQLite file', () => {
  it('migrate it at once, and each step runs once', async () => {
    const path = temporaryFile()
    const reports = await Promise.all(Array.from({ length: 3 }, () => finished(start(path, 'migrate'))))
    expect(appliedSteps(reports)).toEqual([FIRST_RELEASE, ...SINCE_FIRST_RELEASE])
    expect(await open(path).migrate()).toEqual({ applied: [] })
  })

  it('write at once, and lose nothing to each other', async () => {
    const path = temporaryFile()
    const store = open(path)
    await store.migrate()
    const { project } = await seedTenant(store)
    const keys = await Promise.all(['a', 'b', 'c'].map((prefix) => finished(start(path, 'write', prefix, '50'))))
    const flags = await store.read((tx) => tx.flags.changedSince(project.id, 0))
    expect(flags.map(({ key }) => key).sort()).toEqual(keys.flat().sort())
    expect(new Set(flags.map(({ projectVersion }) => projectVersion)).size).toBe(150)
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(151)
  })

  it('killed while they write, lose nothing that was acknowledged', async () => {
    const path = temporaryFile()
    const store = open(path)
    await store.migrate()
    await seedTenant(store)
    await store.close()
    const writes = await crashRounds({
      rounds: 5,
      writesARound: 100,
      start: (prefix) => start(path, 'write', prefix, '0'),
      open: () => open(path),
    })
    expect(writes).toBeGreaterThan(500)
    expect(integrity(path)).toBe('ok')
  })
})

function integrity(path: string): unknown {
  const database = new Database(path, { readonly: true })
  try {
    return database.pragma('integrity_check', { simple: true })
  } finally {
    database.close()
  }
}
