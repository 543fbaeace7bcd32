import type { Signal } from '@preact/signals'
import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { tell } from '../../parts/toasts.tsx'
import { openProject } from '../../session.ts'
import { acts, type FlagAct } from '../../text/flags.ts'
import { type ListPlace, listFilters, PAGE_SIZE, type Shown } from './list-place.ts'
import type { ListedFlag } from './listed-flag.ts'

interface Props {
  readonly at: ListPlace
  /** The number of flags on all pages. */
  readonly count: number
  readonly selected: Signal<readonly ListedFlag[]>
  readonly onAct: (act: FlagAct, flags: readonly ListedFlag[]) => void
}

/** The maximum number of flags that can be tagged together. */
const MOST = 500

const LIVE: readonly FlagAct[] = ['on', 'off', 'tag', 'untag', 'archive', 'delete']

const OFFERED: Readonly<Record<Shown, readonly FlagAct[]>> = {
  all: LIVE,
  on: LIVE,
  off: LIVE,
  stale: LIVE,
  archived: ['unarchive', 'tag', 'untag', 'delete'],
  deleted: ['restore'],
}

/** Shows the actions on all selected flags, on this page and on others. */
export function BulkBar({ at, count, selected, onAct }: Props) {
  if (selected.value.length === 0) return null
  return (
    <section class="bulk" aria-label={acts.bar}>
      <strong aria-live="polite">{acts.selected(selected.value.length)}</strong>
      {connected.value &&
        OFFERED[at.show].map((act) => (
          <button key={act} type="button" class="button" onClick={() => onAct(act, selected.value)}>
            {acts.buttons[act]}
          </button>
        ))}
      {count > PAGE_SIZE && selected.value.length < Math.min(count, MOST) && (
        <button type="button" class="button plain" onClick={() => void selectAll(at, selected)}>
          {count > MOST ? acts.first(MOST) : acts.all(count)}
        </button>
      )}
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

/** Selects the flags on other pages too, as far as the user may edit them. */
async function selectAll(at: ListPlace, selected: Props['selected']): Promise<void> {
  const query = { ...listFilters(at), order: at.sort, limit: String(MOST) }
  try {
    const { results } = await call('listFlags', { params: { project_id: openProject().id }, query })
    selected.value = results.filter(({ can_edit }) => can_edit)
  } catch (error) {
    tell(problemOf(error).message)
  }
}
