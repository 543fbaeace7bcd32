import { useEffect, useRef, useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { useShortcuts } from '../../parts/keyboard.ts'
import { whole } from '../../parts/number.ts'
import { setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { commands } from '../../text/commands.ts'
import { flagList } from '../../text/flags.ts'
import { countQuery, KINDS, type ListPlace, SHOWN, type Shown, SORTS } from './list-place.ts'
import { TagBox } from './tag-box.tsx'
import { useLast } from './use-last.ts'

interface Props {
  readonly at: ListPlace
  /** Nothing is to be chosen among but flags that are archived or deleted. */
  readonly bare: boolean
}

/** What chooses flags. All of it is in the address. */
export function Filters({ at, bare }: Props) {
  return (
    <div class="flag-filters">
      <fieldset class="row wrap chips" aria-label={flagList.which}>
        {SHOWN.map((show) => (
          <Chip key={show} at={at} show={show} bare={bare} />
        ))}
      </fieldset>
      <div class="choices" hidden={bare}>
        <SearchBox search={at.search} />
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

function Chip({ at, show, bare }: Props & { readonly show: Shown }) {
  const query = countQuery({ ...at, show })
  const { data } = useLast(useQuery('listFlags', { params: { project_id: openProject().id }, query }))
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

const TYPING_MS = 200

function SearchBox({ search }: { readonly search: string }) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search)
  useShortcuts([{ keys: '/', label: commands.search, run: () => box.current?.select() }])
  useEffect(() => {
    // Clearing and the back button change it from outside.
    if (document.activeElement !== box.current || search === '') setText(search)
  }, [search])
  useEffect(() => {
    if (text === search) return undefined
    const settling = setTimeout(() => setQuery({ search: text, page: null }), TYPING_MS)
    return () => clearTimeout(settling)
  }, [text])
  return (
    <input
      ref={box}
      type="search"
      class="input find"
      aria-label={flagList.search}
      placeholder={flagList.searchHint}
      maxLength={200}
      dir="auto"
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
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
