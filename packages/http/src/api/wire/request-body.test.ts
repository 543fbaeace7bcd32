import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createFlagBody, updateFlagBody } from './flag-request.ts'
import { requestBody } from './request-body.ts'

const body = requestBody(z.object({ userUuid: z.string(), name: z.string().optional() }))

describe('the body of a request', () => {
  it('has its names translated, and its values left to the operation', () => {
    expect(body.parse({ user_uuid: 5, name: [null] })).toEqual({ userUuid: 5, name: [null] })
  })

  it('loses what the operation does not know, the inner names included', () => {
    expect(body.parse({ userUuid: 'x', id: 1, user_uuid: 'y' })).toEqual({ userUuid: 'y' })
  })

  it('may have names that clients spell in another way', () => {
    const move = requestBody(z.object({ toDashboard: z.number(), tileId: z.number() }), {
      otherNames: { toDashboard: 'toDashboard' },
    })
    expect(move.parse({ toDashboard: 3, tileId: 4 })).toEqual({ toDashboard: 3 })
    expect(move.parse({ to_dashboard: 2, toDashboard: 3 })).toEqual({ toDashboard: 2 })
    expect(move.parse(null)).toBe(null)
  })

  it('tells null from missing', () => {
    expect(body.parse({ name: null })).toEqual({ name: null })
    expect(body.parse({})).toEqual({})
  })

  it('is not taken in by inherited names', () => {
    const parsed = requestBody(z.object({ constructor: z.string().optional(), toString: z.string().optional() })).parse(
      {},
    )
    expect(Object.keys(parsed)).toEqual([])
  })

  it('has the names of objects and of lists inside of it translated, and those of documents left alone', () => {
    const nested = requestBody(
      z.object({
        tiles: z.array(
          z.object({
            showDescription: z.boolean().optional(),
            text: z
              .object({ createdBy: z.object({ id: z.number() }).nullable() })
              .nullable()
              .optional(),
            layouts: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
        breakdownColors: z.array(z.looseObject({ colorToken: z.string() })).optional(),
      }),
    )
    const tile = { show_description: true, text: { created_by: { id: 1, x: 2 } }, layouts: { an_y: { x_y: 1 } } }
    expect(
      nested.parse({ tiles: [tile, { text: null }, 'nonsense'], breakdown_colors: [{ colorToken: 'a' }] }),
    ).toEqual({
      tiles: [
        { showDescription: true, text: { createdBy: { id: 1 } }, layouts: { an_y: { x_y: 1 } } },
        { text: null },
        'nonsense',
      ],
      breakdownColors: [{ colorToken: 'a' }],
    })
  })

  it('has the elements of a list that is too long for the operation left alone', () => {
    const short = requestBody(z.object({ tiles: z.array(z.object({ isNew: z.boolean() })).max(2) }))
    const tile = { is_new: true, other: 1 }
    expect(short.parse({ tiles: [tile, tile] })).toEqual({ tiles: [{ isNew: true }, { isNew: true }] })
    const tooMany = [tile, tile, tile]
    expect(short.parse({ tiles: tooMany })).toEqual({ tiles: tooMany })
  })

  it('of a flag translates the flag that the client started from as well', () => {
    const original = { created_at: 'then', rollout_percentage: 5, evaluation_runtime: 'all' }
    expect(updateFlagBody.parse({ version: 3, original_flag: original })).toEqual({
      version: 3,
      originalFlag: { createdAt: 'then', evaluationRuntime: 'all' },
    })
    for (const nonsense of [null, 5, 'x', [1]]) {
      expect(updateFlagBody.parse({ original_flag: nonsense })).toEqual({ originalFlag: nonsense })
    }
  })

  it('of a flag leaves the inside of filters and documents alone', () => {
    const filters = { groups: [{ rollout_percentage: 5, someThing: 1 }] }
    const conditions = { someThing: { deep_er: 1 } }
    expect(createFlagBody.parse({ key: 'k', filters, rollback_conditions: conditions })).toEqual({
      key: 'k',
      filters,
      rollbackConditions: conditions,
    })
  })
})
