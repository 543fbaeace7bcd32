import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Budget } from './budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('HTTP-34 lets in at once who finds room', () => {
  const budget = new Budget(10)
  expect([budget.take(4), budget.take(6), budget.taken]).toEqual([undefined, undefined, 10])
  budget.give(6)
  expect(budget.taken).toBe(4)
})

test('HTTP-34 lets those who wait in one after the other, as room becomes free', async () => {
  const budget = new Budget(10)
  budget.take(10)
  const entered: string[] = []
  const enter = (name: string, amount: number) => budget.take(amount)?.then(() => entered.push(name))
  const waiting = [enter('first', 6), enter('second', 3), enter('third', 5)]
  budget.give(5)
  await vi.advanceTimersByTimeAsync(0)
  expect(entered).toEqual([])
  budget.give(5)
  await vi.advanceTimersByTimeAsync(0)
  expect([entered, budget.taken]).toEqual([['first', 'second'], 9])
  budget.give(6)
  await Promise.all(waiting)
  expect([entered, budget.taken]).toEqual([['first', 'second', 'third'], 8])
})

test('HTTP-34 sends away who has waited for two seconds, and keeps nothing for it', async () => {
  const budget = new Budget(10)
  budget.take(10)
  const refused = expect(budget.take(1)).rejects.toThrow('the memory for request bodies is used up')
  await vi.advanceTimersByTimeAsync(2000)
  await refused
  budget.give(10)
  expect(budget.taken).toBe(0)
})

test('HTTP-34 lets no more than a thousand wait', async () => {
  const budget = new Budget(1)
  budget.take(1)
  const waiting = Array.from({ length: 1000 }, () => budget.take(1)?.catch(() => 'sent away'))
  expect(() => budget.take(1)).toThrow('used up')
  await vi.advanceTimersByTimeAsync(2000)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['sent away']))
})
