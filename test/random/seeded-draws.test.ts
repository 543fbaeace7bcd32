import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inWorkspace, isTestFile, packageSourceFiles } from '../../scripts/workspace/source-files.ts'

/**
 * Matches random data outside fast-check, in a test or its support code. Only values that merely have to be unique may
 * be random.
 */
const OWN_DRAW = /Math\.random|randomInt\(|numRuns: \w+, seed\b|\{ seed: /

test('random tests draw the same whenever they run with the same seed', () => {
  const { seed } = fc.readConfigureGlobal()
  expect(Number.isInteger(seed)).toBe(true)
  const drawn = fc.sample(fc.nat(), 20)
  expect(fc.sample(fc.nat(), 20)).toEqual(drawn)
  expect(fc.sample(fc.nat(), { numRuns: 20, seed: Number(seed) })).toEqual(drawn)
  expect(fc.sample(fc.nat(), { numRuns: 20, seed: Number(seed) + 1 })).not.toEqual(drawn)
})

test('no test draws past that seed', () => {
  const tests = packageSourceFiles().filter(isTestFile)
  expect(tests.length).toBeGreaterThan(200)
  expect(tests.filter((path) => OWN_DRAW.test(readFileSync(inWorkspace(path), 'utf8')))).toEqual([])
})
