import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NewMeetings } from './new-meetings.ts'

it('USAGE-47 hand out who met which answers, and once', () => {
  const users = fc.array(
    fc.array(fc.record({ place: fc.nat({ max: 95 }), isFirst: fc.boolean() }), { maxLength: 20 }),
    {
      maxLength: 64,
    },
  )
  fc.assert(
    fc.property(fc.array(users, { maxLength: 3 }), (turns) => {
      const meetings = new NewMeetings(3)
      for (const turn of turns) {
        const noted = new Map<string, boolean>()
        turn.forEach((met, user) => {
          meetings.begin({ high: user << 26, low: user })
          for (const { place, isFirst } of met) {
            meetings.note(place, isFirst)
            const name = `${place} ${(user << 26) >>> 0} ${user}`
            noted.set(name, isFirst || (noted.get(name) ?? false))
          }
        })
        expect(meetings.isFull).toBe(turn.length === 64)
        const handed = new Map<string, boolean>()
        meetings.handOver((place, high, low, isFirst) => handed.set(`${place} ${high} ${low}`, isFirst))
        expect(handed).toEqual(noted)
      }
    }),
  )
  expect([new NewMeetings(3).hasPlace(95), new NewMeetings(3).hasPlace(96)]).toEqual([true, false])
})
