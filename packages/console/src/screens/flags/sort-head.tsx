import { setQuery } from '../../route.ts'
import type { ListPlace, Sort } from './list-place.ts'

interface Props {
  readonly class: string
  readonly at: ListPlace
  readonly label: string
  /** The order of the first click. The second click reverses it. */
  readonly first: Sort
  readonly second: Sort
}

/** Shows the heading of a column that sorts the list. The third click restores the default order. */
export function SortHead({ class: column, at: { sort }, label, first, second }: Props) {
  const ascending = first.startsWith('-') ? second : first
  const order = sort !== first && sort !== second ? undefined : sort === ascending ? 'ascending' : 'descending'
  const next = sort === first ? second : sort === second ? null : first
  return (
    <th scope="col" class={column} aria-sort={order}>
      <button type="button" class="sort" onClick={() => setQuery({ sort: next, page: null })}>
        {label}
        <span class="arrow" aria-hidden="true">
          {order === undefined ? '' : order === 'ascending' ? '↑' : '↓'}
        </span>
      </button>
    </th>
  )
}
