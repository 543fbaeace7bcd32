import { href, setQuery } from '../../route.ts'
import { flagList } from '../../text/flags.ts'
import { isNarrowed, type ListPlace } from './list-place.ts'

/** Explains why the list has no flags. */
export function NothingFound({ at }: { readonly at: ListPlace }) {
  if (!isNarrowed(at)) {
    return (
      <p class="empty quiet">
        {flagList.noneShown[at.show]} {at.show === 'stale' && <a href={href('settings')}>{flagList.staleSettings}</a>}
      </p>
    )
  }
  return (
    <div class="empty">
      <h2>{flagList.nothingFound}</h2>
      <button
        type="button"
        class="button"
        onClick={() => setQuery({ search: null, kind: null, tag: null, mine: null, page: null })}
      >
        {flagList.clear}
      </button>
    </div>
  )
}
