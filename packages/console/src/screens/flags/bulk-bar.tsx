import type { Signal } from '@preact/signals'
import { connected } from '../../api/connection.ts'
import { acts, type FlagAct } from '../../text/flags.ts'
import type { Shown } from './list-place.ts'
import type { ListedFlag } from './listed-flag.ts'

interface Props {
  readonly show: Shown
  readonly selected: Signal<readonly ListedFlag[]>
  readonly onAct: (act: FlagAct, flags: readonly ListedFlag[]) => void
}

const LIVE: readonly FlagAct[] = ['on', 'off', 'tag', 'untag', 'archive', 'delete']

const OFFERED: Readonly<Record<Shown, readonly FlagAct[]>> = {
  all: LIVE,
  on: LIVE,
  off: LIVE,
  stale: LIVE,
  archived: ['unarchive', 'tag', 'untag', 'delete'],
  deleted: ['restore'],
}

/** What can be done to all that are selected, on this page and on others. */
export function BulkBar({ show, selected, onAct }: Props) {
  if (selected.value.length === 0) return null
  return (
    <section class="bulk" aria-label={acts.bar}>
      <strong aria-live="polite">{acts.selected(selected.value.length)}</strong>
      {connected.value &&
        OFFERED[show].map((act) => (
          <button
            key={act}
            type="button"
            class={`button ${act === 'delete' ? 'danger' : ''}`}
            onClick={() => onAct(act, selected.value)}
          >
            {acts.buttons[act]}
          </button>
        ))}
      <button
        type="button"
        class="button plain"
        onClick={() => {
          selected.value = []
        }}
      >
        {acts.clear}
      </button>
    </section>
  )
}
