import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchOf, type RandomCall, randomCalls } from '../../../testing/usage/random-calls.ts'
import { sortedRows } from '../../../testing/usage/sorted-rows.ts'
import { mergeBatches } from './merge-batches.ts'
import type { UsageBatch } from './usage-batch.ts'

/** Which of three instances heard of a call; an event may come to several. */
const heard = fc.subarray([0, 1, 2] as const, { minLength: 1 })
const hearings = fc.array(fc.tuple(heard, fc.boolean()), { minLength: 1, maxLength: 40 })

describe('batches that are added up', () => {
  it('USAGE-60 are what one instance would have counted that heard everything once', () => {
    fc.assert(
      fc.property(fc.nat(), hearings, (seed, hearers) => {
        const events = randomCalls(seed, hearers.length).map((call, n) => {
          const [by, isEvent] = hearers[n] ?? [[], false]
          const eventId = isEvent ? `event ${n}` : null
          return { call: { ...call, calls: { ...call.calls, eventId } }, by: isEvent ? by : by.slice(0, 1) }
        })
        const whole = batchOf('all', inOrder(events.map(({ call }) => call)))
        const parts = [0, 1, 2].map((instance) =>
          batchOf(
            `${instance}`,
            inOrder(events.flatMap(({ call, by }) => (by.some((n) => n === instance) ? call : []))),
          ),
        )
        const merged = mergeBatches(parts)
        expect(merged.map(rowsOf)).toEqual([rowsOf(whole)])
      }),
    )
  })

  it('USAGE-60 stay as they are, so that they can be tried again', () => {
    const calls = randomCalls(2, 20)
    const parts = [batchOf('a', calls), batchOf('b', calls)]
    const before = parts.map(sortedRows)
    mergeBatches(parts)
    expect(parts.map(sortedRows)).toEqual(before)
  })

  it('USAGE-60 keep the unknown flags of each', () => {
    const parts = [1, 2].map((n) => {
      const batch = batchOf(`${n}`, [])
      batch.addUnknown({ projectId: 1, flagKey: 'typo', count: n, sdk: `sdk ${n}`, atMs: n }, 'UTC', 10)
      batch.addUnknown({ projectId: 1, flagKey: `typo ${n}`, count: 1, sdk: '', atMs: n }, 'UTC', 10)
      return batch
    })
    for (const order of [parts, parts.toReversed()]) {
      const unknown = mergeBatches(order)[0]?.projects.get(1)?.unknown
      expect(unknown?.get('typo')).toEqual({ count: 3, firstSeenMs: 1, lastSeenMs: 2, lastSdk: 'sdk 2' })
      expect(unknown?.size).toBe(3)
    }
  })

  it('USAGE-2 of different time zones are not mixed, as their days are not the same', () => {
    const [call] = randomCalls(3, 1)
    if (!call) throw new Error('no sample')
    const inZone = (zone: string) => batchOf(zone, [{ ...call, calls: { ...call.calls, zone } }])
    const merged = mergeBatches(['UTC', 'Asia/Tokyo', 'UTC'].map(inZone))
    expect(merged.map(({ projects }) => [...projects.values()].map(({ zone, calls }) => [zone, calls]))).toEqual([
      [['UTC', 2 * call.calls.count]],
      [['Asia/Tokyo', call.calls.count]],
    ])
  })
})

function inOrder(calls: readonly RandomCall[]): readonly RandomCall[] {
  return calls.toSorted((a, b) => a.calls.atMs - b.calls.atMs)
}

/** Who was last is left to chance when two were at the same time. */
function rowsOf(batch: UsageBatch) {
  const { seen, ...rows } = sortedRows(batch)
  return { ...rows, seen: seen.map((row) => ({ ...JSON.parse(row), lastVariant: '', lastSdk: '' })) }
}
