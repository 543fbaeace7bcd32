import { describe, expect, test } from 'vitest'
import { inTopologicalOrder, longestPath } from './directed-graph.ts'

/** Returns the order in which the nodes of a graph are visited, and how often their needs are read. */
function walk(graph: Readonly<Record<string, string>>, start: string, done = '') {
  const visited = new Set(done)
  const asked: string[] = []
  const order: string[] = []
  const needs = (node: string) => {
    asked.push(node)
    return graph[node] ?? ''
  }
  inTopologicalOrder(start, needs, visited.has.bind(visited), (node) => {
    order.push(node)
    visited.add(node)
  })
  expect(new Set(asked).size).toBe(asked.length)
  return order.join('')
}

describe('EVAL-52 what is needed', () => {
  test('comes first, each once', () => {
    expect(walk({ a: 'bc', b: 'cd', c: 'd' }, 'a')).toBe('dcba')
    expect(walk({ a: 'b', c: 'b' }, 'ac')).toBe('bca')
    expect(walk({ a: 'bbb', b: 'cc' }, 'aa')).toBe('cba')
  })

  test('is not visited when it is done', () => {
    expect(walk({ a: 'bc', b: 'd' }, 'a', 'b')).toBe('ca')
    expect(walk({}, 'a', 'a')).toBe('')
  })

  test('ends in a cycle', () => {
    expect(walk({ a: 'b', b: 'a' }, 'a')).toBe('ba')
    expect(walk({ a: 'a' }, 'a')).toBe('a')
    expect([...walk({ a: 'bc', b: 'cd', c: 'ab', d: 'a' }, 'a')].sort().join('')).toBe('abcd')
  })

  test('may be a long chain, and have many ways', () => {
    const visited: number[] = []
    const seen = new Set<number>()
    const next = (node: number) => (node < 3000 ? Array.from({ length: 50 }, (_, more) => node + more + 1) : [])
    inTopologicalOrder([0], next, seen.has.bind(seen), (node) => {
      seen.add(node)
      visited.push(node)
    })
    expect(visited).toHaveLength(3050)
    expect(visited.at(-1)).toBe(0)
  })
})

const length = (graph: Readonly<Record<number, readonly number[]>>, start: number) =>
  longestPath((id) => graph[id] ?? [], start)

test('FLAG-64 the longest of several paths counts, the start included', () => {
  expect(length({}, 1)).toBe(1)
  expect(length({ 1: [2, 3], 2: [3], 3: [4] }, 1)).toBe(4)
  expect(length({ 1: [4, 2], 2: [3], 3: [4] }, 2)).toBe(3)
})

test('FLAG-64 a cycle has an end', () => {
  expect(length({ 1: [2], 2: [1] }, 1)).toBe(2)
})

test('FLAG-64 a path may be long, and have many beside it', () => {
  expect(longestPath((id) => (id < 20_000 ? [id + 1, id + 2, id + 2] : []), 1)).toBe(20_000)
})
