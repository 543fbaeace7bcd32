import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreUnavailable } from '../data/store-errors.ts'
import { CopyRoom } from './copy-room.ts'

const MIB = 1024 * 1024

/** Returns copies that run until the test ends them. */
function trial() {
  const room = new CopyRoom(32 * MIB)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, bytes: number, contentBytes = 0) =>
    room.run({ project: { flags: 1, cohorts: 0, bytes }, contents: { rows: 0, bytes: contentBytes } }, () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      return promise.then(() => name)
    })
  return { begun, start, end: (name: string) => ends.get(name)?.() }
}

describe('copies of projects in memory', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('DRY-5 of a project at its bound exist one at a time, beside those of small projects', async () => {
    const { begun, start, end } = trial()
    const copies = [start('large', 40 * MIB), start('next', 20 * MIB), start('small', MIB), start('third', 20 * MIB)]
    expect(begun).toEqual(['large', 'small'])
    end('large')
    await copies[0]
    expect(begun).toEqual(['large', 'small', 'next'])
    end('next')
    await copies[1]
    expect(begun).toEqual(['large', 'small', 'next', 'third'])
    end('small')
    end('third')
    expect(await Promise.all(copies)).toEqual(['large', 'next', 'small', 'third'])
  })

  it('DRY-5 wait for five seconds, and are then refused as by a store that is unavailable', async () => {
    const { begun, start, end } = trial()
    const first = start('first', 32 * MIB)
    const refused = expect(start('second', 32 * MIB)).rejects.toThrow(StoreUnavailable)
    await vi.advanceTimersByTimeAsync(5000)
    await refused
    end('first')
    await first
    const third = start('third', 32 * MIB)
    end('third')
    expect([await third, begun]).toEqual(['third', ['first', 'third']])
  })

  it('DRY-5 are not kept out by small ones for longer than 2.5 seconds', async () => {
    const { begun, start, end } = trial()
    const copies = [start('first', 20 * MIB), start('large', 30 * MIB), start('small', MIB)]
    await vi.advanceTimersByTimeAsync(2500)
    copies.push(start('later', MIB))
    expect(begun).toEqual(['first', 'small'])
    end('first')
    await copies[0]
    expect(begun).toEqual(['first', 'small', 'large', 'later'])
    for (const name of ['small', 'large', 'later']) end(name)
    await Promise.all(copies)
  })

  it('DRY-5 start when a large one that held them back has given up', async () => {
    const { begun, start, end } = trial()
    const copies = [start('first', 20 * MIB)]
    const refused = expect(start('large', 40 * MIB)).rejects.toThrow(StoreUnavailable)
    await vi.advanceTimersByTimeAsync(2500)
    copies.push(start('small', MIB))
    expect(begun).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(2500)
    await refused
    expect(begun).toEqual(['first', 'small'])
    for (const name of ['first', 'small']) end(name)
    await Promise.all(copies)
  })

  it('DRY-5 are refused immediately when a hundred wait', async () => {
    const { start, end } = trial()
    const first = start('first', 32 * MIB)
    const waiting = Array.from({ length: 100 }, (_, n) => start(`waiting ${n}`, 10 * MIB).catch(() => 'refused'))
    await expect(start('one too many', 10 * MIB)).rejects.toThrow(StoreUnavailable)
    end('first')
    await first
    await vi.advanceTimersByTimeAsync(5000)
    for (let n = 0; n < 4; n++) end(`waiting ${n}`)
    expect((await Promise.all(waiting)).filter((result) => result === 'refused')).toHaveLength(97)
  })

  it('DRY-6 count dashboards and templates, their rows and the structure that loading them finds', async () => {
    const { begun, start, end } = trial()
    const copies = [start('large', 15 * MIB, 15 * MIB), start('next', 15 * MIB), start('small', MIB)]
    expect(begun).toEqual(['large', 'small'])
    end('large')
    await copies[0]
    expect(begun).toEqual(['large', 'small', 'next'])
    for (const name of ['next', 'small']) end(name)
    await Promise.all(copies)
    await expect(start('too large', MIB, 33 * MIB)).rejects.toThrow('FLAGDECK_MAX_PROJECT_FILTERS_BYTES')
    const room = new CopyRoom(32 * MIB)
    const size = (rows: number) => ({ project: { flags: 0, cohorts: 0, bytes: 0 }, contents: { rows, bytes: 0 } })
    await expect(room.run(size(33 * 1024), async () => undefined)).rejects.toThrow('dashboards')
    await room.run(size(1024), async (claim) => {
      claim.addStructure(30 * MIB)
      // 8.75 MiB are left next to this copy.
      const refused = expect(room.run(size(1024), async (other) => other.addStructure(8 * MIB))).rejects.toThrow(
        StoreUnavailable,
      )
      await vi.advanceTimersByTimeAsync(5000)
      await refused
      expect(() => claim.addStructure(2 * MIB)).toThrow('dashboards')
      claim.restart()
      claim.addStructure(30 * MIB)
    })
    await room.run(size(0), async (claim) => claim.addStructure(31 * MIB))
  })

  it('DRY-6 wait for room that they find out to need, and start again', async () => {
    const room = new CopyRoom(32 * MIB)
    const size = { project: { flags: 0, cohorts: 0, bytes: 0 }, contents: { rows: 0, bytes: 0 } }
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const first = room.run(size, async (claim) => {
      claim.addStructure(30 * MIB)
      await isOver
    })
    const attempts: string[] = []
    const second = room.run(size, async (claim) => {
      attempts.push('starts')
      for (let n = 0; n < 12; n++) claim.addStructure(MIB)
      attempts.push('has its room')
    })
    await vi.advanceTimersByTimeAsync(1000)
    expect(attempts).toEqual(['starts'])
    end()
    await Promise.all([first, second])
    expect(attempts).toEqual(['starts', 'starts', 'has its room'])
    // The work of a copy does not count as waiting.
    const slow = room.run(size, async (claim) => {
      await new Promise((resolve) => setTimeout(resolve, 6000))
      for (let n = 0; n < 12; n++) claim.addStructure(MIB)
    })
    const other = room.run(size, async (claim) => {
      claim.addStructure(30 * MIB)
      await new Promise((resolve) => setTimeout(resolve, 7000))
    })
    await vi.advanceTimersByTimeAsync(14_000)
    await Promise.all([slow, other])
    // All of the memory is free again.
    await room.run({ ...size, project: { flags: 0, cohorts: 0, bytes: 40 * MIB } }, async (claim) =>
      claim.addStructure(7 * MIB),
    )
  })
})
