import { useQuery } from '../../api/query.ts'
import { setQuery } from '../../route.ts'
import { runsOrganization } from '../../session.ts'
import { activity } from '../../text/activity.ts'
import { inOrganization, nameOf, PAGE } from '../settings/organization.ts'

/** The kind, in the address, that is the organization's own activity. */
export const ORGANIZATION = 'Organization'

interface Props {
  /** null: every kind. */
  readonly kind: string | null
  /** A UUID; empty: anybody. */
  readonly person: string
}

/** What chooses entries. All of it is in the address. */
export function ActivityFilters({ kind, person }: Props) {
  const own = runsOrganization.value ? [[ORGANIZATION, activity.organization] as const] : []
  return (
    <div class="activity-filters">
      <fieldset class="row wrap">
        <legend class="visually-hidden">{activity.kind}</legend>
        <Kind name={activity.everything} kind={null} chosen={kind} />
        {[...Object.entries(activity.kinds), ...own].map(([each, name]) => (
          <Kind key={each} name={name} kind={each} chosen={kind} />
        ))}
      </fieldset>
      {kind !== ORGANIZATION && <Person person={person} />}
    </div>
  )
}

interface KindProps {
  readonly name: string
  readonly kind: string | null
  readonly chosen: string | null
}

function Kind({ name, kind, chosen }: KindProps) {
  return (
    <button type="button" class="chip" aria-pressed={kind === chosen} onClick={() => setQuery({ kind })}>
      {name}
    </button>
  )
}

/** Whoever is a member; somebody who has left is found by an address that names them. */
function Person({ person }: { readonly person: string }) {
  const { data } = useQuery('listMembers', { params: inOrganization(), query: { limit: PAGE } })
  const people = (data?.results ?? []).map(({ user }) => [user.uuid, nameOf(user)] as const)
  const known = person === '' || people.some(([uuid]) => uuid === person)
  return (
    <select
      class="input"
      aria-label={activity.person}
      value={person}
      onChange={({ currentTarget }) => setQuery({ person: currentTarget.value })}
    >
      <option value="">{activity.anybody}</option>
      {!known && <option value={person}>{activity.formerPerson}</option>}
      {people.map(([uuid, name]) => (
        <option key={uuid} value={uuid}>
          {name}
        </option>
      ))}
    </select>
  )
}
