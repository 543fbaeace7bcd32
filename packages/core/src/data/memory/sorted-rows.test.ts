import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareText } from '../../foundation/lists/compare-text.ts'
import { SortedRows } from './sorted-rows.ts'

interface Row {
  readonly key: string
  readonly value: number
}

const empty = () => new SortedRows<Row>((row) => row.key)

/** Few characters, so that keys are often equal or prefixes of each other. */
const key = fc.string({ unit: fc.constantFrom('a', 'b', '\uFFFF', '\u{1F600}'), maxLength: 4 })

describe('SortedRows', () => {
  it('answers what a sorted list of its rows would', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, fc.boolean())),
        key,
        key,
        fc.nat(5),
        fc.nat(5),
        (steps, prefix, from, offset, limit) => {
          const [rows, model] = [empty(), new Map<string, Row>()]
          for (const [n, [at, deletes]] of steps.entries()) {
            const row = { key: at, value: n }
            if (deletes) expect(rows.delete(at)).toBe(model.delete(at))
            else {
              rows.put(row)
              model.set(at, row)
            }
          }
          const sorted = [...model.values()].sort((a, b) => compareText(a.key, b.key))
          const found = sorted.filter((row) => row.key.startsWith(prefix))
          expect(rows.page('', { limit: 1000, offset: 0 }).items).toEqual(sorted)
          expect(rows.page(prefix, { limit, offset })).toEqual({
            count: found.length,
            items: found.slice(offset, offset + limit),
          })
          expect(rows.count(prefix)).toBe(found.length)
          const later = found.filter((row) => compareText(row.key, prefix + from) > 0)
          expect(rows.after(prefix, prefix + from, limit)).toEqual(later.slice(0, limit))
          expect(rows.get(from)).toEqual(model.get(from))
        },
      ),
    )
  })

  it('does the same when there are many chunks, filled from any side', () => {
    const keys = Array.from({ length: 5000 }, (_, n) => String(n).padStart(4, '0'))
    for (const order of [keys, [...keys].reverse(), keys.map((_, n) => keys[(n * 1777) % 5000] ?? '')]) {
      const rows = empty()
      for (const each of order) rows.put({ key: each, value: 1 })
      expect(rows.page('', { limit: 5000, offset: 0 }).items.map((row) => row.key)).toEqual(keys)
      expect(rows.page('3', { limit: 2, offset: 998 }).items.map((row) => row.key)).toEqual(['3998', '3999'])
      expect(rows.count('27')).toBe(100)
      expect(rows.after('', '2599', 1)).toEqual([{ key: '2600', value: 1 }])
      for (const each of order) expect(rows.delete(each)).toBe(true)
      expect(rows.page('', { limit: 1, offset: 0 })).toEqual({ count: 0, items: [] })
    }
  })

  it('takes many rows at once as it does one by one', () => {
    const many = fc.uniqueArray(fc.tuple(fc.nat(3000), fc.nat(9)), {
      selector: ([n]) => n,
      maxLength: 1500,
      size: 'max',
    })
    fc.assert(
      fc.property(many, many, (first, second) => {
        const [together, single] = [empty(), empty()]
        for (const some of [first, second]) {
          const rows = some.map(([n, value]) => ({ key: String(n).padStart(4, '0'), value }))
          const before = together.fork()
          const seen = before.page('', { limit: 5000, offset: 0 })
          together.putAll(rows)
          for (const row of rows) single.put(row)
          expect(before.page('', { limit: 5000, offset: 0 })).toEqual(seen)
        }
        expect(together.page('', { limit: 5000, offset: 0 })).toEqual(single.page('', { limit: 5000, offset: 0 }))
        for (const [n] of first) expect(together.get(String(n).padStart(4, '0'))?.key).toBe(String(n).padStart(4, '0'))
      }),
      { numRuns: 30 },
    )
  })

  it('is not changed by what is done to its fork', () => {
    const rows = empty()
    for (const each of ['a', 'b', 'c']) rows.put({ key: each, value: 1 })
    const fork = rows.fork()
    fork.delete('a')
    fork.put({ key: 'b', value: 2 })
    fork.put({ key: 'd', value: 2 })
    expect(rows.page('', { limit: 9, offset: 0 }).items.map((row) => row.key + row.value)).toEqual(['a1', 'b1', 'c1'])
    expect(fork.page('', { limit: 9, offset: 0 }).items.map((row) => row.key + row.value)).toEqual(['b2', 'c1', 'd2'])
  })
})
