import { createContext } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { ownValue } from '../../../parts/own-value.ts'
import { openProject, session } from '../../../session.ts'
import type { Dashboard } from '../dashboard.ts'
import type { Answer, Item } from './answer-items.ts'
import { assignColours, type SeriesColours } from './series-colours.ts'
import { identityOf, shownTogether } from './series-identity.ts'

/** The colours of the dashboard that contains a chart; empty for a separate chart. */
export const DashboardColours = createContext<SeriesColours>({})

/** Returns the colours of all series of a dashboard. The browser stores them, so that they survive a reload. */
export function useDashboardColours({ id, tiles }: Dashboard): SeriesColours {
  const charts = tiles.flatMap(({ insight }) => (insight && !insight.error ? [shownTogether(insight)] : []))
  const place = `flagdeck-colours:${session.value?.user.uuid}:${openProject().id}:${id}`
  return useMemo(() => {
    const colours = assignColours(charts, readColours(place))
    const entries = Object.entries(colours)
    // Only the newest ones, so that a dashboard whose series change all the time does not fill the storage.
    storeColours(place, Object.fromEntries(entries.slice(-MOST_STORED)))
    return colours
  }, [place, JSON.stringify(charts)])
}

const MOST_STORED = 300

/**
 * Returns colours for the items of one chart, in their order: those of the dashboard, or distinct ones without a
 * dashboard.
 */
export function useItemColours(items: readonly Item[], answer: Answer): readonly number[] {
  const { isPlot } = shownTogether(answer)
  const known = useContext(DashboardColours)
  const identities = items.map((item) => identityOf(item, answer.query))
  const colours = assignColours([{ identities: [...new Set(identities)], isPlot }], known)
  return identities.map((identity) => ownValue(colours, identity) ?? 0)
}

function readColours(place: string): SeriesColours {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(entries.filter(([, colour]) => Number.isInteger(colour) && colour >= 0))
  } catch {
    // Without storage, colours stay the same until the page is closed.
    return {}
  }
}

function storeColours(place: string, colours: SeriesColours): void {
  try {
    localStorage.setItem(place, JSON.stringify(colours))
  } catch {
    // See readColours().
  }
}
