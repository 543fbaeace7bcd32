import { setQuery } from '../../route.ts'
import { flagList } from '../../text/flags.ts'
import { type ListPlace, lastPage, PAGE_SIZE } from './list-place.ts'

interface Props {
  readonly at: ListPlace
  readonly count: number
}

export function Pager({ at: { page }, count }: Props) {
  if (count <= PAGE_SIZE) return null
  const from = (page - 1) * PAGE_SIZE + 1
  const open = (next: number) => {
    setQuery({ page: next === 1 ? null : String(next) })
    document.getElementById('content')?.scrollIntoView()
  }
  return (
    <nav class="row pager" aria-label={flagList.pages}>
      <span class="quiet small">{flagList.range(from, Math.min(count, from + PAGE_SIZE - 1), count)}</span>
      <button type="button" class="button" disabled={page === 1} onClick={() => open(page - 1)}>
        {flagList.previous}
      </button>
      <button type="button" class="button" disabled={page >= lastPage(count)} onClick={() => open(page + 1)}>
        {flagList.next}
      </button>
    </nav>
  )
}
