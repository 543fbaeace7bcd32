import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals'
import { useCallback, useRef } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { useGrowing } from '../../parts/use-growing.ts'
import type { FlagAct } from '../../text/flags.ts'
import { flagList } from '../../text/flags.ts'
import { type Column, useLayout } from './columns.ts'
import { FlagRow } from './flag-row.tsx'
import type { ListPlace, Sort } from './list-place.ts'
import type { ListedFlag } from './listed-flag.ts'
import { openRow } from './open-row.ts'
import { SortHead } from './sort-head.tsx'

interface Props {
  readonly at: ListPlace
  readonly flags: readonly ListedFlag[]
  readonly question: string
  readonly selected: Signal<readonly ListedFlag[]>
  readonly onAct: (act: FlagAct, flag: ListedFlag) => void
  readonly onDuplicate: (flag: ListedFlag) => void
  readonly onCopy: (flag: ListedFlag) => void
}

/** The orders of the first and the second click on a column heading; missing if the API does not support the order. */
const ORDERS: Readonly<Partial<Record<Column, readonly [Sort, Sort]>>> = {
  state: ['-active', 'active'],
  calls: ['-last_called_at', 'last_called_at'],
  called: ['-last_called_at', 'last_called_at'],
  owner: ['owner', '-owner'],
  created: ['-created_at', 'created_at'],
  changed: ['-updated_at', 'updated_at'],
}

export function FlagTable({ at, flags, question, selected, onAct, onDuplicate, onCopy }: Props) {
  const { columns: names } = flagList
  const layout = useLayout()
  const chosen = useComputed(() => new Set(selected.value.map(({ id }) => id)))
  const select = useCallback((some: readonly ListedFlag[], on: boolean) => {
    const ids = new Set(some.map(({ id }) => id))
    const others = selected.value.filter(({ id }) => !ids.has(id))
    selected.value = on ? [...others, ...some] : others
  }, [])
  const listed = useRef(flags)
  listed.current = flags
  const last = useRef<number>(undefined)
  const selectOne = useCallback((flag: ListedFlag, on: boolean, upToLast: boolean) => {
    select(upToLast ? between(listed.current, flag.id, last.current) : [flag], on)
    last.current = flag.id
  }, [])
  const drawn = useGrowing(question, flags.length)
  const today = new Date().toDateString()
  return (
    <table class={`table flag-table ${layout.isOneLine ? 'one-line' : 'two-lines'}`}>
      <caption class="visually-hidden">{flagList.caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="select">
            <SelectAll flags={flags} chosen={chosen} onSelect={select} />
          </th>
          <th scope="col" class="on">
            <span class="visually-hidden">{names.switch}</span>
          </th>
          <SortHead class="flag" at={at} label={names.flag} first="key" second="-key" />
          {layout.columns.map((column) => {
            const [first, second] = ORDERS[column] ?? []
            return first && second ? (
              <SortHead key={column} class={column} at={at} label={names[column]} first={first} second={second} />
            ) : (
              <th key={column} scope="col" class={column}>
                {names[column]}
              </th>
            )
          })}
          <th scope="col" class="more">
            <span class="visually-hidden">{names.more}</span>
          </th>
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link in each row does the same by keyboard */}
      <tbody onClick={openRow} onAuxClick={openRow}>
        {flags.slice(0, drawn).map((flag) => (
          <FlagRow
            key={flag.id}
            flag={flag}
            chosen={chosen}
            columns={layout.columns}
            today={today}
            onSelect={selectOne}
            onAct={onAct}
            onDuplicate={onDuplicate}
            onCopy={onCopy}
          />
        ))}
      </tbody>
    </table>
  )
}

interface SelectAllProps {
  readonly flags: readonly ListedFlag[]
  readonly chosen: ReadonlySignal<ReadonlySet<number>>
  readonly onSelect: (flags: readonly ListedFlag[], on: boolean) => void
}

function SelectAll({ flags, chosen, onSelect }: SelectAllProps) {
  const editable = flags.filter(({ can_edit }) => can_edit)
  if (editable.length === 0) return null
  const count = editable.filter(({ id }) => chosen.value.has(id)).length
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={flagList.selectAll}
        checked={count === editable.length}
        indeterminate={count > 0 && count < editable.length}
        disabled={!connected.value}
        onChange={(event) => onSelect(editable, event.currentTarget.checked)}
      />
    </label>
  )
}

/** Returns the editable flags between two rows, in either direction. */
function between(flags: readonly ListedFlag[], one: number, other: number | undefined): readonly ListedFlag[] {
  const ends = [one, other ?? one].map((id) => flags.findIndex((flag) => flag.id === id)).filter((at) => at >= 0)
  return flags.slice(Math.min(...ends), Math.max(...ends) + 1).filter(({ can_edit }) => can_edit)
}
