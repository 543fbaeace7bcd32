import { expect, test } from 'vitest'
import { countContainers } from './count-containers.ts'

test.for([
  ['a', 0],
  [{}, 1],
  [[], 1],
  [{ a: [{}, [], 'text', null, 1], b: { c: {} } }, 6],
] as const)('FLAG-124 counts the objects and lists of %j', ([value, count]) => {
  expect(countContainers(value as object)).toBe(count)
})
