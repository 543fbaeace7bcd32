import { useMemo } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { answers } from '../../../text/answers.ts'
import { reportOf } from '../answer/answer-items.ts'
import { type Dashboard, inputOf, type Tile } from '../dashboard.ts'
import { isByClient, isNarrowed, overrideOf, type ViewFilters } from '../filters/view-filters.ts'
import { fieldsOf, sourceOf } from '../question/query-source.ts'

interface Noted {
  /** The dashboard; tiles that have no result with the comparison have the result without it. */
  readonly shown: Dashboard
  /** Notes about the numbers of a tile, by tile id. */
  readonly notes: ReadonlyMap<number, string>
}

/** Returns the tiles that the filters of the view do not apply to, with the reasons (CONSOLE-307, CONSOLE-308). */
export function useNotes(dashboard: Dashboard, filters: ViewFilters): Noted {
  const isMissing = filters.compare && dashboard.tiles.some(({ insight }) => insight?.error !== undefined)
  const plain = overrideOf({ ...filters, compare: false })
  const { data } = useQuery('retrieveDashboard', isMissing ? { ...inputOf(dashboard.id), query: plain } : null)
  return useMemo(
    () => noted(dashboard, filters, isMissing ? data : undefined),
    [dashboard, JSON.stringify(filters), isMissing, data],
  )
}

/** @param uncompared the dashboard without the comparison, if it is needed and already loaded */
function noted(dashboard: Dashboard, filters: ViewFilters, uncompared: Dashboard | undefined): Noted {
  // Bound: is as large as the dashboard.
  const notes = new Map<number, string>()
  if (!filters.compare && !isNarrowed(filters)) return { shown: dashboard, notes }
  const withNote = (tile: Tile): Tile => {
    const { insight } = tile
    if (!insight) return tile
    if (reportOf(insight.query) !== undefined) {
      notes.set(tile.id, isNarrowed(filters) ? answers.notFiltered : answers.notCompared)
      return tile
    }
    if (insight.error && isByClient(filters) && countsSubjects(insight.query)) {
      return { ...tile, insight: { ...insight, error: { ...insight.error, message: answers.notByClient } } }
    }
    const other = insight.error ? uncompared?.tiles.find(({ id }) => id === tile.id)?.insight : undefined
    if (!other || other.error || !insight.error) return tile
    notes.set(tile.id, answers.cannotCompare(insight.error.message))
    return { ...tile, insight: other }
  }
  return { shown: { ...dashboard, tiles: dashboard.tiles.map(withNote) }, notes }
}

/** Whether a query counts users or groups. The server does not record their SDK or place (INSIGHT-7). */
function countsSubjects(query: unknown): boolean {
  const { series } = sourceOf(query)
  return Array.isArray(series) && series.some((each) => (fieldsOf(each).math ?? 'total') !== 'total')
}
