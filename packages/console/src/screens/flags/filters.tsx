import { useQuery } from '../../api/query.ts'
import { whole } from '../../parts/number.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { useLast } from '../../parts/use-last.ts'
import { setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { flagList } from '../../text/flags.ts'
import { ColumnChoice } from './column-choice.tsx'
import { countQuery, KINDS, type ListPlace, SHOWN, type Shown, SORTS } from './list-place.ts'
import { TagBox } from './tag-box.tsx'

interface Props {
  readonly at: ListPlace
  /** Whether the project only has archived and deleted flags. */
  readonly bare: boolean
  /**
   * Whether the list was already requested. Browsers send six requests concurrently, and the list comes before the
   * counts.
   */
  readonly counts: boolean
}

/** Selects the flags, the order and the columns of the list. */
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
        <label class="button mine">
          <input
            type="checkbox"
            checked={at.mine}
            onChange={({ currentTarget: { checked } }) => setQuery({ mine: checked ? 'true' : null, page: null })}
          />
          {flagList.mine}
        </label>
        <Choice
          class="order"
          label={flagList.sort}
          value={at.sort}
          options={SORTS.map((sort) => [sort, flagList.sorts[sort]])}
          onChoose={(sort) => setQuery({ sort: sort === SORTS[0] ? null : sort, page: null })}
        />
        <ColumnChoice />
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
  readonly class?: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChoose: (value: string) => void
}

function Choice({ class: name = '', label, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      class={`input ${name}`}
      aria-label={label}
      value={value}
      data-chosen={value !== options[0]?.[0] || undefined}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
