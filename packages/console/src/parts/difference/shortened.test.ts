import { expect, test } from 'vitest'
import { shortened } from './shortened.ts'

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

test('only what differs is shown, with the lines around it', () => {
  expect(shortened(LINES, ['a', 'b', 'c', 'd', 'X', 'f', 'g', 'h'])).toEqual([
    { leftOut: 2 },
    { text: 'c', isOther: false },
    { text: 'd', isOther: false },
    { text: 'e', isOther: true },
    { text: 'f', isOther: false },
    { text: 'g', isOther: false },
    { leftOut: 1 },
  ])
})

test('lines that were added differ, and those after them do not', () => {
  const shown = shortened(['a', 'x', 'b'], ['a', 'b'])
  expect(shown.flatMap((line) => ('text' in line && line.isOther ? [line.text] : []))).toEqual(['x'])
})

test('the same text is left out whole', () => {
  expect(shortened(LINES, LINES)).toEqual([{ leftOut: 8 }])
})
