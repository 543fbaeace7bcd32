import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { claimedVersion, ofrepSubject } from './ofrep-request.ts'

describe('PROTO-20 the subject of a context', () => {
  it('is the targeting key, with its groups; everything else is a property', () => {
    const context = {
      targetingKey: 'ada',
      plan: 'pro',
      age: 0,
      nested: { a: [1] },
      groups: { organization: 'acme', company: 5, team: true },
      groupProperties: { organization: { size: 'big' }, company: 5 },
    }
    expect(ofrepSubject({ context })).toEqual({
      distinctId: 'ada',
      properties: { plan: 'pro', age: 0, nested: { a: [1] } },
      groups: { organization: 'acme', company: 5 },
      groupProperties: { organization: { size: 'big' }, company: {} },
    })
  })

  it.each([undefined, null, {}, { targetingKey: null }, { targetingKey: '' }] satisfies (
    | JsonObject
    | null
    | undefined
  )[])('is missing in %j', (context) => {
    expect(() => ofrepSubject({ context })).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ code: 'required' })] }),
    )
  })

  it.each([0, 7, true, [], {}])('is wrong as %j', (targetingKey) => {
    expect(() => ofrepSubject({ context: { targetingKey } })).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ code: 'invalid_input' })] }),
    )
  })
})

it.each([
  [undefined, 0],
  ['', 0],
  ['x', 0],
  ['-1', 0],
  ['1'.repeat(16), 0],
  ['42', 42],
  [' "42" ', 42],
  ['W/"42"', 42],
  ['42-a1b2c3', 42],
  ['"42--0.5"', 42],
  ['42-', 0],
  ['42-a b', 0],
])('PROTO-26 the version behind %j is %i', (etag, version) => expect(claimedVersion(etag)).toBe(version))
