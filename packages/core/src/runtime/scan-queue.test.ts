import { describe, expect, it } from 'vitest'
import { ScanQueue } from './scan-queue.ts'

/** Returns scans that run until the test ends them. */
function trial() {
  const queue = new ScanQueue()
  const begun: string[] = []
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>()
  const start = (name: string, projectId = 1, signal?: AbortSignal) =>
    queue.run(projectId, signal, () => {
      begun.push(name)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ends.set(name, { resolve, reject })
      return promise.then(() => name)
    })
  return {
    begun,
    start,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

describe('scans of one project', () => {
  it('IMPACT-23 go on two at a time, in the order in which they came', async () => {
    const { begun, start, end } = trial()
    const scans = ['a', 'b', 'c', 'd'].map((name) => start(name))
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await scans[1]
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'c']) end(name)
    await Promise.all([scans[0], scans[2]])
    end('d')
    expect(await Promise.all(scans)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('IMPACT-23 do not wait for those of another project', async () => {
    const { begun, start, end } = trial()
    const scans = [start('a'), start('b'), start('c', 2)]
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of begun) end(name)
    await Promise.all(scans)
  })

  it('IMPACT-23 are refused when ten wait already', async () => {
    const { begun, start, end } = trial()
    const names = Array.from({ length: 12 }, (_, n) => `scan ${n}`)
    const scans = names.map((name) => start(name))
    await expect(start('one too many')).rejects.toMatchObject({ kind: 'throttled' })
    for (const [index, name] of names.entries()) {
      end(name)
      await scans[index]
    }
    expect(begun).toEqual(names)
    const next = start('next')
    end('next')
    expect(await next).toBe('next')
  })

  it('IMPACT-23 make room for the next when they fail', async () => {
    const { begun, start, end, fail } = trial()
    const scans = ['a', 'b', 'c'].map((name) => start(name))
    fail('a')
    await expect(scans[0]).rejects.toThrow('a')
    expect(begun).toEqual(['a', 'b', 'c'])
    for (const name of ['b', 'c']) end(name)
    await Promise.all(scans.slice(1))
  })

  it('IMPACT-22 leave the queue when their caller does', async () => {
    const { begun, start, end } = trial()
    const [first, second] = [start('a'), start('b')]
    const controller = new AbortController()
    const left = new Error('left')
    const waiting = start('c', 1, controller.signal)
    const last = start('d')
    controller.abort(left)
    await expect(waiting).rejects.toBe(left)
    await expect(start('e', 1, controller.signal)).rejects.toBe(left)
    end('a')
    await first
    expect(begun).toEqual(['a', 'b', 'd'])
    for (const name of ['b', 'd']) end(name)
    await Promise.all([second, last])
  })
})
