import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { memo } from 'preact/compat'
import { connected } from '../../api/connection.ts'
import { editName } from '../../drafts.ts'
import { Menu } from '../../parts/menu.tsx'
import { Switch } from '../../parts/switch.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { href, setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { flagState } from '../../text/flag-state.ts'
import { type FlagAct, flagList } from '../../text/flags.ts'
import { whoGetsIt } from '../../text/who-gets-it.ts'
import { Calls } from './calls.tsx'
import type { Column } from './columns.ts'
import { CopyKey } from './copy-key.tsx'
import { flagMenu } from './flag-menu.ts'
import type { ListedFlag } from './listed-flag.ts'
import { isShownOn, switchFlag } from './switch-flag.ts'
import { When } from './when.tsx'

interface Props {
  readonly flag: ListedFlag
  /** The ids of all selected flags. The checkbox subscribes to it, so that the row is not rendered again. */
  readonly chosen: ReadonlySignal<ReadonlySet<number>>
  readonly columns: readonly Column[]
  /** The current day: moments of today are shown as times. */
  readonly today: string
  /** With `upToLast`, also selects the rows between it and the previously selected one. */
  readonly onSelect: (flag: ListedFlag, on: boolean, upToLast: boolean) => void
  readonly onAct: (act: FlagAct, flag: ListedFlag) => void
  readonly onDuplicate: (flag: ListedFlag) => void
  readonly onCopy: (flag: ListedFlag) => void
}

/** A row is rendered again when the flag has changed, not whenever the list is loaded. */
export const FlagRow = memo(Row, (before, next) => {
  const { flag: previous, ...others } = before
  const same = Object.entries(others).every(([name, value]) => next[name as keyof Props] === value)
  return same && (previous === next.flag || JSON.stringify(previous) === JSON.stringify(next.flag))
})

function Row({ flag: stored, chosen, columns, onSelect, onAct, onDuplicate, onCopy }: Props) {
  // Each row only subscribes to its flag, so that one switch does not render fifty rows.
  const active = useComputed(() => isShownOn(stored.id)).value ?? stored.active
  const flag = { ...stored, active }
  const mayEdit = flag.can_edit && connected.value
  const items = flagMenu(flag, mayEdit, {
    edit: href('flags', flag.id, 'edit'),
    onAct: (act) => onAct(act, flag),
    onDuplicate: () => onDuplicate(flag),
    onCopy: () => onCopy(flag),
  })
  return (
    <tr data-flag={flag.id}>
      <td class="select">{flag.can_edit && <SelectBox flag={stored} chosen={chosen} onSelect={onSelect} />}</td>
      <td class="on">
        {flag.can_edit && !flag.archived && !flag.deleted ? (
          <Switch on={active} label={flag.key} disabled={!mayEdit} onSwitch={(on) => void switchFlag(stored, on)} />
        ) : (
          <span class="quiet small" title={flag.can_edit ? undefined : flagList.notThis}>
            {active ? flagList.on : flagList.off}
          </span>
        )}
      </td>
      <FlagCell flag={flag} />
      {columns.map((column) => {
        const Cell = CELLS[column]
        return <Cell key={column} flag={flag} />
      })}
      <td class="more">{items.length > 0 && <Menu label={flagList.more(flag.key)} items={items} />}</td>
    </tr>
  )
}

function SelectBox({ flag, chosen, onSelect }: Pick<Props, 'flag' | 'chosen' | 'onSelect'>) {
  const isSelected = useComputed(() => chosen.value.has(flag.id))
  return (
    <label class="tick">
      <input
        type="checkbox"
        aria-label={flagList.select(flag.key)}
        checked={isSelected.value}
        disabled={!connected.value}
        onClick={(event) => onSelect(flag, event.currentTarget.checked, event.shiftKey)}
      />
    </label>
  )
}

const TAGS_SHOWN = 3

interface CellProps {
  readonly flag: ListedFlag
}

function FlagCell({ flag: { id, key, name, tags } }: CellProps) {
  const more = tags.slice(TAGS_SHOWN)
  return (
    <td class="flag">
      <div class="line">
        <div class="key">
          <a class="mono" href={href('flags', id)} title={key}>
            {key}
          </a>
          <CopyKey flagKey={key} />
        </div>
        <div class="about">
          <Unsaved name={editName(openProject().id, id)} href={href('flags', id, 'edit')} />
          {name !== '' && (
            <span class="quiet small description" dir="auto" title={name}>
              {name}
            </span>
          )}
          {tags.slice(0, TAGS_SHOWN).map((tag) => (
            <button
              key={tag}
              type="button"
              class="tag"
              dir="auto"
              title={flagList.onlyTag(tag)}
              onClick={() => setQuery({ tag, page: null })}
            >
              {tag}
            </button>
          ))}
          {more.length > 0 && (
            <span class="tag" title={more.join(', ')}>
              {flagList.moreTags(more)}
            </span>
          )}
        </div>
      </div>
    </td>
  )
}

const CELLS: Readonly<Record<Column, (props: CellProps) => JSX.Element>> = {
  gets: WhoGetsIt,
  state: State,
  calls: Calls,
  called: ({ flag: { last_called_at: at } }) => (
    <td class="called" data-label={at === null ? undefined : flagList.columns.called}>
      {at === null ? <span class="quiet">{flagList.neverCalled}</span> : <When at={at} />}
    </td>
  ),
  owner: ({ flag: { owner } }) => (
    <td class="owner" dir="auto" title={owner} data-label={owner === '' ? undefined : flagList.columns.owner}>
      {owner}
    </td>
  ),
  created: ({ flag: { created_at: at } }) => (
    <td class="created" data-label={flagList.columns.created}>
      <When at={at} />
    </td>
  ),
  changed: Changed,
}

function WhoGetsIt({ flag }: CellProps) {
  const who = whoGetsIt(flag)
  const kind = kindOf(flag)
  return (
    <td class="gets" title={`${who} (${kind})`}>
      <div>{who}</div>
      <div class={`quiet small ${kind === flagList.boolean ? 'usual' : ''}`}>{kind}</div>
    </td>
  )
}

function State({ flag }: CellProps) {
  const { word, why, colour } = flagState(flag, Date.now())
  return (
    <td class="state" title={why}>
      <div class="status" style={{ '--dot': colour }}>
        {word}
      </div>
      <div class="quiet small">{why}</div>
    </td>
  )
}

function Changed({ flag }: CellProps) {
  const by = flag.last_modified_by ?? flag.created_by
  return (
    <td class="changed">
      <div data-label={flagList.columns.changed}>
        <When at={flag.updated_at ?? flag.created_at} />
      </div>
      {by && (
        <div class="quiet small" title={by.email}>
          {by.first_name || by.email}
        </div>
      )}
    </td>
  )
}

function kindOf({ is_remote_configuration, filters }: ListedFlag): string {
  if (is_remote_configuration) return flagList.remote
  const variants = filters.multivariate?.variants ?? []
  return variants.length === 0 ? flagList.boolean : flagList.variants(variants.length)
}
