import { expect, test, vi } from 'vitest'

// The imported module for routes reads the address and changes the history.
vi.stubGlobal('location', { hash: '#/project/1/flags/2/explain?distinct_id=old&group.team=t&range=-7d' })
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('history', { replaceState: () => {} })
const { bodyFor, showSubjects, subjectsInPlace, typedValue, valueAsTyped } = await import('./subject.ts')
const { place } = await import('../../../route.ts')

test('a typed text is JSON if it is valid, and otherwise text', () => {
  expect(typedValue('12')).toBe(12)
  expect(typedValue('Berlin')).toBe('Berlin')
  expect(typedValue('"12"')).toBe('12')
})

test('a number that would lose digits stays a text', () => {
  expect(typedValue('12345678901234567890')).toBe('12345678901234567890')
  expect(typedValue('1e999')).toBe('1e999')
  expect(typedValue('0.5')).toBe(0.5)
})

test('a value is the same after it was typed', () => {
  for (const value of ['Berlin', '12', 12, true, 'true', null, ['a'], { a: 1 }, '']) {
    expect(typedValue(valueAsTyped(value))).toEqual(value)
  }
})

test('groups without a key are not sent', () => {
  expect(bodyFor({ distinctId: 'kim', groups: { company: '' } }, {})).toEqual({ distinct_id: 'kim' })
  expect(bodyFor({ distinctId: 'kim', groups: { company: 'acme' } }, { age: '4' })).toEqual({
    distinct_id: 'kim',
    groups: { company: 'acme' },
    person_properties: { age: 4 },
  })
})

test('CONSOLE-344 the address holds up to five subjects with their groups, and no properties', () => {
  const subjects = [
    { distinctId: 'kim', groups: { company: 'a&b=c' } },
    { distinctId: 'with space&%', groups: {} },
    { distinctId: '', groups: { 'x.y': 'z' } },
  ]
  showSubjects(subjects)
  expect(subjectsInPlace()).toEqual(subjects)
  expect([...place.value.query.keys()].sort()).toEqual(['distinct_id', 'group.company', 'range', 'with', 'with'])
  showSubjects(Array.from({ length: 6 }, (_, n) => ({ distinctId: `user-${n}`, groups: {} })))
  expect(subjectsInPlace()).toHaveLength(5)
  showSubjects([])
  expect([...place.value.query.keys()]).toEqual(['range'])
})
