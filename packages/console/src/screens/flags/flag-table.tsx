import type { Signal } from '@preact/signals'
import { useCallback, useRef } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import type { FlagAct } from '../../text/flags.ts'
import { flagList } from '../../text/flags.ts'
import { FlagRow } from './flag-row.tsx'
import type { ListPlace } from './list-place.ts'
import type { ListedFlag } from './listed-flag.ts'
import { SortHead } from './sort-head.tsx'
import { useGrowing } from './use-growing.ts'

const MINUTE_MS = 60_000

interface Props {
  readonly at: ListPlace
  readonly flags: readonly ListedFlag[]
  readonly question: string
  readonly selected: Signal<readonly ListedFlag[]>
  readonly onAct: (act: FlagAct, flag: ListedFlag) => void
  readonly onDuplicate: (flag: ListedFlag) => void
}

export function FlagTable({ at, flags, question, selected, onAct, onDuplicate }: Props) {
  const { columns } = flagList
  const select = (some: readonly ListedFlag[], on: boolean) => {
    const others = selected.value.filter(({ id }) => !some.some((flag) => flag.id === id))
    selected.value = on ? [...others, ...some] : others
  }
  const listed = useRef(flags)
  listed.current = flags
  const last = useRef<number>(undefined)
  const selectOne = useCallback((flag: ListedFlag, on: boolean, upToLast: boolean) => {
    select(upToLast ? between(listed.current, flag.id, last.current) : [flag], on)
    last.current = flag.id
  }, [])
  const drawn = useGrowing(question, flags.length)
  const minute = Math.floor(Date.now() / MINUTE_MS)
  const chosen = new Set(selected.value.map(({ id }) => id))
  const editable = flags.filter(({ can_edit }) => can_edit)
  return (
    <table class="table flag-table">
      <caption class="visually-hidden">{flagList.caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="select">
            {editable.length > 0 && (
              <input
                type="checkbox"
                aria-label={flagList.selectAll}
                checked={editable.every(({ id }) => chosen.has(id))}
                disabled={!connected.value}
                onChange={(event) => select(editable, event.currentTarget.checked)}
              />
            )}
          </th>
          <th scope="col" class="on">
            <span class="visually-hidden">{columns.switch}</span>
          </th>
          <SortHead class="flag" at={at} label={columns.flag} ascending="key" descending="-key" />
          <th scope="col" class="gets">
            {columns.who}
          </th>
          <th scope="col" class="state">
            {columns.status}
          </th>
          <SortHead
            class="calls"
            at={at}
            label={columns.calls}
            ascending="last_called_at"
            descending="-last_called_at"
          />
          <SortHead class="changed" at={at} label={columns.changed} ascending="updated_at" descending="-updated_at" />
          <th scope="col" class="more">
            <span class="visually-hidden">{columns.more}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {flags.slice(0, drawn).map((flag) => (
          <FlagRow
            key={flag.id}
            flag={flag}
            selected={chosen.has(flag.id)}
            minute={minute}
            onSelect={selectOne}
            onAct={onAct}
            onDuplicate={onDuplicate}
          />
        ))}
      </tbody>
    </table>
  )
}

/** The flags from one to another, whichever comes first, that may be edited. */
function between(flags: readonly ListedFlag[], one: number, other: number | undefined): readonly ListedFlag[] {
  const ends = [one, other ?? one].map((id) => flags.findIndex((flag) => flag.id === id)).filter((at) => at >= 0)
  return flags.slice(Math.min(...ends), Math.max(...ends) + 1).filter(({ can_edit }) => can_edit)
}
