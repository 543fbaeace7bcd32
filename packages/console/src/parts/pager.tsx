import { useEffect } from 'preact/hooks'
import { setQuery } from '../route.ts'
import { lists } from '../text/lists.ts'
import { lastPage } from './last-page.ts'

interface Props {
  /** Starts at 1. */
  readonly page: number
  /** The number of entries on a page. */
  readonly size: number
  /** The number of entries on all pages. */
  readonly count: number
}

/** Moves between the pages of a list. The address contains the page. */
export function Pager({ page, size, count }: Props) {
  if (count <= size) return null
  const from = (page - 1) * size + 1
  const open = (next: number) => {
    setQuery({ page: next === 1 ? null : String(next) })
    document.getElementById('content')?.scrollIntoView()
  }
  return (
    <nav class="row pager" aria-label={lists.pages}>
      <span class="quiet small">{lists.range(from, Math.min(count, from + size - 1), count)}</span>
      <button type="button" class="button" disabled={page === 1} onClick={() => open(page - 1)}>
        {lists.previous}
      </button>
      <button type="button" class="button" disabled={page >= lastPage(count, size)} onClick={() => open(page + 1)}>
        {lists.next}
      </button>
    </nav>
  )
}

/** Moves to the last page if the page in the address no longer exists because entries were deleted. */
export function usePageThatIs(page: number, size: number, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined && page > lastPage(count, size)) setQuery({ page: String(lastPage(count, size)) })
  }, [page, count])
}
