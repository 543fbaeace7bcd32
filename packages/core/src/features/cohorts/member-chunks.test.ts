import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memberChunks } from './member-chunks.ts'

describe('chunks of members', () => {
  it('hold each id once, in order', async () => {
    const ids = fc.array(fc.string({ maxLength: 2 }), { maxLength: 30 }).map((some) => some.filter((id) => id !== ''))
    await fc.assert(
      fc.asyncProperty(ids, async (some) => {
        expect((await memberChunks(some)).flat()).toEqual([...new Set(some)].sort())
      }),
    )
  })

  it.each([
    ['ascending', (n: number) => `user-${String(n).padStart(6, '0')}`],
    ['scattered', (n: number) => `user-${(n * 7919) % 50_000}`],
    ['nearly all alike', (n: number) => (n % 100 === 0 ? `user-${n}` : 'same')],
    ['crowded where nobody would look', (n: number) => (n % 25 === 0 ? `a${n}` : `b${n}`)],
  ])('are small, of a list that is %s', async (_, idOf) => {
    const list = Array.from({ length: 50_000 }, (_each, n) => idOf(n))
    const chunks = await memberChunks(list)
    expect(chunks.flat()).toEqual([...new Set(list)].sort())
    for (const chunk of chunks) expect(chunk.length).toBeLessThan(8000)
  })
})
