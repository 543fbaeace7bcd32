import { describe, expect, it } from 'vitest'
import { lastPage } from '../../parts/last-page.ts'
import { countQuery, isNarrowed, listPlace, listQuery, PAGE_SIZE } from './list-place.ts'

const at = (query: string) => listPlace(new URLSearchParams(query))

describe('listPlace', () => {
  it('shows the newest flags first where the address says nothing', () => {
    expect(at('')).toEqual({
      show: 'all',
      search: '',
      kind: null,
      tag: null,
      mine: false,
      sort: '-created_at',
      page: 1,
    })
  })

  it('takes what makes no sense for nothing', () => {
    expect(at('show=x&kind=y&sort=z&page=-3&tag=')).toEqual(at(''))
    expect(at('page=1e400').page).toBe(1_000_000)
  })

  it('tells what narrows the list from what chooses it', () => {
    expect(isNarrowed(at('show=off&sort=key&page=2'))).toBe(false)
    expect(isNarrowed(at('tag=web'))).toBe(true)
  })
})

describe('listQuery', () => {
  it('asks for one page, in order, with its calls', () => {
    expect(listQuery(at('show=stale&search=a b&kind=multivariant&tag=w"b&sort=key&page=3'))).toEqual({
      active: 'STALE',
      search: 'a b',
      type: 'multivariant',
      tags: '["w\\"b"]',
      order: 'key',
      usage: '7d',
      limit: '50',
      offset: '100',
    })
  })

  it('counts without pages', () => {
    expect(countQuery(at('show=deleted&page=4'))).toEqual({ deleted: 'true', limit: '1' })
  })

  it('has one page of nothing', () => {
    expect([0, 1, 50, 51].map((count) => lastPage(count, PAGE_SIZE))).toEqual([1, 1, 1, 2])
  })
})
