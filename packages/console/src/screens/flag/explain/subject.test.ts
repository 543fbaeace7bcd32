import { expect, test, vi } from 'vitest'

// The address is read as soon as the module of routes is loaded.
vi.stubGlobal('location', { hash: '' })
vi.stubGlobal('addEventListener', () => {})
const { bodyFor, typedValue, valueAsTyped } = await import('./subject.ts')

test('what is typed is JSON where it is some, and text where it is not', () => {
  expect(typedValue('12')).toBe(12)
  expect(typedValue('Berlin')).toBe('Berlin')
  expect(typedValue('"12"')).toBe('12')
})

test('a number that would lose digits stays what was typed', () => {
  expect(typedValue('12345678901234567890')).toBe('12345678901234567890')
  expect(typedValue('1e999')).toBe('1e999')
  expect(typedValue('0.5')).toBe(0.5)
})

test('a value comes back as what it was', () => {
  for (const value of ['Berlin', '12', 12, true, 'true', null, ['a'], { a: 1 }, '']) {
    expect(typedValue(valueAsTyped(value))).toEqual(value)
  }
})

test('groups without a key are left out', () => {
  expect(bodyFor({ distinctId: 'kim', groups: { company: '' } }, {})).toEqual({ distinct_id: 'kim' })
  expect(bodyFor({ distinctId: 'kim', groups: { company: 'acme' } }, { age: '4' })).toEqual({
    distinct_id: 'kim',
    groups: { company: 'acme' },
    person_properties: { age: 4 },
  })
})
