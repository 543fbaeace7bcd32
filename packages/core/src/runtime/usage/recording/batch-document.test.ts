import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchOf, type RandomCall, randomCalls } from '../../../testing/usage/random-calls.ts'
import { sortedRows } from '../../../testing/usage/sorted-rows.ts'
import { decodeBatch, encodeBatch } from './batch-document.ts'
import type { UsageBatch } from './usage-batch.ts'

const UUIDS = new Map([
  [1, 'one'],
  [2, 'two'],
])

function again(batch: UsageBatch) {
  return decodeBatch(encodeBatch({ batch, projectUuids: UUIDS }))
}

describe('a batch as instances give it to each other', () => {
  it('reads as it was written, whatever is in it', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 40 }), (seed, count) => {
        const batch = batchOf('batch', randomCalls(seed, count).map(asEvent))
        batch.addUnknown({ projectId: 1, flagKey: 'typo', count: 3, sdk: 'x', atMs: 5 }, 'UTC', 10)
        const read = again(batch)
        expect(read?.batch.id).toBe('batch')
        expect(read && sortedRows(read.batch)).toEqual(sortedRows(batch))
        expect([...(read?.batch.projects.values() ?? [])].map(({ events, calls: sum }) => [events.size, sum])).toEqual(
          [...batch.projects.values()].map(({ events, calls: sum }) => [events.size, sum]),
        )
      }),
    )
  })

  it('has sets of users that are too large to be listed', () => {
    const batch = batchOf('batch', [])
    const calls = { projectId: 1, zone: 'UTC', flagKey: 'a', variant: 'true', measure: 'exposures' } as const
    const cell = batch.add({
      ...calls,
      source: 'server',
      sdk: '',
      count: 1,
      errors: 0,
      atMs: 0,
      bucketMs: 0,
      eventId: null,
    })
    for (let n = 1; n < 5000; n++) batch.addUser(cell, { high: n * 2_654_435, low: n })
    const read = again(batch)
    expect(read && sortedRows(read.batch)).toEqual(sortedRows(batch))
  })

  it('names the projects by what they are called nowhere else', () => {
    const batch = batchOf('batch', randomCalls(1, 30))
    expect([...(again(batch)?.projectUuids ?? [])].sort()).toEqual([...UUIDS])
  })

  it('is none when it is damaged, or something else', () => {
    const batch = batchOf('batch', randomCalls(1, 5).map(asEvent))
    const bytes = encodeBatch({ batch, projectUuids: UUIDS })
    const text = new TextDecoder().decode(bytes)
    const damaged = [
      '',
      '{}',
      'null',
      '[]',
      '{"id":"x","projects":[]}',
      text.slice(0, -1),
      text.replace(/"cell":\d+/, '"cell":999'),
      text.replace(/"count":\d+/, '"count":-1'),
      text.replace(/"source":"\w+"/, '"source":"elsewhere"'),
    ]
    for (const each of damaged) expect(decodeBatch(new TextEncoder().encode(each))).toBeUndefined()
    expect(decodeBatch(bytes)).toBeDefined()
  })
})

function asEvent(call: RandomCall, n: number) {
  return { ...call, calls: { ...call.calls, eventId: `event ${n}` } }
}
