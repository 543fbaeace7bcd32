import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Pager, usePageThatIs } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { Time } from '../../parts/time.tsx'
import { useLast } from '../../parts/use-last.ts'
import { href, place, setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { places } from '../../text/frame.ts'
import { people as text } from '../../text/people.ts'
import './people.css'
import { TeachEvent } from './teach-event.tsx'

const PAGE_SIZE = 50

interface Row {
  readonly id: string
  readonly href: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly updatedAt: string
}

/** Lists the stored users, or the groups of one type, with their properties. */
export function PeopleList() {
  const type = place.value.query.get('type')
  const search = place.value.query.get('search') ?? ''
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.people}</h1>
      </div>
      <div class="row wrap list-filters people-filters">
        <Types chosen={type} />
        <SearchBox
          search={search}
          label={type === null ? text.search : text.searchOfGroups}
          hint={type === null ? text.searchHint : text.searchGroups}
        />
      </div>
      {type === null ? <Persons search={search} /> : <Groups key={type} type={type} search={search} />}
    </div>
  )
}

function Types({ chosen }: { readonly chosen: string | null }) {
  const { data: types = [] } = useQuery('listGroupTypes', { params: { project_id: openProject().id } })
  const choose = (type: string | null) => setQuery({ type, search: null, page: null })
  if (types.length === 0) return null
  return (
    <fieldset class="row wrap chips" aria-label={text.which}>
      <button type="button" class="chip" aria-pressed={chosen === null} onClick={() => choose(null)}>
        {text.persons}
      </button>
      {types.map(({ group_type: name, group_type_index: index }) => (
        <button
          key={index}
          type="button"
          class="chip"
          aria-pressed={chosen === String(index)}
          onClick={() => choose(String(index))}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

function usePaging(search: string) {
  const page = Math.max(1, Math.trunc(Number(place.value.query.get('page'))) || 1)
  const offset = (page - 1) * PAGE_SIZE
  return {
    page,
    query: { limit: String(PAGE_SIZE), ...(offset > 0 && { offset: String(offset) }), ...(search && { search }) },
  }
}

function Persons({ search }: { readonly search: string }) {
  const { page, query } = usePaging(search)
  const found = useLast(useQuery('listPersons', { params: { project_id: openProject().id }, query }), query)
  usePageThatIs(page, PAGE_SIZE, found.data?.count ?? undefined)
  return (
    <Answered query={found} rows={8}>
      {({ results, count }) =>
        count === 0 && search === '' ? (
          <NoPersons />
        ) : (
          <Table
            name={text.columns.person}
            page={page}
            count={count ?? results.length}
            rows={results.map(({ distinct_id: id, properties, updated_at: updatedAt }) => ({
              id,
              href: href('people', id),
              properties,
              updatedAt,
            }))}
          />
        )
      }
    </Answered>
  )
}

function Groups({ type, search }: { readonly type: string; readonly search: string }) {
  const { page, query } = usePaging(search)
  const request = { ...query, group_type_index: type }
  const found = useLast(useQuery('listGroups', { params: { project_id: openProject().id }, query: request }), request)
  usePageThatIs(page, PAGE_SIZE, found.data?.count)
  return (
    <Answered query={found} rows={8}>
      {({ results, count }) =>
        count === 0 && search === '' ? (
          <NoGroups type={type} />
        ) : (
          <Table
            name={text.columns.group}
            page={page}
            count={count}
            rows={results.map(({ group_key: id, group_properties: properties, updated_at: updatedAt }) => ({
              id,
              href: href('people', 'group', type, id),
              properties,
              updatedAt,
            }))}
          />
        )
      }
    </Answered>
  )
}

interface TableProps {
  readonly name: string
  readonly page: number
  readonly count: number
  readonly rows: readonly Row[]
}

/** The number of properties that fit into a row. */
const PROPERTIES_SHOWN = 4

function Table({ name, page, count, rows }: TableProps) {
  if (rows.length === 0) return <NoMatch />
  return (
    <>
      <table class="table people-table">
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col" class="known">
              {text.columns.properties}
            </th>
            <th scope="col" class="changed">
              {text.columns.changed}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td class="person-id">
                <a class="mono" href={row.href} title={row.id} dir="auto">
                  {row.id}
                </a>
                <span class="email quiet small" dir="auto">
                  {emailOf(row)}
                </span>
              </td>
              <td class="known">
                <Glance properties={row.properties} />
              </td>
              <td class="changed quiet">
                <Time at={row.updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager page={page} size={PAGE_SIZE} count={count} />
    </>
  )
}

function NoMatch() {
  return (
    <div class="empty">
      <p class="quiet">{text.nobodyFound}</p>
      <button type="button" class="button" onClick={() => setQuery({ search: null, page: null })}>
        {text.clear}
      </button>
    </div>
  )
}

function emailOf({ properties }: Row): string {
  const { email, name } = properties
  return [email, name].find((value): value is string => typeof value === 'string') ?? ''
}

/** The properties by which users are recognized. */
const FIRST = ['email', 'name']

function rankOf(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length
}

function Glance({ properties }: Pick<Row, 'properties'>) {
  const all = Object.entries(properties).sort(([one], [other]) => rankOf(one) - rankOf(other))
  return (
    <>
      {all.slice(0, PROPERTIES_SHOWN).map(([name, value]) => (
        <span key={name} class="small glance">
          <bdi class="quiet">{name}</bdi> <bdi>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
        </span>
      ))}
      {all.length > PROPERTIES_SHOWN && (
        <span class="quiet small glance">{text.more(all.length - PROPERTIES_SHOWN)}</span>
      )}
    </>
  )
}

/** Shows how an SDK sends users. */
function NoPersons() {
  const properties = { $set: { email: 'ana@example.com', plan: 'pro' } }
  return (
    <div class="empty">
      <h2>{text.none}</h2>
      <p class="quiet">{text.noneHint}</p>
      <TeachEvent event={{ event: '$identify', distinct_id: 'user-42', properties }} />
    </div>
  )
}

/** Shows how an SDK sends groups of a type. */
function NoGroups({ type }: { readonly type: string }) {
  const { data: types } = useQuery('listGroupTypes', { params: { project_id: openProject().id } })
  const name = types?.find(({ group_type_index: index }) => String(index) === type)?.group_type
  const properties = { $group_type: name, $group_key: 'acme', $group_set: { plan: 'pro' } }
  return (
    <div class="empty">
      <h2>{text.noGroups}</h2>
      <p class="quiet">{text.noGroupsHint}</p>
      {name !== undefined && <TeachEvent event={{ event: '$groupidentify', distinct_id: 'user-42', properties }} />}
    </div>
  )
}
