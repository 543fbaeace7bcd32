import { expect, test } from 'vitest'
import { importCycles } from './import-graph.ts'

test('files that import each other are found, those that only follow are not', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', ['d']],
    ['e', ['a']],
    ['f', []],
  ])
  expect(importCycles(graph)).toEqual([['a', 'b', 'c'], ['d']])
})
