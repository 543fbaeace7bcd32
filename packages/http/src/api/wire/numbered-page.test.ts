import { expect, test } from 'vitest'
import { neighbourLinks, numberedPage } from './numbered-page.ts'

const texts = (length: number) => Array.from({ length }, () => '1')

test('HTTP-66 leaves a page alone that was not cut short', () => {
  const written = { count: 30, items: texts(10), limit: 10 }
  expect(numberedPage(written, { page: 2, limit: 10 })).toEqual({ count: 30, items: texts(10), page: 2, limit: 10 })
})

test.each([
  [1, 10, 7, { page: 1, limit: 7 }],
  [2, 10, 7, { page: 3, limit: 5 }],
  [2, 7, 6, { page: 8, limit: 1 }],
  [4, 100, 33, { page: 11, limit: 30 }],
  [4, 100, 1, { page: 301, limit: 1 }],
])('PAGE-5 makes page %i of %i entries, cut to %i, page %j', (page, limit, shown, expected) => {
  const cut = numberedPage({ count: 1000, items: texts(shown), limit: shown }, { page, limit })
  expect(cut).toEqual({ ...expected, count: 1000, items: texts(expected.limit) })
  const links = neighbourLinks(cut, (to) => JSON.stringify(to))
  expect(links.next).toBe(JSON.stringify({ page: expected.page + 1, limit: expected.limit }))
})
