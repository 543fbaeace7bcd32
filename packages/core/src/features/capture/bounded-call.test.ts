import { expect, it } from 'vitest'
import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import { boundedCall } from './bounded-call.ts'

const CALL: FlagCall = {
  projectId: 1,
  flagKey: 'f',
  variant: 'true',
  measure: 'exposures',
  source: 'sdk_local',
  sdk: 'posthog-node',
  distinctId: 'u'.repeat(5000),
  count: 1,
  errors: 0,
  at: 0,
  uuid: null,
}

it('CAPTURE-16 keeps every name that a flag, a variant or an SDK has', () => {
  for (const call of [
    CALL,
    { ...CALL, flagKey: 'k'.repeat(400), variant: 'v'.repeat(400) },
    { ...CALL, variant: '', sdk: '' },
    { ...CALL, flagKey: 'ü', variant: 'ß\0', sdk: 's'.repeat(64) },
  ]) {
    expect(boundedCall(call)).toBe(call)
  }
})

it.each(['v'.repeat(401), 'ü'.repeat(101)])('CAPTURE-16 counts a variant such as %s as another', (variant) => {
  expect(boundedCall({ ...CALL, variant })).toEqual({ ...CALL, variant: '$other' })
})

it.each(['s'.repeat(65), 'sdk\0', 'ü'])('CAPTURE-16 does not name an SDK such as %j', (sdk) => {
  expect(boundedCall({ ...CALL, sdk })).toEqual({ ...CALL, sdk: '' })
})

it.each(['', 'k'.repeat(401), 'ü'.repeat(101)])('CAPTURE-16 counts no flag such as %j', (flagKey) => {
  expect(boundedCall({ ...CALL, flagKey })).toBeNull()
})
