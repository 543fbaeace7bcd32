import { expect, it } from 'vitest'
import { closestName } from './closest-name.ts'

it.each([
  ['vlaue', 'value'],
  ['tpye', 'type'],
  ['gruops', 'groups'],
  ['kye', 'key'],
])('FLAG-163 counts two letters that changed places as one change: %s', (written, name) => {
  expect(closestName(written, [name], 'near miss')).toBe(name)
})

it('FLAG-163 counts other letters as before', () => {
  expect(closestName('vlauee', ['value'], 'near miss')).toBeUndefined()
  expect(closestName('vlauee', ['value'])).toBe('value')
  expect(closestName('eulav', ['value'])).toBeUndefined()
  expect(closestName('operator', ['op'])).toBeUndefined()
})
