import { expect, it } from 'vitest'
import { minVersion } from './min-version.ts'

it.each([
  ['12', 12],
  ['0', 0],
  [undefined, 0],
  ['', 0],
  ['-1', 0],
  ['1.5', 0],
  ['1e3', 0],
  ['"12"', 0],
  ['9'.repeat(16), 0],
])('Flagdeck-Min-Version: %s asks for version %i', (header, version) => {
  expect(minVersion({ 'flagdeck-min-version': header })).toBe(version)
})
