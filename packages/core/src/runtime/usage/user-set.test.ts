import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { userHasher } from './user-hash.ts'
import { UserSet } from './user-set.ts'

const word = fc.integer({ min: 0, max: 0xffffffff })
const hashes = fc.array(fc.tuple(word, word), { maxLength: 60 })

function setOf(users: Iterable<readonly [number, number]>): UserSet {
  const set = UserSet.empty()
  for (const [high, low] of users) set.add(high, low)
  return set
}

/** Returns `count` users of a project with this UUID, which no other set contains. */
function manyUsers(projectUuid: string, count: number, from = 0): UserSet {
  const hash = userHasher(projectUuid)
  const set = UserSet.empty()
  for (let n = from; n < from + count; n++) {
    const { high, low } = hash(`user-${n}`)
    set.add(high, low)
  }
  return set
}

function union(...sets: readonly UserSet[]): UserSet {
  const all = UserSet.empty()
  for (const set of sets) all.merge(set)
  return all
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}

describe('sets of users', () => {
  it('USAGE-20 are exact up to 1,536 users, each of whom counts once', () => {
    const set = manyUsers('a', 1536)
    set.merge(manyUsers('a', 1536))
    expect([set.size, set.isExact]).toEqual([1536, true])
    set.merge(manyUsers('a', 1, 1536))
    expect(set.isExact).toBe(false)
  })

  it('USAGE-20 are exact for any users, added in any order and parts', () => {
    fc.assert(
      fc.property(fc.array(hashes, { maxLength: 5 }), (parts) => {
        const distinct = new Set(parts.flat().map(([high, low]) => `${high} ${high === 0 && low === 0 ? 1 : low}`))
        const set = union(...parts.map(setOf))
        expect([set.size, set.isExact]).toEqual([distinct.size, true])
      }),
    )
  })

  it('USAGE-21 are the same whatever the order in which they are merged, lists and sketches alike', () => {
    const sets = [
      ...[0, 1, 30, 1500, 1536].map((count) => manyUsers('a', count, 1000)),
      ...[1537, 5000].map((count) => manyUsers('a', count, 700)),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(sets, { minLength: 2 }), fc.nat(), (some, seed) => {
        const cut = 1 + (seed % (some.length - 1))
        const grouped = union(union(...some.slice(cut)), union(...some.slice(0, cut)))
        expect(grouped.toBytes()).toEqual(union(...some).toBytes())
        expect(union(grouped, ...some).toBytes()).toEqual(grouped.toBytes())
      }),
      { numRuns: 50 },
    )
  })

  it('USAGE-21 say whether they were changed, which is whether they would be written otherwise', () => {
    const counts = [0, 1, 2, 1536, 1537, 5000]
    for (const [before, added] of counts.flatMap((a) => counts.map((b) => [a, b] as const))) {
      const set = manyUsers('a', before)
      const written = set.toBytes()
      const isChanged = set.merge(manyUsers('a', added, 0))
      expect([before, added, isChanged]).toEqual([before, added, !areEqual(written, set.toBytes())])
    }
  })

  it('USAGE-21 are not changed by being merged into another', () => {
    for (const count of [10, 3000]) {
      const set = manyUsers('a', count)
      const before = set.toBytes()
      const other = union(set, manyUsers('a', 2000, 5000))
      expect(set.toBytes()).toEqual(before)
      expect(other.size).toBeGreaterThan(set.size)
    }
  })

  it.each([1537, 2000, 5000, 20_000, 100_000])('USAGE-22 are within 2 %% of %d users', (count) => {
    const errors = Array.from({ length: 8 }, (_, n) => manyUsers(`project ${n}`, count).size / count - 1)
    for (const error of errors) expect(Math.abs(error)).toBeLessThan(0.02)
    // The standard error is 0.81 %, and the average error is near zero.
    expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(0.0125)
    expect(Math.abs(errors.reduce((sum, error) => sum + error, 0) / errors.length)).toBeLessThan(0.0085)
  })

  it('USAGE-23 take no more than 12 KiB and a byte, and are read as they were written', () => {
    fc.assert(
      fc.property(hashes, (users) => {
        const set = setOf(users)
        expect(UserSet.read(set.toBytes()).toBytes()).toEqual(set.toBytes())
      }),
    )
    for (const count of [0, 1, 1536, 1537, 50_000]) {
      const set = manyUsers('a', count)
      const bytes = set.toBytes()
      const read = UserSet.read(bytes)
      expect(bytes.length).toBe(1 + Math.min(count, 1536) * 8)
      expect([read.size, read.isExact]).toEqual([set.size, set.isExact])
      expect(union(read, manyUsers('a', 10, 60_000)).size).toBeGreaterThanOrEqual(set.size)
    }
  })

  it('USAGE-23 are written alike, whatever the order in which users came', () => {
    fc.assert(
      fc.property(hashes, (users) => {
        expect(setOf(users.toReversed()).toBytes()).toEqual(setOf(users).toBytes())
      }),
    )
  })

  it('USAGE-24 are empty where bytes are damaged, and good to go on with', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const set = UserSet.read(bytes)
        const before = set.size
        set.merge(manyUsers('a', 100))
        expect(set.size).toBeGreaterThanOrEqual(Math.max(before, 100))
        expect(set.size).toBeLessThanOrEqual(before + 100)
      }),
    )
    expect(UserSet.read(manyUsers('a', 2000).toBytes().subarray(1)).size).toBeLessThan(2000)
    expect(UserSet.read(new Uint8Array()).size).toBe(0)
  })

  it('USAGE-25 of two projects have nothing in common although they hold the same people', () => {
    expect(union(manyUsers('a', 100), manyUsers('b', 100)).size).toBe(200)
    expect(union(manyUsers('a', 100), manyUsers('a', 100)).size).toBe(100)
  })
})

describe('hashes of users', () => {
  it('USAGE-25 tell apart ids that differ in anything', () => {
    const hash = userHasher('a')
    const ids = ['', ' ', 'a', 'A', 'a ', '\0', 'ä', '\u{1f600}', 'x'.repeat(1000), 'x'.repeat(1001)]
    const seen = new Set(ids.map((id) => Object.values(hash(id)).join()))
    expect(seen.size).toBe(ids.length)
  })
})
