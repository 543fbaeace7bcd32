import { describe, expect, it } from 'vitest'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { testDeck } from '../../testing/test-deck.ts'

const OWN = { groups: [{ colour: 'red' }] } as unknown as FilterInput

async function heardDeck() {
  const errors: Error[] = []
  const test = await testDeck({ onError: (error) => errors.push(error as Error) })
  return { ...test, messages: () => errors.map(({ name, message }) => `${name}: ${message}`) }
}

describe('FLAG-148 warnings of writes', () => {
  it('reach onError once for each kind, with the key of the flag', async () => {
    const { flags, messages } = await heardDeck()
    await flags.create({ key: 'a', filters: OWN })
    await flags.create({ key: 'b', filters: OWN })
    await flags.update('b', { filters: OWN })
    expect(messages()).toEqual([
      expect.stringMatching(
        /^FlagWarning: The flag a was saved with a warning \(unread_key\): These keys of its filters have no effect: /,
      ),
    ])
    await flags.update('b', { filters: { groups: [] } })
    expect(messages()).toHaveLength(2)
    expect(messages()[1]).toContain('(reaches_nobody)')
  })

  it('do not reach it from a dry run, nor from a write that is refused', async () => {
    const { flags, deck, project, messages } = await heardDeck()
    const here = await deck.project(project.id)
    const tried = await here.dryRun((dry) => dry.flags.create({ key: 'a', filters: OWN }))
    expect(tried).toMatchObject({ warnings: [{ code: 'unread_key' }] })
    await expect(flags.create({ key: '!', filters: OWN })).rejects.toMatchObject({ attr: 'key' })
    expect(messages()).toEqual([])
    await flags.create({ key: 'a', filters: OWN })
    expect(messages()).toHaveLength(1)
  })
})
