import { useEffect, useState } from 'preact/hooks'
import { refresh, useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Crumbs } from '../../../parts/crumbs.tsx'
import { useLast } from '../../../parts/use-last.ts'
import { place } from '../../../route.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import '../dashboards.css'
import { canWrite, type Dashboard, inputOf, mayChange } from '../dashboard.ts'
import { restoreDashboard } from '../dashboard-actions.ts'
import { Grid } from '../grid/grid.tsx'
import { AddTile } from './add-tile.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { TimeRange } from './time-range.tsx'

/** How often is asked for newer numbers: those are not told of like changes of flags are. */
const NEWER_MS = 15_000

/** One dashboard: `dashboards/ID`. */
export function DashboardPage({ id }: { readonly id: number }) {
  const range = place.value.query.get('range')
  const query = range === null ? {} : { filters_override: JSON.stringify({ date_from: range }) }
  const found = useLast(useQuery('retrieveDashboard', { ...inputOf(id), query }), [id])
  const [isHeld, setHeld] = useState(false)
  useNewer(!isHeld)
  return (
    <div class="screen wide dashboard-page" data-loading={found.loading || undefined}>
      <Crumbs list="dashboards" deleted={found.data?.deleted} />
      <Answered query={found} rows={9} from="dashboards">
        {(dashboard) =>
          dashboard.deleted ? <Deleted dashboard={dashboard} /> : <Page dashboard={dashboard} onHold={setHeld} />
        }
      </Answered>
    </div>
  )
}

function useNewer(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const asking = setInterval(() => {
      if (!document.hidden) void refresh('retrieveDashboard')
    }, NEWER_MS)
    return () => clearInterval(asking)
  }, [isWanted])
}

interface PageProps {
  readonly dashboard: Dashboard
  readonly onHold: (isHeld: boolean) => void
}

function Page({ dashboard, onHold }: PageProps) {
  return (
    <div class="stack">
      <DashboardHead dashboard={dashboard} />
      {!mayChange(dashboard) && <p class="card quiet read-only">{text.mayOnlyLook}</p>}
      <TimeRange dashboard={dashboard} />
      {dashboard.tiles.length === 0 ? (
        <div class="empty">
          <h2>{text.noTiles}</h2>
          <p class="quiet">{canWrite(dashboard) ? text.noTilesHint : text.noTilesYet}</p>
          {canWrite(dashboard) && <AddTile dashboard={dashboard} />}
        </div>
      ) : (
        <Grid key={dashboard.id} dashboard={dashboard} onHold={onHold} />
      )}
    </div>
  )
}

function Deleted({ dashboard }: { readonly dashboard: Dashboard }) {
  return (
    <div class="empty">
      <h2>{text.isDeleted}</h2>
      {canWrite(dashboard) && (
        <button
          type="button"
          class="button"
          onClick={() => void restoreDashboard({ ...dashboard, search_match_type: null })}
        >
          {text.restore}
        </button>
      )}
    </div>
  )
}
