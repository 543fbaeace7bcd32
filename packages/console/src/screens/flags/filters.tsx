import { useQuery } from '../../api/query.ts'
import { whole } from '../../parts/number.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { useLast } from '../../parts/use-last.ts'
import { setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { flagList } from '../../text/flags.ts'
import { countQuery, KINDS, type ListPlace, SHOWN, type Shown, SORTS } from './list-place.ts'
import { TagBox } from './tag-box.tsx'

interface Props {
  readonly at: ListPlace
  /** Nothing is to be chosen among but flags that are archived or deleted. */
  readonly bare: boolean
  /** Whether the list was asked for, so that it is time to count: a browser asks six things at once, and no more. */
  readonly counts: boolean
}

/** What chooses flags. All of it is in the address. */
export function Filters({ at, bare, counts }: Props) {
  return (
    <div class="flag-filters">
      <fieldset class="row wrap chips" aria-label={flagList.which}>
        {SHOWN.map((show) => (
          <Chip key={show} at={at} show={show} bare={bare} counts={counts} />
        ))}
      </fieldset>
      <div class="choices" hidden={bare}>
        <SearchBox search={at.search} label={flagList.search} hint={flagList.searchHint} />
        <Choice
          label={flagList.kind}
          value={at.kind ?? ''}
          options={[['', flagList.anyKind], ...KINDS.map((kind) => [kind, flagList.kinds[kind]] as const)]}
          onChoose={(kind) => setQuery({ kind, page: null })}
        />
        <TagBox tag={at.tag} />
        <Choice
          label={flagList.sort}
          value={at.sort}
          options={SORTS.map((sort) => [sort, flagList.sorts[sort]])}
          onChoose={(sort) => setQuery({ sort: sort === SORTS[0] ? null : sort, page: null })}
        />
      </div>
    </div>
  )
}

function Chip({ at, show, bare, counts }: Props & { readonly show: Shown }) {
  const asked = { params: { project_id: openProject().id }, query: countQuery({ ...at, show }) }
  const { data } = useLast(useQuery('listFlags', counts ? asked : null))
  if (bare && !data?.count) return null
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={at.show === show}
      onClick={() => setQuery({ show: show === 'all' ? null : show, page: null })}
    >
      {flagList.shown[show]} <span class="count">{data && whole(data.count)}</span>
    </button>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      class="input"
      aria-label={label}
      value={value}
      data-chosen={value !== options[0]?.[0] || undefined}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}
