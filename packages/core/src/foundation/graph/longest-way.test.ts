import { expect, test } from 'vitest'
import { longestWay } from './needed-first.ts'

const length = (graph: Readonly<Record<number, readonly number[]>>, start: number) =>
  longestWay((id) => graph[id] ?? [], start)

test('FLAG-64 the longest of several ways counts, the start included', () => {
  expect(length({}, 1)).toBe(1)
  expect(length({ 1: [2, 3], 2: [3], 3: [4] }, 1)).toBe(4)
  expect(length({ 1: [4, 2], 2: [3], 3: [4] }, 2)).toBe(3)
})

test('FLAG-64 a circle has an end', () => {
  expect(length({ 1: [2], 2: [1] }, 1)).toBe(2)
})

test('FLAG-64 a way may be long, and have many beside it', () => {
  expect(longestWay((id) => (id < 20_000 ? [id + 1, id + 2, id + 2] : []), 1)).toBe(20_000)
})
