import { expect, it } from 'vitest'
import type { Flag } from '../../../data/records/flag.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { apartByDependents } from './apart-by-dependents.ts'

const FLAGS = 2000
const IN_A_ROW = 100

/**
 * Returns rows of flags. In each row, a flag depends on the one before it. With `outside`, another flag depends on the
 * last one of each row.
 */
async function rows(outside: boolean) {
  const { flags: deck } = await testDeck()
  const { id: _, ...any } = await deck.create({ key: 'k' })
  const flags: readonly Flag[] = Array.from({ length: FLAGS }, (_, n) => ({
    ...any,
    id: n + 1,
    key: `k${n + 1}`,
    usageKey: null,
  }))
  let visits = 0
  const visited = (flag: Flag | undefined) => {
    const named = { key: flag?.key ?? 'outside', name: '', active: true }
    return {
      ...named,
      get id() {
        visits++
        return flag?.id ?? FLAGS + 1
      },
    }
  }
  const dependentsOf = ({ id }: Pick<Flag, 'id'>) => {
    visits++
    if (id % IN_A_ROW !== 0) return [visited(flags[id])]
    return outside ? [visited(undefined)] : []
  }
  return { flags, dependentsOf, visits: () => visits }
}

it('FLAG-103 keeps rows of flags, and looks at each a few times only', async () => {
  const { flags, dependentsOf, visits } = await rows(true)
  const { free, kept } = apartByDependents(flags, dependentsOf)
  expect([free.length, kept.length]).toEqual([0, FLAGS])
  expect(kept.map(({ dependents }) => dependents.length).every((length) => length === 1)).toBe(true)
  expect(visits()).toBeLessThan(10 * FLAGS)
})

it('FLAG-103 lets rows of flags go together', async () => {
  const { flags, dependentsOf, visits } = await rows(false)
  const { free, kept } = apartByDependents(flags, dependentsOf)
  expect([free.length, kept.length]).toEqual([FLAGS, 0])
  expect(visits()).toBeLessThan(10 * FLAGS)
})
