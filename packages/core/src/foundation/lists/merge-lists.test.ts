import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeLists } from './merge-lists.ts'

/** Merges lists of letters, which are written as words. */
function merge(base: string, theirs: string, mine: string): string | readonly number[] {
  const { items, overlaps } = mergeLists([...base], [...theirs], [...mine])
  return overlaps.length > 0 ? overlaps : items.join('')
}

describe('two edits of one list', () => {
  it.each<[what: string, base: string, theirs: string, mine: string, merged: string]>([
    ['of different items', 'abc', 'Abc', 'abC', 'AbC'],
    ['of neighbours', 'ab', 'Ab', 'aB', 'AB'],
    ['of an item, and one that is new behind it', 'a', 'ax', 'A', 'Ax'],
    ['of an item, and one that is new before it', 'a', 'xa', 'A', 'xA'],
    ['of an item, and its neighbour that is gone', 'ab', 'b', 'aB', 'B'],
    ['of an item, and several others that come and go', 'abcdef', 'xacyef', 'abCdef', 'xaCyef'],
    ['of the last, while another goes and a third changes', 'abcd', 'bCd', 'abcD', 'bCD'],
    ['of an item, and an order that changed elsewhere', 'abcd', 'bacd', 'abcD', 'bacD'],
    ['that remove neighbours', 'abcd', 'acd', 'abd', 'ad'],
    ['that add in different places', 'ab', 'xab', 'aby', 'xaby'],
    ['that are the same, and one more', 'abc', 'Abc', 'AbC', 'AbC'],
    ['that add the same, and one more', 'ab', 'abx', 'Abx', 'Abx'],
    ['of items next to equal ones', 'aab', 'aaab', 'aaB', 'aaaB'],
    ['of which one is none', 'abc', 'abc', 'cx', 'cx'],
    ['that begin with nothing, of which one is none', '', '', 'xy', 'xy'],
  ])('EDIT-4 are both carried out: %s', (_, base, theirs, mine, merged) => {
    expect(merge(base, theirs, mine)).toBe(merged)
    expect(merge(base, mine, theirs)).toBe(merged)
  })

  it.each<[what: string, base: string, theirs: string, mine: string, places: readonly number[]]>([
    ['of the same item', 'abc', 'aXc', 'aYc', [1]],
    ['of an item that is gone', 'abc', 'ac', 'aXc', [1]],
    ['that add in the same place', 'ab', 'abx', 'aby', [2]],
    ['that add to nothing', '', 'x', 'y', [0]],
    ['of an item whose equal came or went', 'aab', 'ab', 'Aab', [0]],
    ['of an item beside which an equal one came', 'ab', 'aab', 'Ab', [0]],
    ['of an item in another order', 'abc', 'bca', 'abC', [2]],
    ['of one item that both moved', 'abc', 'bac', 'acb', [1]],
    ['of several items', 'abcd', 'XbcX', 'YbcY', [0, 3]],
  ])('EDIT-4 overlap where it cannot be told what was meant: %s', (_, base, theirs, mine, places) => {
    expect(merge(base, theirs, mine)).toEqual(places)
    expect(merge(base, mine, theirs)).toEqual(places)
  })
})

type Who = 'theirs' | 'mine'

/** The change of an item of the list, and the items added before it. */
interface Step {
  readonly who: Who | null
  readonly change: 'edit' | 'remove' | 'stay'
  readonly added: number
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom('theirs' as const, 'mine' as const, null),
  change: fc.constantFrom('edit' as const, 'remove' as const, 'stay' as const),
  added: fc.constantFrom(0, 0, 0, 1, 2),
})

/** Returns the list after the steps of some users. */
function carriedOut(steps: readonly Step[], people: readonly (Who | null)[]): string[] {
  return steps.flatMap(({ who, change, added }, place) => {
    if (who === null || !people.includes(who)) return [`item ${place}`]
    const isNew = Array.from({ length: added }, (_, nth) => `${who} ${place}.${nth}`)
    if (change === 'remove') return isNew
    return [...isNew, change === 'edit' ? `${who} changed ${place}` : `item ${place}`]
  })
}

function mergedSteps(steps: readonly Step[]) {
  return mergeLists(carriedOut(steps, []), carriedOut(steps, ['theirs']), carriedOut(steps, ['mine']))
}

describe('edits of items that differ', () => {
  it('EDIT-6 come to what both say, one after the other, wherever they do not overlap', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { items, overlaps } = mergedSteps(steps)
        if (overlaps.length === 0) expect(items).toEqual(carriedOut(steps, ['theirs', 'mine']))
      }),
      { numRuns: 1000 },
    )
  })

  it('EDIT-6 never overlap with something between them that nobody touched', () => {
    const untouched: Step = { who: null, change: 'stay', added: 0 }
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const apart = steps.flatMap((each) => [each, untouched])
        expect(mergedSteps(apart)).toEqual({ items: carriedOut(apart, ['theirs', 'mine']), overlaps: [] })
      }),
    )
  })
})

const letters = (alphabet: string, maxLength: number) => fc.array(fc.constantFrom(...alphabet), { maxLength })

describe('any three lists', () => {
  const sides = fc.tuple(letters('abc', 7), letters('abcx', 7), letters('abcy', 7))

  it('EDIT-6 come to the same whoever was first', () => {
    fc.assert(
      fc.property(sides, ([base, theirs, mine]) => {
        const [one, other] = [mergeLists(base, theirs, mine), mergeLists(base, mine, theirs)]
        expect(other.overlaps).toEqual(one.overlaps)
        if (one.overlaps.length === 0) expect(other.items).toEqual(one.items)
      }),
      { numRuns: 3000 },
    )
  })

  it('EDIT-6 come to what one made of it when the other made nothing else', () => {
    fc.assert(
      fc.property(sides, ([base, theirs]) => {
        const whole = { items: theirs, overlaps: [] }
        expect(mergeLists(base, theirs, base)).toEqual(whole)
        expect(mergeLists(base, base, theirs)).toEqual(whole)
        expect(mergeLists(base, theirs, theirs)).toEqual(whole)
      }),
      { numRuns: 1000 },
    )
  })

  it('EDIT-6 lose nothing, and have nothing twice, however items moved', () => {
    const base = [...'abcdef']
    const moved = (own: string) => fc.shuffledSubarray([...base, ...own])
    const edited = (own: string) => fc.tuple(fc.subarray([...base, ...own]), moved(own), fc.boolean())
    fc.assert(
      fc.property(edited('xy'), edited('uv'), ([kept, any, inOrder], [kept2, any2, inOrder2]) => {
        const [theirs, mine] = [inOrder ? kept : any, inOrder2 ? kept2 : any2]
        const { items, overlaps } = mergeLists(base, theirs, mine)
        if (overlaps.length > 0) return
        const stayed = base.filter((item) => theirs.includes(item) && mine.includes(item))
        const added = [...theirs, ...mine].filter((item) => !base.includes(item))
        expect(items.toSorted()).toEqual([...stayed, ...added].toSorted())
      }),
      { numRuns: 5000 },
    )
  })
})

it('EDIT-11 takes lists as long as they get in one go', () => {
  const base = Array.from({ length: 200_000 }, (_, n) => (n % 3 === 0 ? 'same' : `item ${n}`))
  const theirs = base.map((item, n) => (n % 100 === 10 ? `theirs ${n}` : item))
  const mine = base.filter((_, n) => n % 100 !== 50)
  expect(mergeLists(base, theirs, mine)).toEqual({ items: theirs.filter((_, n) => n % 100 !== 50), overlaps: [] })
})
