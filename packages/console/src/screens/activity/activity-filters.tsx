import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Combobox } from '../../parts/combobox.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useLast } from '../../parts/use-last.ts'
import { useSettled } from '../../parts/use-settled.ts'
import { setQuery } from '../../route.ts'
import { openProject, runsOrganization } from '../../session.ts'
import { activity } from '../../text/activity.ts'
import { inOrganization, nameOf, PAGE } from '../settings/organization.ts'
import { type Filters, isFiltered, ORGANIZATION } from './filters.ts'

/** Shows the filters of the list. The address contains all of them (CONSOLE-353). */
export function ActivityFilters({ filters }: { readonly filters: Filters }) {
  const { kind, search, from, to, flag, user, isGrouped } = filters
  // The log of an organization has neither search nor dates.
  const isOfProject = kind !== ORGANIZATION
  return (
    <div class="activity-filters">
      <div class="row wrap">
        {isOfProject && (
          <>
            <SearchBox search={search} label={activity.search} hint={activity.searchHint} />
            <DateBox name="from" label={activity.from} value={from} max={to} />
            <DateBox name="to" label={activity.to} value={to} min={from} />
            <FlagBox flag={flag} />
          </>
        )}
        <UserBox user={user} />
        {isFiltered(filters) && (
          <button type="button" class="button link" onClick={() => setQuery(CLEARED)}>
            {activity.clear}
          </button>
        )}
      </div>
      <div class="row wrap">
        <fieldset class="row wrap kinds">
          <legend class="visually-hidden">{activity.kind}</legend>
          <Kind name={activity.all} kind={null} chosen={flag ? 'FeatureFlag' : kind} />
          {Object.entries(activity.kinds).map(([each, name]) => (
            <Kind key={each} name={name} kind={each} chosen={flag ? 'FeatureFlag' : kind} />
          ))}
          {runsOrganization.value && <Kind name={activity.organization} kind={ORGANIZATION} chosen={kind} />}
        </fieldset>
        <label class="check">
          <input
            type="checkbox"
            checked={isGrouped}
            onChange={({ currentTarget }) => setQuery({ group: currentTarget.checked ? null : 'off' })}
          />
          <span>{activity.group}</span>
        </label>
      </div>
    </div>
  )
}

const CLEARED = { kind: null, search: null, from: null, to: null, flag: null, user: null } as const

interface KindProps {
  readonly name: string
  readonly kind: string | null
  readonly chosen: string | null
}

/** A flag has only one kind, so another kind removes the filter by flag. */
function Kind({ name, kind, chosen }: KindProps) {
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={kind === chosen}
      onClick={() => setQuery(kind === 'FeatureFlag' ? { kind } : { kind, flag: null })}
    >
      {name}
    </button>
  )
}

interface DateProps {
  readonly name: 'from' | 'to'
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly max?: string
}

function DateBox({ name, label, value, min, max }: DateProps) {
  return (
    <label class="row date">
      <span class="quiet small">{label}</span>
      <input
        type="date"
        class="input"
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={({ currentTarget }) => setQuery({ [name]: currentTarget.value })}
      />
    </label>
  )
}

const SUGGESTED = '20'

function FlagBox({ flag }: { readonly flag: string }) {
  const [typed, setTyped] = useState<string>()
  const search = useSettled(typed ?? '')
  const params = { project_id: openProject().id }
  const query = { limit: SUGGESTED, ...(search && { search }) }
  const listed = useLast(useQuery('listFlags', typed === undefined ? null : { params, query }))
  const { data: chosen } = useQuery('retrieveFlag', flag === '' ? null : { params: { ...params, id: Number(flag) } })
  const flags = (listed.data?.results ?? []).map(({ id, key }) => ({ value: String(id), label: key }))
  return (
    <Combobox
      label={activity.flag}
      text={flag === '' ? '' : (chosen?.key ?? flag)}
      options={[{ value: '', label: activity.allFlags }, ...flags]}
      placeholder={activity.allFlags}
      onType={setTyped}
      isSearching={listed.loading || search !== (typed ?? '')}
      onChoose={(id) => setQuery(id === '' ? { flag: null } : { flag: id, kind: null })}
    />
  )
}

/** Suggests members of the organization. Former members are found by an address with their UUID. */
function UserBox({ user }: { readonly user: string }) {
  const { data } = useQuery('listMembers', { params: inOrganization(), query: { limit: PAGE } })
  const members = (data?.results ?? []).map((member) => [member.user.uuid, nameOf(member.user)] as const)
  const isMember = user === '' || members.some(([uuid]) => uuid === user)
  return (
    <select
      class="input"
      aria-label={activity.user}
      value={user}
      onChange={({ currentTarget }) => setQuery({ user: currentTarget.value })}
    >
      <option value="">{activity.anyone}</option>
      {!isMember && <option value={user}>{activity.formerMember}</option>}
      {members.map(([uuid, name]) => (
        <option key={uuid} value={uuid}>
          {name}
        </option>
      ))}
    </select>
  )
}
