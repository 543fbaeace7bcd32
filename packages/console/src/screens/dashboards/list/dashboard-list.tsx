import { connected } from '../../../api/connection.ts'
import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { useShortcuts } from '../../../parts/keyboard.ts'
import { Pager, usePageThatIs } from '../../../parts/pager.tsx'
import { SearchBox } from '../../../parts/search-box.tsx'
import { useLast } from '../../../parts/use-last.ts'
import { go, href, place, setQuery } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { places } from '../../../text/frame.ts'
import '../dashboards.css'
import { DashboardTable } from './dashboard-table.tsx'
import { type ListPlace, listPlace, listQuery, PAGE_SIZE } from './list-place.ts'

/** Lists the dashboards of the project; pinned ones come first. */
export function DashboardList() {
  const at = listPlace(place.value.query)
  const found = useLast(
    useQuery('listDashboards', { params: { project_id: openProject().id }, query: listQuery(at) }),
    at,
  )
  usePageThatIs(at.page, PAGE_SIZE, found.data?.count)
  useShortcuts([{ keys: 'c', label: text.create, run: () => go(href('dashboards', 'new')) }])
  return (
    <div class="screen">
      <div class="head">
        <h1 class="grow">{places.dashboards}</h1>
        {connected.value && (
          <a class="button primary" href={href('dashboards', 'new')}>
            {text.create}
          </a>
        )}
      </div>
      <Filters at={at} />
      <Answered query={found} rows={6}>
        {({ count, results }) =>
          count === 0 ? (
            <Nothing at={at} />
          ) : (
            <>
              <DashboardTable dashboards={results} />
              <Pager page={at.page} size={PAGE_SIZE} count={count} />
            </>
          )
        }
      </Answered>
    </div>
  )
}

function Filters({ at }: { readonly at: ListPlace }) {
  const show = (deleted: boolean) => setQuery({ show: deleted ? 'deleted' : null, page: null })
  return (
    <div class="row wrap list-filters">
      <fieldset class="row wrap chips" aria-label={text.which}>
        <button type="button" class="chip" aria-pressed={!at.deleted} onClick={() => show(false)}>
          {text.all}
        </button>
        <button type="button" class="chip" aria-pressed={at.deleted} onClick={() => show(true)}>
          {text.deletedOnes}
        </button>
        {at.tag !== null && (
          <button type="button" class="chip" aria-pressed onClick={() => setQuery({ tag: null, page: null })}>
            <bdi>{at.tag}</bdi>
            <span aria-hidden="true">×</span>
            <span class="visually-hidden">{text.clearTag}</span>
          </button>
        )}
      </fieldset>
      <SearchBox search={at.search} label={text.search} hint={text.searchHint} />
    </div>
  )
}

function Nothing({ at }: { readonly at: ListPlace }) {
  if (at.search !== '' || at.tag !== null) {
    return (
      <div class="empty">
        <h2>{text.nothingFound}</h2>
        <button type="button" class="button" onClick={() => setQuery({ search: null, tag: null, page: null })}>
          {text.clear}
        </button>
      </div>
    )
  }
  if (at.deleted) return <p class="empty quiet">{text.noneDeleted}</p>
  return (
    <div class="empty">
      <h2>{text.none}</h2>
      <p class="quiet">{text.noneHint}</p>
      {connected.value && (
        <a class="button" href={href('dashboards', 'new')}>
          {text.first}
        </a>
      )}
    </div>
  )
}
