import { expect, it } from 'vitest'
import { capturedToken } from './captured-token.ts'

it.each([
  [{ api_key: 'phc_1' }, { event: 'a', token: 'phc_2' }],
  [{}, { token: 'phc_1', event: 'a', properties: { token: 'phc_2' } }],
  [{}, { $token: 'phc_1', $distinct_id: 'u', $set: {} }],
  [{}, { event: 'a', properties: { token: 'phc_1' } }],
  [{ token: null }, { api_key: 'phc_1' }],
])('PROTO-5 is found in %j and %j', (envelope, event) => {
  expect(capturedToken(envelope, event, 'phc_other')).toBe('phc_1')
})

it.each([[undefined], [{}], [[]], [{ token: 5 }], ['phc_2'], [{ properties: null }]])(
  'PROTO-5 is what the request named when %j names none, else unknown',
  (event) => {
    expect(capturedToken({}, event, 'phc_1')).toBe('phc_1')
    expect(() => capturedToken({}, event, undefined)).toThrow('Incorrect authentication credentials.')
  },
)
