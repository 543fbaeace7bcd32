import { describe, expect, it } from 'vitest'
import { pageText } from './page.ts'

function envelope(count: number, limit: number, offset: number, query = '') {
  const asked = {
    offset,
    parameters: new URLSearchParams(query),
    link: (parameters: URLSearchParams) => `http://a.test/?${parameters}`,
  }
  const { next, previous } = JSON.parse(String(pageText({ count, items: ['10', '20'], limit }, asked)))
  return { next, previous }
}

describe('the envelope of a list', () => {
  it('holds the count and the items in the form of the wire', () => {
    const asked = { offset: 0, parameters: new URLSearchParams(), link: String }
    expect(JSON.parse(String(pageText({ count: 2, items: ['10', '20'], limit: 2 }, asked)))).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [10, 20],
    })
  })

  it.each([
    [0, 10, 0, null, null],
    [10, 10, 0, null, null],
    [11, 10, 0, 'limit=10&offset=10', null],
    [30, 10, 10, 'limit=10&offset=20', 'limit=10'],
    [30, 10, 20, null, 'limit=10&offset=10'],
    [30, 10, 5, 'limit=10&offset=15', 'limit=10'],
    [30, 10, 30, null, 'limit=10&offset=20'],
    [5, 10, 100, null, 'limit=10&offset=90'],
  ])('links the neighbours of %i items, %i from %i', (count, limit, offset, next, previous) => {
    const link = (query: string | null) => query && `http://a.test/?${query}`
    expect(envelope(count, limit, offset)).toEqual({ next: link(next), previous: link(previous) })
  })

  it('does not repeat a key that came in the query', () => {
    expect(envelope(9, 2, 2, 'personal_api_key=phx_1&limit=2&personal_api_key=phx_2&a=1')).toEqual({
      next: 'http://a.test/?a=1&limit=2&offset=4',
      previous: 'http://a.test/?a=1&limit=2',
    })
  })

  it('keeps the other parameters, sorted by name, and says what was really used', () => {
    expect(envelope(9, 100, 2, 'z=1&limit=x&offset=2&a=%C3%BC&z=0').previous).toBe(
      'http://a.test/?a=%C3%BC&limit=100&z=1&z=0',
    )
  })
})
