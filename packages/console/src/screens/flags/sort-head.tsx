import { setQuery } from '../../route.ts'
import type { ListPlace, Sort } from './list-place.ts'

interface Props {
  readonly class: string
  readonly at: ListPlace
  readonly label: string
  readonly ascending: Sort
  readonly descending: Sort
}

/** The head of a column that the list can be in the order of: pressing it turns the order round. */
export function SortHead({ class: column, at: { sort }, label, ascending, descending }: Props) {
  const order = sort === ascending ? 'ascending' : sort === descending ? 'descending' : undefined
  // Names begin with A, moments with the latest.
  const first = ascending === 'key' ? ascending : descending
  const next = sort === first ? (first === ascending ? descending : ascending) : first
  return (
    <th scope="col" class={column} aria-sort={order}>
      <button type="button" class="sort" onClick={() => setQuery({ sort: next, page: null })}>
        {label}
        <span aria-hidden="true">{order === undefined ? '' : order === 'ascending' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  )
}
