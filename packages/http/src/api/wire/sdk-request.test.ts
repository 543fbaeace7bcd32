import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { sdkRequest, sdkToken } from './sdk-request.ts'

const NOBODY = { properties: {}, groups: {}, groupProperties: {} }

describe('what an SDK asks', () => {
  it('names its project as token, api_key or $token, in this order', () => {
    expect(sdkToken({ token: 'a', api_key: 'b', $token: 'c' })).toBe('a')
    expect(sdkToken({ token: null, api_key: 'b', $token: 'c' })).toBe('b')
    expect(sdkToken({ $token: 'c' })).toBe('c')
  })

  it.each<[JsonObject]>([[{}], [{ token: '' }], [{ token: 5 }], [{ token: { a: 1 } }]])(
    'is refused without a token: %j',
    (body) => {
      expect(() => sdkToken(body)).toThrow('Incorrect authentication credentials.')
    },
  )

  it('is about somebody, whose id may be a number', () => {
    expect(sdkRequest({ distinct_id: 'u' }).subject).toEqual({ distinctId: 'u', ...NOBODY })
    expect(sdkRequest({ $distinct_id: 1.5 }).subject.distinctId).toBe('1.5')
    expect(sdkRequest({ distinct_id: '' }).subject.distinctId).toBe('')
    expect(() => sdkRequest({ distinct_id: null })).toThrow('This field is required.')
  })

  it('takes the first name that has a value', () => {
    expect(sdkRequest({ distinct_id: null, $distinct_id: 'u', $groups: {}, groups: { a: 'b' } }).subject).toEqual({
      ...NOBODY,
      distinctId: 'u',
      groups: { a: 'b' },
    })
  })

  it('keeps device and anonymous ids only when they are there', () => {
    const { subject } = sdkRequest({ distinct_id: 'u', $device_id: 7, anon_distinct_id: 'a' })
    expect(subject).toMatchObject({ deviceId: '7', anonDistinctId: 'a' })
    expect(Object.keys(sdkRequest({ distinct_id: 'u' }).subject)).not.toContain('deviceId')
  })

  it('PROTO-71 takes the anonymous id from the properties of the person where it is not beside them', () => {
    const anonymousId = (fields: JsonObject) => sdkRequest({ distinct_id: 'u', ...fields }).subject.anonDistinctId
    const inside = { person_properties: { $anon_distinct_id: 'inside', plan: 'pro' } }
    expect(anonymousId(inside)).toBe('inside')
    expect(anonymousId({ $properties: { $anon_distinct_id: 7 } })).toBe('7')
    expect(anonymousId({ ...inside, $anon_distinct_id: 'beside' })).toBe('beside')
    expect(anonymousId({ ...inside, $anon_distinct_id: null })).toBe('inside')
    expect(anonymousId({ person_properties: { $anon_distinct_id: {} } })).toBeUndefined()
    expect(sdkRequest({ distinct_id: 'u', ...inside }).subject.properties).toEqual(inside.person_properties)
  })

  it('drops groups that are no key, and properties that are none', () => {
    const groups = { a: 'x', b: 2, c: null, d: {}, e: [1], f: true }
    const { subject } = sdkRequest({ distinct_id: 'u', groups, group_properties: { a: { n: 1 }, b: 'no' } })
    expect(subject.groups).toEqual({ a: 'x', b: 2 })
    expect(subject.groupProperties).toEqual({ a: { n: 1 }, b: {} })
  })

  it('keeps a group type called __proto__ as one like any other', () => {
    const groups = JSON.parse('{"__proto__":"x"}') as JsonObject
    expect(Object.keys(sdkRequest({ distinct_id: 'u', groups }).subject.groups ?? {})).toEqual(['__proto__'])
  })

  it('asks for all flags unless it names some', () => {
    expect(sdkRequest({ distinct_id: 'u' }).flagKeys).toBeUndefined()
    expect(sdkRequest({ distinct_id: 'u', flag_keys: ['a', 5, 'b'] }).flagKeys).toEqual(['a', 'b'])
    expect(sdkRequest({ distinct_id: 'u', flag_keys_to_evaluate: [] }).flagKeys).toEqual([])
    expect(sdkRequest({ distinct_id: 'u', evaluation_environments: ['web'] }).evaluationContexts).toEqual(['web'])
  })

  it('wants none only when it says true', () => {
    expect(sdkRequest({ distinct_id: 'u', disable_flags: true }).disableFlags).toBe(true)
    expect(sdkRequest({ distinct_id: 'u', disable_flags: 'true' }).disableFlags).toBe(false)
  })
})
