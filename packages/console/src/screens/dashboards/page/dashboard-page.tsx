import { useEffect, useState } from 'preact/hooks'
import { refresh, useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Crumbs } from '../../../parts/crumbs.tsx'
import { useAfterPaint } from '../../../parts/use-after-paint.ts'
import { useLast } from '../../../parts/use-last.ts'
import { place } from '../../../route.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import '../dashboards.css'
import { DashboardColours, useDashboardColours } from '../answer/use-series-colours.ts'
import { canWrite, type Dashboard, inputOf, mayChange } from '../dashboard.ts'
import { restoreDashboard } from '../dashboard-actions.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { overrideOf, type ViewFilters, viewFilters } from '../filters/view-filters.ts'
import { Grid } from '../grid/grid.tsx'
import { AddFirstTile } from './add-tile.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { useNotes } from './use-notes.ts'

/** How often numbers are loaded again. The server does not announce their changes. */
const NEWER_MS = 15_000

/** Shows one dashboard: `dashboards/ID`, with the filters of the view in the query. */
export function DashboardPage({ id }: { readonly id: number }) {
  const filters = viewFilters(place.value.query)
  const found = useLast(useQuery('retrieveDashboard', { ...inputOf(id), query: overrideOf(filters) }), [id])
  const [isHeld, setHeld] = useState(false)
  useNewer(!isHeld)
  return (
    <div class="screen dashboard-page" data-loading={found.loading || undefined}>
      <Crumbs list="dashboards" deleted={found.data?.deleted} />
      <Answered query={found} rows={9} from="dashboards">
        {(dashboard) =>
          dashboard.deleted ? (
            <Deleted dashboard={dashboard} />
          ) : (
            <Page dashboard={dashboard} filters={filters} onHold={setHeld} />
          )
        }
      </Answered>
    </div>
  )
}

function useNewer(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = setInterval(() => {
      if (!document.hidden) void refresh('retrieveDashboard')
    }, NEWER_MS)
    return () => clearInterval(timer)
  }, [isWanted])
}

interface PageProps {
  readonly dashboard: Dashboard
  readonly filters: ViewFilters
  readonly onHold: (isHeld: boolean) => void
}

function Page({ dashboard, filters, onHold }: PageProps) {
  // Thirty charts take longer to render than the control that changes them (CONSOLE-311).
  const { shown, notes } = useAfterPaint(useNotes(dashboard, filters))
  const colours = useDashboardColours(shown)
  return (
    <div class="stack">
      <DashboardHead dashboard={dashboard} />
      {!mayChange(dashboard) && <p class="card quiet read-only">{text.mayOnlyLook}</p>}
      {dashboard.tiles.length > 0 && <FilterBar dashboard={dashboard} filters={filters} />}
      {dashboard.tiles.length === 0 ? (
        <div class="empty">
          <h2>{text.noTiles}</h2>
          <p class="quiet">{canWrite(dashboard) ? text.noTilesHint : text.noTilesYet}</p>
          {canWrite(dashboard) && <AddFirstTile dashboard={dashboard} />}
        </div>
      ) : (
        <DashboardColours.Provider value={colours}>
          <Grid key={shown.id} dashboard={shown} notes={notes} onHold={onHold} />
        </DashboardColours.Provider>
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
