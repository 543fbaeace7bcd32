import { memo } from 'preact/compat'
import { connected } from '../../api/connection.ts'
import { Menu } from '../../parts/menu.tsx'
import { Switch } from '../../parts/switch.tsx'
import { Time } from '../../parts/time.tsx'
import { href, setQuery } from '../../route.ts'
import { flagState } from '../../text/flag-state.ts'
import { type FlagAct, flagList } from '../../text/flags.ts'
import { whoGetsIt } from '../../text/who-gets-it.ts'
import { Calls } from './calls.tsx'
import { CopyKey } from './copy-key.tsx'
import type { ListedFlag } from './listed-flag.ts'
import { rowMenu } from './row-menu.ts'
import { isShownOn, switchFlag } from './switch-flag.ts'

interface Props {
  readonly flag: ListedFlag
  readonly selected: boolean
  /** Moments are spoken of as they are in this minute. */
  readonly minute: number
  /** With `upToLast`: and those between it and the one before. */
  readonly onSelect: (flag: ListedFlag, on: boolean, upToLast: boolean) => void
  readonly onAct: (act: FlagAct, flag: ListedFlag) => void
  readonly onDuplicate: (flag: ListedFlag) => void
}

/** A row is drawn again when the flag is another one than before, and not whenever the list is asked for. */
export const FlagRow = memo(Row, (before, next) => {
  const { flag: was, ...others } = before
  const same = Object.entries(others).every(([name, value]) => next[name as keyof Props] === value)
  return same && JSON.stringify(was) === JSON.stringify(next.flag)
})

function Row({ flag: stored, selected, onSelect, onAct, onDuplicate }: Props) {
  const flag = { ...stored, active: isShownOn(stored) }
  const mayEdit = flag.can_edit && connected.value
  return (
    <tr class={selected ? 'selected' : ''} data-flag={flag.id}>
      <td class="select">
        {flag.can_edit && (
          <input
            type="checkbox"
            aria-label={flagList.select(flag.key)}
            checked={selected}
            disabled={!connected.value}
            onClick={(event) => onSelect(stored, event.currentTarget.checked, event.shiftKey)}
          />
        )}
      </td>
      <td class="on">
        {flag.can_edit && !flag.archived && !flag.deleted ? (
          <Switch
            on={flag.active}
            label={flagList.switch(flag.key)}
            disabled={!mayEdit}
            onSwitch={(on) => void switchFlag(stored, on)}
          />
        ) : (
          <span class="quiet small" title={flag.can_edit ? undefined : flagList.notThis}>
            {flag.active ? flagList.on : flagList.off}
          </span>
        )}
      </td>
      <FlagCell flag={flag} />
      <td class="gets">
        <div>{whoGetsIt(flag)}</div>
        <div class="quiet small">{kindOf(flag)}</div>
      </td>
      <State flag={flag} />
      <Calls flag={flag} />
      <Changed flag={flag} />
      <td class="more">
        <Menu label={flagList.more(flag.key)} items={rowMenu(flag, mayEdit, onAct, onDuplicate)} />
      </td>
    </tr>
  )
}

const TAGS_SHOWN = 3

function FlagCell({ flag: { id, key, name, tags } }: { readonly flag: ListedFlag }) {
  const more = tags.slice(TAGS_SHOWN)
  return (
    <td class="flag">
      <div class="key">
        <a class="mono" href={href('flags', id)} title={key}>
          {key}
        </a>
        <CopyKey flagKey={key} />
      </div>
      {(name !== '' || tags.length > 0) && (
        <div class="about">
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
      )}
    </td>
  )
}

function State({ flag }: { readonly flag: ListedFlag }) {
  const { word, why, colour } = flagState(flag, Date.now())
  return (
    <td class="state">
      <div class="status" style={{ '--dot': colour }}>
        {word}
      </div>
      <div class="quiet small">{why}</div>
    </td>
  )
}

function Changed({ flag }: { readonly flag: ListedFlag }) {
  const by = flag.last_modified_by ?? flag.created_by
  return (
    <td class="changed">
      <div>
        <Time at={flag.updated_at ?? flag.created_at} />
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
