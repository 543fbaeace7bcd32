import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../foundation/json/json-value.ts'
import { shortText } from '../../foundation/json/short-text.ts'
import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import type { CapturedEvent } from './captured-event.ts'
import { flagCallOf } from './flag-call-of.ts'

const NOW = 1_800_000_000_000

function called(properties: JsonObject = {}, event: Partial<CapturedEvent> = {}): CapturedEvent {
  return {
    name: '$feature_flag_called',
    distinctId: 'u',
    uuid: '0192f0e2-6e5c-7c3e-9d4a-000000000001',
    timing: { timestampMs: NOW - 5000, sentAtMs: null, offsetMs: null },
    sdk: 'posthog-node',
    properties: { $feature_flag: 'checkout', $feature_flag_response: true, ...properties },
    ...event,
  }
}

const callOf = (event: CapturedEvent) => flagCallOf(event, 7, NOW)

describe('an event that a flag was called', () => {
  it('CAPTURE-10 is one exposure', () => {
    expect(callOf(called())).toEqual({
      projectId: 7,
      flagKey: 'checkout',
      variant: 'true',
      measure: 'exposures',
      source: 'sdk_remote',
      sdk: 'posthog-node',
      distinctId: 'u',
      count: 1,
      errors: 0,
      at: NOW - 5000,
      uuid: '0192f0e2-6e5c-7c3e-9d4a-000000000001',
    })
  })

  it.each<[JsonObject, string]>([
    [{ $feature_flag_response: false }, 'false'],
    [{ $feature_flag_response: 'control' }, 'control'],
    [{ $feature_flag_response: null }, ''],
    [{ $feature_flag_response: {} }, ''],
  ])('CAPTURE-10 has the variant of %j', (properties, variant) => {
    expect(callOf(called(properties))?.variant).toBe(variant)
  })

  it('CAPTURE-10 without a response has no variant', () => {
    const { $feature_flag_response: _, ...properties } = called().properties
    expect(callOf(called({}, { properties }))?.variant).toBe('')
  })

  it.each<[JsonValue, FlagCall['groups']]>([
    [
      { company: 'acme', team: 7 },
      { company: 'acme', team: '7' },
    ],
    [{ company: '', team: null, firm: ['a'], org: { a: 1 }, on: true }, undefined],
    ['acme', undefined],
    [{ ['t'.repeat(5000)]: 'k'.repeat(5000) }, { [shortText('t'.repeat(5000))]: shortText('k'.repeat(5000)) }],
  ])('CAPTURE-17 has the groups of %j', ($groups, groups) => {
    expect(callOf(called({ $groups }))?.groups).toEqual(groups)
  })

  it('CAPTURE-17 has no more groups than may be kept', () => {
    const $groups = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`type ${n}`, 'k']))
    expect(Object.keys(callOf(called({ $groups }))?.groups ?? {})).toHaveLength(20)
  })

  it('CAPTURE-10 says where it was evaluated, and whether there was an error', () => {
    expect(callOf(called({ locally_evaluated: true }))).toMatchObject({ source: 'sdk_local', errors: 0 })
    expect(callOf(called({ $feature_flag_error: 'flag_missing' }))).toMatchObject({ source: 'sdk_remote', errors: 1 })
    expect(callOf(called({ $feature_flag_error: '' }))?.errors).toBe(0)
  })

  it.each<[Partial<CapturedEvent>]>([
    [{ name: '$pageview' }],
    [{ properties: {} }],
    [{ properties: { $feature_flag: '' } }],
    [{ properties: { $feature_flag: 5 } }],
  ])('CAPTURE-8 is none when it is %j', (event) => {
    expect(callOf(called({}, event))).toBeNull()
  })
})

describe('an event without a UUID', () => {
  const uuidOf = (properties: JsonObject = {}, event: Partial<CapturedEvent> = {}) =>
    callOf(called(properties, { uuid: null, ...event }))?.uuid
  const at = (timestampMs: number | null) => ({ timing: { timestampMs, sentAtMs: null, offsetMs: null } })

  it('CAPTURE-11 is known by its person, flag, variant and time', () => {
    expect(uuidOf()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(uuidOf({ more: 1 })).toBe(uuidOf())
    const others = [
      uuidOf({ $feature_flag: 'other' }),
      uuidOf({ $feature_flag_response: false }),
      uuidOf({}, { distinctId: 'ü' }),
      uuidOf({}, at(NOW)),
    ]
    expect(new Set([uuidOf(), ...others]).size).toBe(5)
  })

  it('CAPTURE-11 is known by nothing when it says no time', () => {
    expect(uuidOf({}, at(null))).toBeNull()
  })
})
