import { describe, expect, it } from 'vitest'
import type { KnownSubject, ReadChunk } from './known-subjects.ts'
import { type ScanOptions, scan } from './scan.ts'

/** Returns this number of subjects, a reader for them, and the limits of its reads. */
function subjects(count: number, whileReading: (rows: number) => unknown = () => undefined) {
  const all: readonly KnownSubject[] = Array.from({ length: count }, (_, n) => {
    const id = String(n).padStart(6, '0')
    return { id, subject: { distinctId: id } }
  })
  const limits: number[] = []
  const read: ReadChunk = async (afterId, limit) => {
    limits.push(limit)
    await whileReading(limit)
    const start = afterId === '' ? 0 : Number(afterId) + 1
    return all.slice(start, start + limit)
  }
  return { all, limits, read }
}

/** Blocks the process. */
function hold(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function visited(read: ReadChunk, options: ScanOptions = {}) {
  const ids: string[] = []
  const report = await scan(read, (_, id) => ids.push(id), options)
  return { ids, ...report }
}

describe('a look at everybody', () => {
  it.each([0, 1, 31, 32, 33, 96, 5000])('IMPACT-21 visits each of %i once, in order', async (count) => {
    const { all, read } = subjects(count)
    const ids = all.map(({ id }) => id)
    expect(await visited(read)).toEqual({ ids, total: count, complete: true })
  })

  it('IMPACT-20 reads few at first, and more when that goes fast', async () => {
    const { limits, read } = subjects(20_000)
    await visited(read)
    expect(limits.slice(0, 2)).toEqual([32, expect.toSatisfy((rows: number) => rows <= 64)])
    expect(Math.max(...limits)).toBeGreaterThan(64)
    expect(Math.max(...limits)).toBeLessThanOrEqual(512)
  })

  it('IMPACT-20 reads fewer at once when that holds the process', async () => {
    const { limits, read } = subjects(60, (rows) => hold(rows))
    await visited(read)
    expect(limits[0]).toBe(32)
    for (const rows of limits.slice(1)) expect(rows).toBeLessThanOrEqual(4)
  })

  it('IMPACT-20 takes waiting for a database for no hold', async () => {
    const { limits, read } = subjects(400, () => new Promise((resolve) => setTimeout(resolve, 20)))
    await visited(read)
    expect(Math.max(...limits)).toBeGreaterThanOrEqual(64)
  })

  it('IMPACT-20 gives others their turn, however much there is to do', async () => {
    const { read } = subjects(300)
    let turns = 0
    let isOver = false
    const tick = () => {
      turns++
      if (!isOver) setImmediate(tick)
    }
    setImmediate(tick)
    await scan(read, () => hold(1), {})
    isOver = true
    // 300 ms of work, in which others wait for no more than 5 ms and the time of 16 visits.
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  it('IMPACT-22 ends when its caller has left, with the reason', async () => {
    const { limits, read } = subjects(100_000)
    const left = new Error('left')
    await expect(visited(read, { signal: AbortSignal.abort(left) })).rejects.toBe(left)
    expect(limits).toEqual([])
    const controller = new AbortController()
    let visits = 0
    const visit = () => {
      visits++
      if (visits === 100) controller.abort(left)
      hold(0.1)
    }
    await expect(scan(read, visit, { signal: controller.signal })).rejects.toBe(left)
    expect(visits).toBeLessThan(1000)
  })

  it('IMPACT-22 answers what it has seen when its time is over', async () => {
    const { read } = subjects(100_000)
    const { ids, total, complete } = await visited(read, { timeoutMs: 0 })
    expect({ total, complete }).toEqual({ total: 32, complete: false })
    expect(ids).toHaveLength(32)
    expect(await visited(subjects(10).read, { timeoutMs: 0 })).toMatchObject({ total: 10, complete: true })
  })

  it('lets through what reading throws', async () => {
    const failed = new Error('the database is gone')
    await expect(visited(() => Promise.reject(failed))).rejects.toBe(failed)
  })
})
