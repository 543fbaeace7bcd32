import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { testDeck } from '../../testing/test-deck.ts'

/** Returns a deck on a store that can be cut off, and what a listener has received. */
async function listening() {
  const whole = memoryStore()
  const cable = { isCut: false }
  const read: Store['read'] = (work) =>
    cable.isCut ? Promise.reject(new StoreUnavailable('the cable is cut')) : whole.read(work)
  const errors: unknown[] = []
  const deck = await testDeck({
    store: { ...whole, read },
    checkIntervalMs: 10,
    onError: (error) => errors.push(error),
  })
  const heard: boolean[] = []
  const end = deck.flags.onStale((isStale) => heard.push(isStale))
  return { ...deck, cable, errors, heard, end }
}

describe('a store that is away', () => {
  it('EMBED-22 is told of once, and so is that it is back', async () => {
    const { cable, heard } = await listening()
    cable.isCut = true
    await expect.poll(() => heard).toEqual([true])
    cable.isCut = false
    await expect.poll(() => heard).toEqual([true, false])
    cable.isCut = true
    await expect.poll(() => heard).toEqual([true, false, true])
  })

  it('EMBED-22 is told of at once to who listens while it is away, and to nobody who has ended it', async () => {
    const { cable, heard, end, flags } = await listening()
    cable.isCut = true
    await expect.poll(() => heard).toEqual([true])
    const late: boolean[] = []
    flags.onStale((isStale) => late.push(isStale))
    expect(late).toEqual([true])
    end()
    cable.isCut = false
    await expect.poll(() => late).toEqual([true, false])
    expect(heard).toEqual([true])
  })

  it('EMBED-22 is told to others though a listener throws, and to nobody once the deck is closed', async () => {
    const { cable, deck, errors, flags } = await listening()
    flags.onStale(() => {
      throw new Error('not listening')
    })
    const heard: boolean[] = []
    flags.onStale((isStale) => heard.push(isStale))
    cable.isCut = true
    await expect.poll(() => heard).toEqual([true])
    await expect.poll(() => errors.map(String)).toContain('Error: not listening')
    await deck.close()
    deck.context.snapshots.staleListeners.note(false)
    expect(heard).toEqual([true])
  })
})
