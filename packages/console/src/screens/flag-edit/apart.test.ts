import { expect, test } from 'vitest'
import { apart } from './apart.ts'

const MANY = Array.from({ length: 30 }, (_, index) => `set ${index + 1}`)

test('CONSOLE-129 shows of many lines those that differ, and counts the others', () => {
  const changed = MANY.with(3, 'another')
  expect(apart(changed, MANY)).toEqual({ shown: ['another'], leftOut: 29 })
  expect(apart(MANY, changed)).toEqual({ shown: ['set 4'], leftOut: 29 })
  expect(apart([...MANY, 'one more'], MANY)).toEqual({ shown: ['one more'], leftOut: 30 })
  expect(apart(MANY, [...MANY, 'one more'])).toEqual({ shown: [], leftOut: 30 })
})

test('CONSOLE-129 shows a few lines, and those that only moved, as they are', () => {
  const few = MANY.slice(0, 4)
  expect(apart(few, few.with(0, 'another'))).toEqual({ shown: few, leftOut: 0 })
  expect(apart(MANY, MANY.toReversed())).toEqual({ shown: MANY, leftOut: 0 })
})
