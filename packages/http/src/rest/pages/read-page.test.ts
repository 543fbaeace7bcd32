import type { PageRequest } from '@flagdeck/core'
import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'
import { listText } from './written-items.ts'

/** A list of texts with these lengths, and the parts of it that were read. */
function listOf(lengths: readonly number[]) {
  const parts: PageRequest[] = []
  const read = async (part: PageRequest) => {
    parts.push(part)
    const items = lengths.slice(part.offset, part.offset + part.limit).map((length) => 'x'.repeat(length))
    return { count: lengths.length, items }
  }
  return { parts, read }
}

const itself = (item: string) => item
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

test('PAGE-5 reads a few items at a time until it has what was asked for', async () => {
  const { parts, read } = listOf(Array.from({ length: 9 }, () => 1))
  const page = await readPage({ limit: 5, offset: 1 }, read, itself, { itemsAtOnce: 2 })
  expect(page).toEqual({ count: 9, items: Array.from({ length: 5 }, () => '"x"'), limit: 5 })
  expect(parts).toEqual([
    { limit: 2, offset: 1 },
    { limit: 2, offset: 3 },
    { limit: 1, offset: 5 },
  ])
})

test('PAGE-5 stops reading where the list ends', async () => {
  const { parts, read } = listOf([1, 1, 1])
  const page = await readPage({ limit: 100, offset: 0 }, read, itself, { itemsAtOnce: 2 })
  expect([page.items.length, page.limit, parts.length]).toEqual([3, 100, 2])
  const even = listOf([1, 1, 1, 1])
  await readPage({ limit: 100, offset: 0 }, even.read, itself, { itemsAtOnce: 2 })
  expect(even.parts).toHaveLength(2)
  expect(await readPage({ limit: 5, offset: 2 ** 53 - 1 }, read, itself)).toEqual({ count: 3, items: [], limit: 5 })
})

test.each([
  [[10, 10, 10, 10], 30, 2],
  [[10, 10, 10, 10], 36, 3],
  [[10, 10, 10, 10], 48, 4],
  [[100, 1], 30, 1],
  [[1, 100, 1], 30, 1],
])('PAGE-5 of texts of %j characters shows in %i characters %i', async (lengths, maxLength, shown) => {
  const page = await readPage({ limit: 100, offset: 0 }, listOf(lengths).read, itself, { maxLength })
  const limit = shown < lengths.length ? shown : 100
  expect([page.count, page.items.length, page.limit]).toEqual([lengths.length, shown, limit])
})

test('PAGE-5 reads fewer items at a time while they are large', async () => {
  const lengths = Array.from({ length: 50 }, (_, at) => (at === 8 ? 70_000 : 1))
  const { parts, read } = listOf(lengths)
  await readPage({ limit: 100, offset: 0 }, read, itself)
  expect(parts.map(({ limit }) => limit)).toEqual([3, 25, 3, 25])
})

test('HTTP-90 a long page holds bytes, and no text', async () => {
  const reserved: number[] = []
  const reservation = {
    readItems: <T>(_: number, read: () => Promise<T>) => read(),
    reserve: async (bytes: number) => void reserved.push(bytes),
  }
  const read = async ({ limit, offset }: PageRequest) => ({
    count: 8,
    items: Array.from({ length: Math.min(limit, 8 - offset) }, () => '\u{1F600}'.repeat(40_000)),
  })
  const { items } = await readPage({ limit: 8, offset: 0 }, read, itself, { reservation })
  expect(items.every((item) => item instanceof Uint8Array)).toBe(true)
  // A comma, two quotes, and four bytes for each character.
  expect(reserved).toEqual([0, 6 * 160_003, 8 * 160_003])
  const parts = [listText('[', items, ']')].flat().map((part) => (typeof part === 'string' ? part : decode(part)))
  expect(JSON.parse(parts.join(''))).toEqual((await read({ limit: 8, offset: 0 })).items)
})

test('PAGE-5 gives others their turn between the parts of a page', async () => {
  const { read } = listOf(Array.from({ length: 6 }, () => 1))
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 0)
  const slowly = async (part: PageRequest) => {
    const until = performance.now() + 5
    while (performance.now() < until);
    return read(part)
  }
  await readPage({ limit: 6, offset: 0 }, slowly, itself, { itemsAtOnce: 1 })
  clearInterval(others)
  expect(turns).toBeGreaterThan(2)
})
