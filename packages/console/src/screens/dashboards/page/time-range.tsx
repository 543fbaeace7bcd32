import { refresh } from '../../../api/query.ts'
import { Time } from '../../../parts/time.tsx'
import { place, setQuery } from '../../../route.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { question } from '../../../text/question.ts'
import type { Dashboard } from '../dashboard.ts'

/** Of which time the tiles tell, for who looks now alone, and how new what they tell is. */
export function TimeRange({ dashboard }: { readonly dashboard: Dashboard }) {
  const chosen = place.value.query.get('range') ?? ''
  const asked = dashboard.tiles.flatMap(({ last_refresh }) => last_refresh ?? []).sort()[0]
  return (
    <div class="row wrap">
      <select
        class="input time-range"
        aria-label={text.time}
        value={chosen}
        onChange={({ currentTarget }) => setQuery({ range: currentTarget.value || null })}
      >
        <option value="">{text.asEachSays}</option>
        {Object.entries(question.ranges).map(([from, label]) => (
          <option key={from} value={from}>
            {label}
          </option>
        ))}
      </select>
      <button type="button" class="button" onClick={() => void refresh('retrieveDashboard')}>
        {text.refresh}
      </button>
      {asked && (
        <span class="quiet small">
          {text.counted} <Time at={asked} />
        </span>
      )}
    </div>
  )
}
