import { describe, expect, it } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { Confirmations } from './confirmations.ts'

describe('OUT-2 the age of what is held', () => {
  it('is that since the store confirmed it, project by project', () => {
    const clock = fixedClock()
    const confirmations = new Confirmations(clock)
    expect([confirmations.ageMs(1), confirmations.oldestMs]).toEqual([null, null])
    confirmations.confirm(1)
    clock.advance(3000)
    confirmations.confirm(2)
    clock.advance(500)
    expect([1, 2].map((id) => confirmations.ageMs(id))).toEqual([3500, 500])
    expect(confirmations.oldestMs).toBe(3500)
    confirmations.forget(1)
    expect([confirmations.ageMs(1), confirmations.oldestMs]).toEqual([null, 500])
  })

  it('begins where it was for who kept it, whatever their clock says', () => {
    const confirmations = new Confirmations(fixedClock())
    confirmations.confirmAgo(1, 7000)
    confirmations.confirmAgo(2, -7000)
    expect([1, 2].map((id) => confirmations.ageMs(id))).toEqual([7000, 0])
  })
})
