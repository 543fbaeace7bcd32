import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../../data/memory/memory-store.ts'
import { createFlagdeck } from '../../../deck/flagdeck.ts'

/** Returns a deck that starts at a moment, and writes `phaseMs` after the start of each ten seconds. */
async function deckAt(startedAt: string, phaseMs: number) {
  vi.useFakeTimers({ now: Date.parse(startedAt) })
  const chance = vi.spyOn(Math, 'random').mockReturnValue(phaseMs / 10_000)
  onTestFinished(() => {
    chance.mockRestore()
    vi.useRealTimers()
  })
  const store = memoryStore()
  const deck = await createFlagdeck({ store })
  onTestFinished(() => deck.close())
  const { flags, project } = await deck.project()
  await flags.create({ key: 'flag' })
  /** Returns the evaluations in the store, by the hour. */
  const counts = async () => {
    const query = { measure: 'evaluations', period: 'bucket', from: '', until: '~', by: ['start'] } as const
    const sums = await store.read((tx) => tx.usageCounts.sum(project.id, query))
    return sums.map(({ start, count }) => [start?.slice(11, 16), count])
  }
  return { ask: () => flags.isEnabled('flag', { distinctId: 'ada' }), counts }
}

describe('when a process writes what it counted', () => {
  it.for([0, 2500, 9999])('USAGE-49 is at a time of its own in each interval, here after %d ms', async (phaseMs) => {
    const { ask, counts } = await deckAt('2026-01-01T12:20:00Z', phaseMs)
    for (let interval = 1; interval <= 3; interval++) {
      ask()
      await vi.advanceTimersByTimeAsync(interval === 1 ? (phaseMs || 10_000) - 1 : 9999)
      expect(await counts()).toEqual(interval === 1 ? [] : [['12:00', interval - 1]])
      await vi.advanceTimersByTimeAsync(1)
      expect(await counts()).toEqual([['12:00', interval]])
    }
  })

  it('USAGE-48 leaves in its hour what was counted before the end of it', async () => {
    const { ask, counts } = await deckAt('2026-01-01T12:59:57Z', 6000)
    ask()
    await vi.advanceTimersByTimeAsync(4000)
    ask()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await counts()).toEqual([
      ['12:00', 1],
      ['13:00', 1],
    ])
  })
})
