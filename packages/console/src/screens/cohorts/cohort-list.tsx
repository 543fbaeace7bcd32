import { useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { useShortcuts } from '../../parts/keyboard.ts'
import { Menu, type MenuItem } from '../../parts/menu.tsx'
import { whole } from '../../parts/number.ts'
import { Pager, usePageThatIs } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { Time } from '../../parts/time.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { useLast } from '../../parts/use-last.ts'
import { go, href, place, setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { cohorts as text } from '../../text/cohorts.ts'
import { places } from '../../text/frame.ts'
import { isolate } from '../../text/isolate.ts'
import { personName } from '../flag/flag.ts'
import type { Cohort } from './cohort.ts'
import { restoreCohort } from './cohort-actions.ts'
import { editName } from './edit/draft.ts'
import './cohorts.css'
import { DeleteCohort } from './delete-cohort.tsx'

const PAGE_SIZE = 50

/** Lists the cohorts of the project, newest first. */
export function CohortList() {
  const search = place.value.query.get('search') ?? ''
  const deleted = place.value.query.get('show') === 'deleted'
  const page = Math.max(1, Math.trunc(Number(place.value.query.get('page'))) || 1)
  const query = {
    limit: String(PAGE_SIZE),
    ...(page > 1 && { offset: String((page - 1) * PAGE_SIZE) }),
    ...(search && { search }),
    ...(deleted && { deleted: 'true' }),
  }
  const found = useLast(useQuery('listCohorts', { params: { project_id: openProject().id }, query }), query)
  usePageThatIs(page, PAGE_SIZE, found.data?.count)
  useShortcuts([{ keys: 'c', label: text.create, run: () => go(href('cohorts', 'new')) }])
  return (
    <div class="screen">
      <div class="head">
        <h1 class="grow">{places.cohorts}</h1>
        {connected.value && (
          <a class="button primary" href={href('cohorts', 'new')}>
            {text.create}
          </a>
        )}
      </div>
      <Filters search={search} deleted={deleted} />
      <Answered query={found} rows={6}>
        {({ count, results }) =>
          count === 0 ? (
            <Nothing search={search} deleted={deleted} />
          ) : (
            <>
              <CohortTable cohorts={results} />
              <Pager page={page} size={PAGE_SIZE} count={count} />
            </>
          )
        }
      </Answered>
    </div>
  )
}

interface Place {
  readonly search: string
  readonly deleted: boolean
}

function Filters({ search, deleted }: Place) {
  const show = (which: 'deleted' | null) => setQuery({ show: which, page: null })
  return (
    <div class="row wrap list-filters">
      <fieldset class="row wrap chips" aria-label={text.which}>
        <button type="button" class="chip" aria-pressed={!deleted} onClick={() => show(null)}>
          {text.all}
        </button>
        <button type="button" class="chip" aria-pressed={deleted} onClick={() => show('deleted')}>
          {text.deletedOnes}
        </button>
      </fieldset>
      <SearchBox search={search} label={text.search} hint={text.searchHint} />
    </div>
  )
}

function Nothing({ search, deleted }: Place) {
  if (search !== '') {
    return (
      <div class="empty">
        <h2>{text.nothingFound}</h2>
        <button type="button" class="button" onClick={() => setQuery({ search: null, page: null })}>
          {text.clear}
        </button>
      </div>
    )
  }
  if (deleted) return <p class="empty quiet">{text.noneDeleted}</p>
  return (
    <div class="empty">
      <h2>{text.none}</h2>
      <p class="quiet">{text.noneHint}</p>
    </div>
  )
}

function CohortTable({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
  const [deleting, setDeleting] = useState<Cohort>()
  return (
    <>
      <table class="table cohort-table">
        <thead>
          <tr>
            <th scope="col">{text.columns.name}</th>
            <th scope="col" class="kind">
              {text.columns.kind}
            </th>
            <th scope="col" class="by">
              {text.columns.made}
            </th>
            <th scope="col" class="more">
              <span class="visually-hidden">{text.columns.more}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.id}>
              <td class="named">
                <div class="row wrap">
                  <a class="cohort-name" href={href('cohorts', cohort.id)} title={cohort.name} dir="auto">
                    {cohort.name}
                  </a>
                  <Unsaved name={editName(cohort.id)} href={href('cohorts', cohort.id, 'edit')} />
                </div>
                {cohort.description && (
                  <span class="quiet small about" dir="auto" title={cohort.description}>
                    {cohort.description}
                  </span>
                )}
              </td>
              <td class="kind">{kindOf(cohort)}</td>
              <td class="by quiet">
                {authorOf(cohort)} <Time at={cohort.created_at} />
              </td>
              <td class="more">
                <Menu label={text.more(cohort.name)} items={menuOf(cohort, setDeleting)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {deleting && <DeleteCohort cohort={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

export function kindOf({ is_static, count }: Cohort): string {
  return is_static ? text.list(count ?? 0, whole(count ?? 0)) : text.rule
}

function authorOf({ created_by }: Cohort): string {
  const name = personName(created_by)
  return name === '' ? '' : `${isolate(name)},`
}

function menuOf(cohort: Cohort, onDelete: (cohort: Cohort) => void): readonly MenuItem[] {
  const open = { label: text.open, onChoose: () => go(href('cohorts', cohort.id)) }
  if (!connected.value || !cohort.can_edit) return [open]
  if (cohort.deleted) return [open, { label: text.restore, onChoose: () => void restoreCohort(cohort) }]
  const edit = { label: text.edit, onChoose: () => go(href('cohorts', cohort.id, 'edit')) }
  return [open, edit, { label: text.delete, onChoose: () => onDelete(cohort) }]
}
