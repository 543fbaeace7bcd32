import fc from 'fast-check'
import { expect, it } from 'vitest'
import { UserSet, type UserSource } from '../user-set.ts'
import { Meetings } from './meetings.ts'
import type { MetKind, MetUsers } from './met-users.ts'

const WORDS = 3
const PLACES = Array.from({ length: 32 * WORDS }, (_, place) => place)
const meeting = fc.record({ place: fc.nat({ max: 32 * WORDS - 1 }), isFirst: fc.boolean() })
const turns = fc.array(
  fc.record({ user: fc.nat({ max: 50 }), met: fc.array(meeting, { maxLength: 8 }), words: fc.nat({ max: WORDS }) }),
  { maxLength: 100 },
)

/** Returns the number of different users; null when adding them reports wrongly whether the set changed. */
function sizeOf(users: UserSource | null): number | null {
  const set = UserSet.empty()
  const isRight = !users || (users.addTo(set) && !users.addTo(set))
  return isRight ? set.size : null
}

it('USAGE-47 hand out who met which answers, however many come and whenever rows become wider', () => {
  fc.assert(
    fc.property(fc.array(turns, { maxLength: 3 }), (takes) => {
      let unfolded = 0
      const meetings = new Meetings(1, { knowsFirst: true, onGrown: (bytes) => (unfolded += bytes) })
      let width = 1
      for (const take of takes) {
        const noted = { met: new Map<number, Set<number>>(), first: new Map<number, Set<number>>() }
        const firsts = new Map<number, number>()
        for (const { user, met, words } of take) {
          width = Math.max(width, words)
          meetings.widen(words)
          meetings.begin({ high: (user << 26) >>> 0, low: user + 1 })
          for (const [place, isFirst] of new Map(met.map((each) => [each.place % (32 * width), each.isFirst]))) {
            const bit = 1 << place
            meetings.note(place >>> 5, bit, isFirst ? bit : 0)
            noted.met.set(place, (noted.met.get(place) ?? new Set()).add(user))
            if (!isFirst) continue
            noted.first.set(place, (noted.first.get(place) ?? new Set()).add(user))
            firsts.set(place, (firsts.get(place) ?? 0) + 1)
          }
        }
        const users: MetUsers = meetings.take()
        for (const kind of ['met', 'first'] as const satisfies readonly MetKind[]) {
          const sizes = PLACES.map((place) => sizeOf(users.of(place, kind)))
          expect(sizes).toEqual(PLACES.map((place) => noted[kind].get(place)?.size ?? 0))
        }
        expect(PLACES.map((place) => users.count(place, 'first'))).toEqual(
          PLACES.map((place) => firsts.get(place) ?? 0),
        )
        expect(users.bytes).toBe(unfolded)
        unfolded = 0
      }
    }),
  )
})

it('USAGE-44 know nothing of first times where nobody asks', () => {
  const meetings = new Meetings(1, { knowsFirst: false, onGrown: () => undefined })
  meetings.begin({ high: 1, low: 1 })
  meetings.note(0, 1, 1)
  const users = meetings.take()
  expect([users.of(0, 'first'), users.count(0, 'first'), users.count(0, 'met')]).toEqual([null, 0, 1])
})
