import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Budget } from './budget.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('HTTP-34 does not let a request wait that finds room', () => {
  const budget = new Budget(10, 'the room')
  expect([budget.take(4), budget.take(6), budget.taken]).toEqual([undefined, undefined, 10])
  budget.give(6)
  expect(budget.taken).toBe(4)
})

test('HTTP-34 serves waiting requests one after the other, as they find room', async () => {
  const budget = new Budget(10, 'the room')
  budget.take(10)
  const entered: string[] = []
  const enter = (name: string, amount: number) => budget.take(amount)?.then(() => entered.push(name))
  const waiting = [enter('first', 6), enter('second', 3), enter('third', 3)]
  budget.give(2)
  await vi.advanceTimersByTimeAsync(0)
  expect(entered).toEqual([])
  budget.give(3)
  await vi.advanceTimersByTimeAsync(0)
  expect([entered, budget.taken]).toEqual([['second'], 8])
  budget.give(8)
  await Promise.all(waiting)
  expect([entered, budget.taken]).toEqual([['second', 'first', 'third'], 9])
})

test('HTTP-34 lets a part of a budget be used up, and leaves the rest to others', async () => {
  const budget = new Budget(10, 'the room')
  const part = budget.part(6)
  expect([part.take(6), budget.taken]).toEqual([undefined, 6])
  const waiting = part.take(2)
  expect([budget.take(4), budget.taken]).toEqual([undefined, 10])
  budget.give(4)
  expect([part.taken, budget.taken]).toEqual([6, 6])
  part.leave(2)
  await waiting
  expect([part.taken, budget.taken]).toEqual([6, 8])
})

test('HTTP-34 refuses a request that has waited for two seconds, and takes nothing for it', async () => {
  const budget = new Budget(10, 'the room')
  budget.take(10)
  const refused = expect(budget.take(1)).rejects.toThrow('the room is used up')
  await vi.advanceTimersByTimeAsync(2000)
  await refused
  budget.give(10)
  expect(budget.taken).toBe(0)
})

test('HTTP-34 lets no more than a thousand requests wait', async () => {
  const budget = new Budget(1, 'the room')
  budget.take(1)
  const waiting = Array.from({ length: 1000 }, () => budget.take(1)?.catch(() => 'sent away'))
  expect(() => budget.take(1)).toThrow('used up')
  await vi.advanceTimersByTimeAsync(2000)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['sent away']))
})
