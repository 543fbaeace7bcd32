import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ChangeBus, ProjectChange } from '@flagdeck/core/store'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { sqliteChangeBus } from './sqlite-change-bus.ts'
import { sqliteStore } from './sqlite-store.ts'

const WITHIN_A_SECOND = { timeout: 1000, interval: 5 }

/** Opens a database like another process. */
function otherConnection(path: string): Database.Database {
  const other = new Database(path)
  onTestFinished(() => {
    other.close()
  })
  other.pragma('journal_mode = wal')
  other.exec('create table if not exists notes (id integer)')
  return other
}

function opened(path: string) {
  const reported: unknown[] = []
  const bus = sqliteChangeBus(path, { onError: (error) => reported.push(error) })
  onTestFinished(() => bus.close())
  return { bus, reported }
}

/** Subscribes, and counts the calls. */
function listen(bus: ChangeBus) {
  const changes: ProjectChange[] = []
  let gaps = 0
  const unsubscribe = bus.subscribe(
    (change) => changes.push(change),
    () => {
      gaps++
    },
  )
  return { changes, gaps: () => gaps, unsubscribe }
}

it('PROP-9 tells at once what is published in this process', () => {
  const path = temporaryFile()
  otherConnection(path)
  const { bus } = opened(path)
  const { changes } = listen(bus)
  bus.publish({ projectId: 1, version: 2 })
  expect(changes).toEqual([{ projectId: 1, version: 2 }])
})

it('PROP-9 tells within a second that somebody else has written, each time', async () => {
  const path = temporaryFile()
  const other = otherConnection(path)
  const { gaps } = listen(opened(path).bus)
  for (let n = 1; n <= 3; n++) {
    other.exec('insert into notes values (1)')
    await expect.poll(gaps, WITHIN_A_SECOND).toBe(n)
  }
})

it('PROP-9 tells nothing while nobody writes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const path = temporaryFile()
  const other = otherConnection(path)
  const { bus } = opened(path)
  const { gaps } = listen(bus)
  vi.advanceTimersByTime(10_000)
  expect(gaps()).toBe(0)
  other.exec('begin; insert into notes values (1)')
  vi.advanceTimersByTime(10_000)
  expect(gaps()).toBe(0)
  other.exec('commit')
  vi.advanceTimersByTime(10_000)
  expect(gaps()).toBe(1)
})

it('PROP-9 asks nothing when nobody wants to know', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const path = temporaryFile()
  otherConnection(path)
  const { bus } = opened(path)
  expect(vi.getTimerCount()).toBe(0)
  const [one, two] = [listen(bus), listen(bus)]
  one.unsubscribe()
  expect(vi.getTimerCount()).toBe(1)
  two.unsubscribe()
  expect(vi.getTimerCount()).toBe(0)
  listen(bus)
  await bus.close()
  expect(vi.getTimerCount()).toBe(0)
})

it('PROP-9 reports once that it cannot look, and that changes may have been missed when it can again', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const path = temporaryFile()
  const { bus, reported } = opened(path)
  const { gaps } = listen(bus)
  vi.advanceTimersByTime(10_000)
  expect([reported.length, gaps(), bus.status?.().connected]).toEqual([1, 0, false])
  otherConnection(path)
  vi.advanceTimersByTime(10_000)
  expect([reported.length, gaps(), bus.status?.().connected]).toEqual([1, 1, true])
})

it('PROP-9 goes on when somebody who is told fails', async () => {
  const path = temporaryFile()
  const other = otherConnection(path)
  const { bus, reported } = opened(path)
  bus.subscribe(
    () => undefined,
    () => {
      throw new Error('no')
    },
  )
  const { gaps } = listen(bus)
  other.exec('insert into notes values (1)')
  await expect.poll(gaps, WITHIN_A_SECOND).toBe(1)
  expect(reported).toEqual([new Error('no')])
})

it('PROP-9 keeps no process alive', async () => {
  const path = temporaryFile()
  otherConnection(path)
  const program = `
    import { sqliteChangeBus } from '${new URL('./sqlite-change-bus.ts', import.meta.url)}'
    sqliteChangeBus('${path}', { onError: console.error }).subscribe(() => {}, () => {})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('PROP-9 is for files: a database in memory has nobody else', () => {
  const [file, memory] = [sqliteStore(temporaryFile()), sqliteStore(':memory:')]
  expect([file.changeBus !== undefined, memory.changeBus !== undefined]).toEqual([true, false])
})
