import { describe, expect, it } from 'vitest'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedState } from '../../testing/dashboards/stored-state.ts'
import { isChange, watchedStore } from '../../testing/dashboards/watched-store.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { addCollaborator, removeCollaborator } from './change-collaborators.ts'
import { createDashboard } from './create-dashboard.ts'
import { createFlagDashboard } from './flag-usage/create-flag-dashboard.ts'
import { enrichUsageDashboard } from './flag-usage/enrich-usage-dashboard.ts'
import { createInsight } from './insights/create-insight.ts'
import { updateInsight } from './insights/update-insight.ts'
import { createTemplate, updateTemplate } from './templates/change-template.ts'
import { createDashboardFromTemplate } from './templates/create-dashboard-from-template.ts'
import { exportTemplate } from './templates/export-template.ts'
import { createTextTile, updateTextTile } from './tiles/change-text-tile.ts'
import { copyTile } from './tiles/copy-tile.ts'
import { deleteTile } from './tiles/delete-tile.ts'
import { moveTile } from './tiles/move-tile.ts'
import { reorderTiles } from './tiles/reorder-tiles.ts'
import { updateDashboard } from './update-dashboard.ts'

/** Creates a project with two dashboards, a flag with a third one, and an invited member. */
async function furnishedProject() {
  const deck = await testDeck()
  const { context, flags, owner, member } = deck
  const asOwner = await deck.as(owner)
  const flag = await flags.create({ key: 'charted', filters: { groups: [{}] }, hasEnrichedAnalytics: true })
  const charted = await createFlagDashboard(context, flag.id)
  const plain = await flags.create({ key: 'plain', filters: { groups: [{}] } })
  const first = await createDashboard(asOwner, { name: 'First', useTemplate: 'Flag usage', restrictionLevel: 37 })
  const text = await createTextTile(context, first.id, { body: 'Hello' })
  const second = await createDashboard(context, { name: 'Second' })
  await addCollaborator(context, first.id, { userUuid: member.uuid, level: 37 })
  const template = await createTemplate(context, { templateName: 'Kept', tiles: [{ type: 'TEXT', body: 'x' }] })
  const [tile] = first.tiles
  const insight = tile?.insight
  if (!tile || !insight || charted.usageDashboardId === null) throw new Error('the project is not furnished')
  const usageDashboardId = charted.usageDashboardId
  return { ...deck, flag, plain, first, second, text, tile, insight, template, usageDashboardId }
}

type Furnished = Awaited<ReturnType<typeof furnishedProject>>

const CHANGES: Readonly<Record<string, (ctx: ProjectContext, at: Furnished) => Promise<unknown>>> = {
  'an empty dashboard': (ctx) => createDashboard(ctx, { name: 'New' }),
  'a dashboard from a template': (ctx) => createDashboard(ctx, { useTemplate: 'Rollout watch' }),
  'a dashboard like another': (ctx, { first }) => createDashboard(ctx, { useDashboard: first.id }),
  'a copy of a dashboard': (ctx, { first }) => createDashboard(ctx, { useDashboard: first.id, duplicateTiles: true }),
  'a dashboard from JSON': async (ctx, { first, context }) =>
    createDashboardFromTemplate(ctx, { template: await exportTemplate(context, first.id) }),
  'an update of many tiles': (ctx, { first, tile, text }) =>
    updateDashboard(ctx, first.id, {
      name: 'Renamed',
      tiles: [
        { id: tile.id, color: 'blue' },
        { text: { body: 'New' } },
        { text: { id: text.text?.id, body: 'Changed' } },
      ],
      duplicateTiles: [{ id: tile.id }, { id: text.id }],
    }),
  'a deletion with insights': (ctx, { first }) =>
    updateDashboard(ctx, first.id, { deleted: true, deleteInsights: true }),
  'the deletion of a usage dashboard': (ctx, { usageDashboardId }) =>
    updateDashboard(ctx, usageDashboardId, { deleted: true }),
  'a move': (ctx, { first, second, tile }) =>
    moveTile(ctx, first.id, { tile: { id: tile.id }, toDashboard: second.id }),
  'a copied tile': (ctx, { first, second, tile }) =>
    copyTile(ctx, second.id, { fromDashboardId: first.id, tileId: tile.id }),
  'a new order': (ctx, { first }) =>
    reorderTiles(ctx, first.id, { tileOrder: first.tiles.map(({ id }) => id).reverse() }),
  'a deleted tile': (ctx, { first, tile }) => deleteTile(ctx, first.id, { tileId: tile.id }),
  'a new text': (ctx, { first }) => createTextTile(ctx, first.id, { body: 'More' }),
  'a changed text': (ctx, { first, text }) =>
    updateTextTile(ctx, first.id, { tileId: text.id, body: 'Other', color: 'blue' }),
  'a usage dashboard': (ctx, { plain }) => createFlagDashboard(ctx, plain.id),
  'more on a usage dashboard': (ctx, { flag }) => enrichUsageDashboard(ctx, flag.id),
  'a new key of a flag': (ctx, { flag }) => updateFlag(ctx, flag.id, { key: 'renamed' }),
  'an insight on two dashboards': (ctx, { first, second }) =>
    createInsight(ctx, { name: 'New', dashboardIds: [first.id, second.id] }),
  'an insight that changes dashboards': (ctx, { insight, second }) =>
    updateInsight(ctx, insight.id, { name: 'Moved', dashboardIds: [second.id] }),
  'a template': (ctx) => createTemplate(ctx, { templateName: 'New', tiles: [{ type: 'TEXT', body: 'x' }] }),
  'a changed template': (ctx, { template }) => updateTemplate(ctx, template.id, { templateName: 'Renamed' }),
  'an invitation': (ctx, { first, member }) => removeCollaborator(ctx, first.id, member.uuid),
}

describe('whatever breaks off', () => {
  it.each(Object.entries(CHANGES))('DASH-13 leaves everything as it was: %s', async (_, change) => {
    const at = await furnishedProject()
    const before = await storedState(at.context)
    let breaks = 0
    for (let survived = 0; ; survived++) {
      let changes = 0
      const store = watchedStore(at.store, (_table, method) => {
        if (isChange(method) && changes++ === survived) throw new Error('broken off')
      })
      const outcome = await change({ ...at.context, store }, at).catch((error: unknown) => error)
      if (!(outcome instanceof Error)) break
      expect(outcome.message).toBe('broken off')
      expect(await storedState(at.context)).toEqual(before)
      breaks++
    }
    expect(breaks).toBeGreaterThan(0)
    expect(await storedState(at.context)).not.toEqual(before)
  })
})
