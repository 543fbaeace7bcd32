import { describe, expect, it } from 'vitest'
import { retryWhileBusy } from './retry-while-busy.ts'
import { DatabaseBusy } from './sqlite-errors.ts'

describe('waiting for a lock', () => {
  it('tries again until the lock is free', async () => {
    let attempts = 0
    const result = await retryWhileBusy(performance.now() + 5000, async () => {
      if (++attempts < 4) throw new DatabaseBusy('locked')
      return 'done'
    })
    expect(result).toBe('done')
    expect(attempts).toBe(4)
  })

  it('gives up with the error when the time is over', async () => {
    const busy = new DatabaseBusy('locked')
    await expect(retryWhileBusy(performance.now() + 20, () => Promise.reject(busy))).rejects.toBe(busy)
  })

  it('passes every other error on at once', async () => {
    let attempts = 0
    const failing = retryWhileBusy(performance.now() + 5000, async () => {
      attempts++
      throw new Error('something else')
    })
    await expect(failing).rejects.toThrow('something else')
    expect(attempts).toBe(1)
  })
})
