import { expect, it } from 'vitest'
import { capturedToken } from './captured-token.ts'

it.each([
  [{ api_key: 'phc_1', batch: [{ event: 'a' }] }],
  [{ token: 'phc_1', event: 'a' }],
  [{ $token: 'phc_1', $distinct_id: 'u', $set: {} }],
  [{ event: 'a', properties: { token: 'phc_1' } }],
  [[{ event: 'a', properties: { token: 'phc_1' } }, { properties: { token: 'phc_2' } }]],
  [[{ api_key: 'phc_1' }]],
  [{ batch: [{ properties: { token: 'phc_1' } }] }],
])('PROTO-5 is found in %j', (data) => {
  expect(capturedToken(data, 'phc_other')).toBe('phc_1')
})

it.each([[{}], [[{}]], [{ token: 5 }], [{ batch: 5 }], [{ batch: [] }], [{ batch: [[]] }], [{ properties: null }]])(
  'PROTO-5 is what the request named when %j names none, else unknown',
  (data) => {
    expect(capturedToken(data, 'phc_1')).toBe('phc_1')
    expect(() => capturedToken(data, undefined)).toThrow('Incorrect authentication credentials.')
  },
)
