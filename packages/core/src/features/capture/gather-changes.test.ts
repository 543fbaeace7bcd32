import { describe, expect, it } from 'vitest'
import { gatherChanges } from './gather-changes.ts'

interface Change {
  readonly n: number
  readonly id: string
  readonly otherId: string | null
}

function gather(changes: readonly Change[]): Promise<readonly Change[]> {
  return gatherChanges(changes, ({ id, otherId }) => [id, otherId])
}

/** Returns changes of a few ids in a fixed order. One in `each` of them also reads another id. */
function mixedChanges(count: number, ids: number, each: number): readonly Change[] {
  let state = count + ids + each
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  return Array.from({ length: count }, (_, n) => {
    const id = next(ids)
    const otherId = next(each) === 0 ? `u${(id + 1 + next(ids - 1)) % ids}` : null
    return { n, id: `u${id}`, otherId }
  })
}

/** Returns how often a change has another id than the change before it. */
function switches(changes: readonly Change[]): number {
  return changes.filter(({ id }, at) => id !== changes[at - 1]?.id).length
}

describe('CAPTURE-28 changes', () => {
  it('of the same id come together', async () => {
    const inTurn = Array.from({ length: 1000 }, (_, n) => ({ n, id: `u${n % 10}`, otherId: null }))
    expect(switches(await gather(inTurn))).toBe(10)
  })

  it('that connect ids bring no more back and forth than there are of them', async () => {
    const chain = Array.from({ length: 9 }, (_, n) => ({ n, id: `u${n}`, otherId: `u${n + 1}` }))
    const inTurn = Array.from({ length: 1000 }, (_, n) => ({ n: 9 + n, id: `u${n % 10}`, otherId: null }))
    expect(switches(await gather([...chain, ...inTurn]))).toBeLessThan(30)
  })

  it('of ids that are connected again and again come together', async () => {
    const changes = Array.from({ length: 1000 }, (_, n) => ({ n, id: `u${n % 10}`, otherId: `before${n % 10}` }))
    expect(switches(await gather(changes))).toBe(10)
  })

  it.each([
    [200, 3, 2],
    [500, 10, 5],
    [500, 20, 1],
    [2000, 30, 50],
  ])('keep their order for each id that they are about or read: %d, of %d ids', async (count, ids, each) => {
    const changes = mixedChanges(count, ids, each)
    const gathered = await gather(changes)
    expect(new Set(gathered)).toEqual(new Set(changes))
    expect(gathered).toHaveLength(count)
    for (let id = 0; id < ids; id++) {
      const about = (all: readonly Change[]) => all.filter((one) => one.id === `u${id}` || one.otherId === `u${id}`)
      expect(about(gathered)).toEqual(about(changes))
    }
  })
})
