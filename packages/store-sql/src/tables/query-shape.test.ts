import type { FlagQuery } from '@flagdeck/core/store'
import { describe, expect, it } from 'vitest'
import { queryShapes } from './query-shape.ts'

const order = { field: 'id', descending: false } as const
const DECIDING = ['order', 'type', 'hasEvaluationContexts'] as const

function shapesMade(capacity: number, queries: readonly FlagQuery[]): number {
  let made = 0
  const make = queryShapes<FlagQuery>(DECIDING, capacity).madeOnceForEach(() => ++made)
  for (const query of queries) make(query)
  return made
}

describe('the shape of a query', () => {
  it('is the same whatever the values', () => {
    expect(
      shapesMade(10, [
        { order, search: 'a' },
        { order, search: 'b' },
      ]),
    ).toBe(1)
    expect(
      shapesMade(10, [
        { order, tags: ['a'] },
        { order, tags: ['a', 'b'] },
      ]),
    ).toBe(1)
  })

  it('differs by what is asked, the order, and what is not a parameter', () => {
    const queries: FlagQuery[] = [
      { order },
      { order: { field: 'id', descending: true } },
      { order: { field: 'key', descending: false } },
      { order, search: 'a' },
      { order, type: 'boolean' },
      { order, type: 'multivariant' },
      { order, hasEvaluationContexts: true },
      { order, hasEvaluationContexts: false },
    ]
    expect(shapesMade(10, queries)).toBe(queries.length)
  })

  it('is not remembered for ever', () => {
    const queries: FlagQuery[] = [{ order }, { order, search: 'a' }, { order, tags: [] }, { order }]
    expect(shapesMade(2, queries)).toBe(4)
  })

  it('takes its values from the query at hand, except those that the text depends on', () => {
    const { inShapeOf } = queryShapes<FlagQuery>(DECIDING)
    const made = inShapeOf({ order, search: 'first', type: 'boolean' }, { order, search: 'second', type: 'boolean' })
    expect(made).toEqual({ order, search: 'second', type: 'boolean' })
  })
})
