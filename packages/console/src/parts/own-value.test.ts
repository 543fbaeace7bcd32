import { expect, test } from 'vitest'
import { versions } from '../text/versions.ts'
import { ownValue } from './own-value.ts'

test('CONSOLE-321 a name that every object inherits has no value in a record without it', () => {
  const names: Readonly<Record<string, string>> = { web: 'a browser' }
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(ownValue(names, name)).toBeUndefined()
    expect(ownValue({ ...names, [name]: 'own' }, name)).toBe('own')
  }
  expect(ownValue(names, 'web')).toBe('a browser')
  expect(ownValue(undefined, 'web')).toBeUndefined()
})

test('CONSOLE-321 texts of fields that are named like what every object inherits', () => {
  expect(versions.did('constructor', ['name', 'toString'])).toBe('changed the name, toString')
})
