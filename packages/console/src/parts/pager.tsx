import { useEffect } from 'preact/hooks'
import { setQuery } from '../route.ts'
import { lists } from '../text/lists.ts'
import { lastPage } from './last-page.ts'

interface Props {
  /** From 1 on. */
  readonly page: number
  /** Entries of a page. */
  readonly size: number
  /** Entries of all pages. */
  readonly count: number
}

/** Moves between the pages of a list. Which one is shown is in the address. */
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

/** What is listed goes away, and the last page with it: the one before it is shown then. */
export function usePageThatIs(page: number, size: number, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined && page > lastPage(count, size)) setQuery({ page: String(lastPage(count, size)) })
  }, [page, count])
}
