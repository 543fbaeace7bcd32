import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

const KNOWN = ['app_version', 'country', 'email', 'plan']

test.each([
  ['emial', 'email'],
  ['e-mail', 'email'],
  ['appVersion', 'app_version'],
  ['countri', 'country'],
  ['plam', 'plan'],
  ['em', 'email'],
])('CONSOLE-226 %s probably means %s', (written, name) => {
  expect(nearestName(written, KNOWN)).toBe(name)
})

test.each(['', 'seats', 'e', 'liame'])('CONSOLE-226 %j is near no name', (written) => {
  expect(nearestName(written, KNOWN)).toBeUndefined()
})
