import { expect, test } from 'vitest'
import { structureBytes } from './structure-bytes.ts'

const objectOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key-${n}`, {}]))

test.for([
  ['a', 0],
  [{}, 128],
  [[], 128],
  [{ a: [{}, [], 'text', null, 1], b: { c: {} } }, 6 * 128],
] as const)('FLAG-124 counts the objects and lists of %j', ([value, bytes]) => {
  expect(structureBytes(value as object)).toBe(bytes)
})

test('FLAG-140 counts entries of a list beyond the first eight that are no object and no list', () => {
  expect(structureBytes(Array(8).fill('a'))).toBe(128)
  expect(structureBytes(['a', 1, null, true, ...Array(6).fill('a')])).toBe(128 + 2 * 32)
  expect(structureBytes([...Array(20).fill([]), ...Array(9).fill('a')])).toBe(21 * 128 + 32)
})

test('FLAG-140 counts properties of an object beyond the first eight', () => {
  expect(structureBytes(objectOf(8))).toBe(9 * 128)
  expect(structureBytes(objectOf(10))).toBe(11 * 128 + 2 * 32)
})
