import { describe, expect, it } from 'vitest'
import { furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { storedState } from '../../../testing/dashboards/stored-state.ts'
import { createFlagDashboard } from '../flag-usage/create-flag-dashboard.ts'
import { enrichUsageDashboard } from '../flag-usage/enrich-usage-dashboard.ts'
import { createInsight } from '../insights/create-insight.ts'
import { retrieveInsight } from '../insights/retrieve-insight.ts'
import { updateInsight } from '../insights/update-insight.ts'
import { retrieveDashboard } from '../retrieve-dashboard.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { createTextTile } from './change-text-tile.ts'
import { copyTile } from './copy-tile.ts'
import { moveTile } from './move-tile.ts'

const LIMIT = 1000

/**
 * Creates a dashboard with a chart that no other dashboard shows, and another dashboard that can be filled to its
 * limit.
 */
async function fillableDashboard() {
  const deck = await furnishedDashboard()
  const { context, other } = deck
  const fill = async (dashboardId = other.id) => {
    const { tiles } = await retrieveDashboard(context, dashboardId)
    const texts = Array.from({ length: LIMIT - tiles.length }, () => ({ text: { body: 'x' } }))
    return (await updateDashboard(context, dashboardId, { tiles: texts })).tiles
  }
  const removeTile = (id: number, deleted = true) => updateDashboard(context, other.id, { tiles: [{ id, deleted }] })
  return { ...deck, fill, removeTile, full: other.id, insightId: deck.chart.insight?.id ?? 0 }
}

type Deck = Awaited<ReturnType<typeof fillableDashboard>>
type Attempt = () => Promise<unknown>

/** Each entry fills a dashboard, and returns an attempt to add one more tile. */
const WAYS: Readonly<Record<string, (deck: Deck) => Promise<Attempt>>> = {
  'a new text': async ({ context, fill, full }) => {
    await fill()
    return () => createTextTile(context, full, { body: 'x' })
  },
  'a text in a list of tiles': async ({ context, fill, full }) => {
    await fill()
    return () => updateDashboard(context, full, { tiles: [{ text: { body: 'x' } }] })
  },
  'a copy on the same dashboard': async ({ context, fill, full }) => {
    const [first] = await fill()
    return () => updateDashboard(context, full, { duplicateTiles: [{ id: first?.id ?? 0 }] })
  },
  'a tile that is moved': async ({ context, fill, full, dashboard, chart }) => {
    await fill()
    return () => moveTile(context, dashboard.id, { tile: { id: chart.id }, toDashboard: full })
  },
  'a tile that is copied': async ({ context, fill, full, dashboard, chart }) => {
    await fill()
    return () => copyTile(context, full, { fromDashboardId: dashboard.id, tileId: chart.id })
  },
  'a tile that comes back': async ({ fill, removeTile }) => {
    const [first] = await fill()
    await removeTile(first?.id ?? 0)
    await fill()
    return () => removeTile(first?.id ?? 0, false)
  },
  'a new insight': async ({ context, fill, full }) => {
    await fill()
    return () => createInsight(context, { dashboardIds: [full] })
  },
  'an insight that is placed': async ({ context, fill, full, dashboard, insightId }) => {
    await fill()
    return () => updateInsight(context, insightId, { dashboardIds: [dashboard.id, full] })
  },
  'an insight that comes back': async ({ context, fill, full, insightId }) => {
    await updateInsight(context, insightId, { dashboardIds: [full] })
    await updateInsight(context, insightId, { deleted: true })
    await fill()
    return () => updateInsight(context, insightId, { deleted: false })
  },
  'an insight that was never seen': async ({ context, fill, full }) => {
    const { id } = await createInsight(context, { deleted: true, dashboardIds: [full] })
    await fill()
    return () => updateInsight(context, id, { deleted: false })
  },
  'an insight that comes back with another dashboard': async (deck) => {
    const { context, fill, removeTile, full, dashboard, insightId } = deck
    await updateInsight(context, insightId, { dashboardIds: [dashboard.id, full] })
    const { dashboardTiles } = await retrieveInsight(context, insightId)
    const tileId = dashboardTiles.find(({ dashboardId }) => dashboardId === full)?.id ?? 0
    await removeTile(tileId)
    await updateDashboard(context, dashboard.id, { deleted: true, deleteInsights: true })
    await removeTile(tileId, false)
    await fill()
    return () => updateDashboard(context, dashboard.id, { deleted: false })
  },
  'enriched analytics': async ({ context, fill, flags }) => {
    const { id } = await flags.create({ key: 'f', hasEnrichedAnalytics: true, filters: { groups: [{}] } })
    const { usageDashboardId } = await createFlagDashboard(context, id)
    await fill(usageDashboardId ?? 0)
    return () => enrichUsageDashboard(context, id)
  },
}

describe('the tiles of a dashboard', () => {
  it.each(Object.entries(WAYS))('DASH-11 are a thousand at most with %s', async (_, prepare) => {
    const deck = await fillableDashboard()
    const attempt = await prepare(deck)
    const before = await storedState(deck)
    await expect(attempt()).rejects.toMatchObject({
      kind: 'validation',
      message: 'A dashboard can have at most 1,000 tiles.',
    })
    expect(await storedState(deck)).toEqual(before)
  })

  it('DASH-11 leave room for an insight that comes back as the thousandth', async () => {
    const { context, fill, removeTile, full, insightId } = await fillableDashboard()
    await updateInsight(context, insightId, { dashboardIds: [full] })
    await updateInsight(context, insightId, { deleted: true })
    const [first] = await fill()
    await removeTile(first?.id ?? 0)
    await updateInsight(context, insightId, { deleted: false })
    expect((await retrieveDashboard(context, full)).tiles).toHaveLength(LIMIT)
  })
})
