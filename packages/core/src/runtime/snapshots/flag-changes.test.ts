import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { inProcessChangeBus } from '../../data/change-bus.ts'
import { testDeck } from '../../testing/test-deck.ts'
import * as comparison from './changed-answers.ts'

const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

/** Longer than the interval in which changes are collected. */
const QUIET_MS = 60

/** Returns a deck, and the keys that a listener has received. */
async function listening(options: Parameters<typeof testDeck>[0] = {}) {
  const deck = await testDeck(options)
  const heard: (readonly string[])[] = []
  const end = deck.flags.onChange((keys) => heard.push(keys))
  /** Returns the keys received since the last call. */
  const since = async () => {
    await setTimeout(QUIET_MS)
    return heard.splice(0)
  }
  return { ...deck, heard, since, end }
}

describe('listeners of flags', () => {
  it('EMBED-13 hear which flag may answer otherwise', async () => {
    const { flags, since } = await listening()
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    expect(await since()).toEqual([['a']])
    await flags.update(id, { active: false })
    expect(await since()).toEqual([['a']])
    await flags.update(id, { key: 'b' })
    expect(await since()).toEqual([['a', 'b']])
    await flags.delete(id)
    expect(await since()).toEqual([['b']])
  })

  it('EMBED-13 hear nothing of what changes no answer', async () => {
    const { flags, dashboards, cohorts, since } = await listening()
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    await since()
    await flags.update(id, { name: 'New', tags: ['x'], owner: 'Ada' })
    await flags.update(id, {})
    await dashboards.create({ name: 'D' })
    await cohorts.create({ name: 'C', isStatic: true })
    expect(await since()).toEqual([])
  })

  it('EMBED-13 hear of what another instance has changed', async () => {
    const bus = inProcessChangeBus()
    const { store, project, since } = await listening({ bus })
    const other = await testDeck({ store })
    await (await other.deck.project(project.id)).flags.create({ key: 'a' })
    expect(await since()).toEqual([])
    bus.publish({ projectId: project.id, version: project.version + 1 })
    await expect.poll(since).toEqual([['a']])
  })

  it('EMBED-15 hear of many changes of a moment as one, which is looked at once for all', async () => {
    const { flags, since } = await listening()
    flags.onChange(() => undefined)
    const compare = vi.spyOn(comparison, 'changedAnswers')
    onTestFinished(() => compare.mockRestore())
    const keys = Array.from({ length: 30 }, (_, index) => `flag-${index + 10}`)
    await Promise.all(keys.map((key) => flags.create({ key })))
    const heard = await since()
    expect(heard.flat().toSorted()).toEqual(keys)
    expect(compare).toHaveBeenCalledTimes(heard.length)
    expect(heard.length).toBeLessThan(keys.length)
  })

  it('EMBED-13 hear nothing after they have ended, nor once the deck is closed', async () => {
    const { flags, since, end, heard, deck } = await listening()
    await flags.create({ key: 'a' })
    end()
    end()
    expect(await since()).toEqual([])
    flags.onChange((keys) => heard.push(keys))
    await flags.create({ key: 'b' })
    await deck.close()
    expect(await since()).toEqual([])
  })

  it('EMBED-13 hear nothing of other projects', async () => {
    const { deck, store, since } = await listening()
    const other = await testDeck({ store })
    await (await deck.project(other.project.id)).flags.create({ key: 'a' })
    expect(await since()).toEqual([])
  })

  it('EMBED-13 that throw harm neither the change nor each other, now or later', async () => {
    const errors: unknown[] = []
    const deck = await testDeck({ onError: (error) => errors.push(error) })
    deck.flags.onChange(() => {
      throw new Error('deaf')
    })
    deck.flags.onChange(async () => {
      await setTimeout(1)
      throw new Error('deaf later')
    })
    const heard: (readonly string[])[] = []
    deck.flags.onChange((keys) => heard.push(keys))
    await deck.flags.create({ key: 'a' })
    await setTimeout(QUIET_MS)
    expect(heard).toEqual([['a']])
    await expect.poll(() => errors).toEqual([new Error('deaf'), new Error('deaf later')])
  })

  it('EMBED-13 may end one another', async () => {
    const { flags, since } = await listening()
    const ends: (() => void)[] = []
    const heard: string[] = []
    for (const name of ['one', 'other']) {
      const end = flags.onChange(() => {
        heard.push(name)
        for (const each of ends) each()
      })
      ends.push(end)
    }
    await flags.create({ key: 'a' })
    await since()
    expect(heard).toEqual(['one'])
  })
})

describe('who does not listen', () => {
  it('EMBED-15 costs nothing: no change is looked at', async () => {
    const { flags, context, project } = await testDeck()
    const subscribe = vi.spyOn(context.snapshots, 'subscribe')
    await flags.create({ key: 'a' })
    expect(subscribe).not.toHaveBeenCalled()
    const ends = [flags.onChange(() => undefined), flags.onChange(() => undefined)]
    expect(subscribe).toHaveBeenCalledExactlyOnceWith(project.id, expect.any(Function))
    for (const end of ends) end()
    flags.onChange(() => undefined)
    expect(subscribe).toHaveBeenCalledTimes(2)
  })
})
