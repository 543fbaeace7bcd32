import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserRows } from './user-rows.ts'

/** Marks a result for a user; returns whether the user already had it, and whether it was the first time ever. */
function mark(rows: UserRows, user: unknown, place: number): readonly [wasMet: boolean, isNew: boolean] {
  const at = rows.offsetOf(user) + (place >>> 5)
  const bit = 1 << place
  const wasMet = ((rows.met[at] ?? 0) & bit) !== 0
  return [wasMet, wasMet ? false : rows.markMet(at, bit) === bit]
}

describe('rows of users', () => {
  it('USAGE-47 tell apart users and answers, however many there come to be', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ user: fc.integer({ min: 0, max: 400 }).map((n) => `user ${n}`), place: fc.nat({ max: 700 }) }),
        fc.constant('start over' as const),
      ),
      { maxLength: 400 },
    )
    fc.assert(
      fc.property(steps, (some) => {
        const rows = new UserRows({ users: 1000, words: 1024 * 1024 })
        let met = new Set<string>()
        const ever = new Set<string>()
        let width = 4
        for (const step of some) {
          if (step === 'start over') {
            rows.startOver()
            met = new Set()
            continue
          }
          const words = (step.place >>> 5) + 1
          if (words > width) rows.widen(words)
          width = Math.max(width, words)
          const name = `${step.user} ${step.place}`
          expect(mark(rows, step.user, step.place)).toEqual([met.has(name), !met.has(name) && !ever.has(name)])
          met.add(name)
          ever.add(name)
        }
      }),
    )
  })

  it('USAGE-41 forget all users when there are too many', () => {
    const rows = new UserRows({ users: 100, words: 1024 * 1024 })
    for (let n = 0; n < 100; n++) expect(mark(rows, `user ${n}`, 7)).toEqual([false, true])
    expect(mark(rows, 'user 0', 7)).toEqual([true, false])
    for (let n = 100; n < 1000; n++) expect(mark(rows, `user ${n}`, 7)).toEqual([false, true])
    expect(mark(rows, 'user 0', 7)).toEqual([false, true])
  })

  it('USAGE-41 forget users sooner where there are very many answers', () => {
    const rows = new UserRows({ users: 50_000, words: 64 * 1024 })
    for (let n = 0; n < 200; n++) mark(rows, `user ${n}`, 1)
    rows.widen(4096)
    expect(mark(rows, 'user 0', 1)).toEqual([false, true])
    expect(mark(rows, 'user 0', 4096 * 32 - 1)).toEqual([false, true])
    expect(mark(rows, 'user 0', 4096 * 32 - 1)).toEqual([true, false])
    for (let n = 1; n < 200; n++) mark(rows, `user ${n}`, 1)
    expect(rows.met.length).toBeLessThanOrEqual(64 * 4096)
  })

  it('USAGE-46 have nothing to note of whoever has no id', () => {
    const rows = new UserRows({ users: 100, words: 1024 * 1024 })
    for (const nobody of ['', undefined, null]) expect(mark(rows, nobody, 3)).toEqual([true, false])
    rows.startOver()
    rows.widen(50)
    for (const nobody of ['', undefined, null]) expect(mark(rows, nobody, 1500)).toEqual([true, false])
  })
})
