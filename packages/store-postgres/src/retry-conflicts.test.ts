import { SerializationFailure } from '@flagdeck/core/store'
import { describe, expect, it } from 'vitest'
import { retryConflicts } from './retry-conflicts.ts'

function failing(times: number, error: Error) {
  let runs = 0
  const attempt = async (): Promise<number> => {
    if (++runs <= times) throw error
    return runs
  }
  return { attempt, runs: () => runs }
}

describe('a transaction that conflicts', () => {
  it('runs again until it does not', async () => {
    expect(await retryConflicts(failing(4, new SerializationFailure()).attempt)).toBe(5)
  })

  it('is given up after five attempts, with the conflict', async () => {
    const conflict = new SerializationFailure()
    const { attempt, runs } = failing(100, conflict)
    await expect(retryConflicts(attempt)).rejects.toBe(conflict)
    expect(runs()).toBe(5)
  })

  it('runs once when it fails for another reason', async () => {
    const { attempt, runs } = failing(1, new Error('refused'))
    await expect(retryConflicts(attempt)).rejects.toThrow('refused')
    expect(runs()).toBe(1)
  })
})
