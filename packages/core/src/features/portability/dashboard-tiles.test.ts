import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { fileOf, furnishedDeck } from '../../testing/portability/furnished-deck.ts'
import type { TestDeck } from '../../testing/test-deck.ts'
import { exportProject } from './export-project.ts'
import { applyImport, planImport } from './import-project.ts'

/** Returns the export with other tiles on the dashboard `Numbers`. */
async function withTiles({ context }: TestDeck, change: (tiles: readonly JsonObject[]) => readonly JsonObject[]) {
  const document = fileOf(await exportProject(context))
  const dashboards = document.dashboards.map((each) =>
    each.name === 'Numbers' ? { ...each, tiles: change(each.tiles) } : each,
  )
  return { ...document, dashboards }
}

async function dashboardNamed({ dashboards }: TestDeck, name: string) {
  const { items } = await dashboards.list({ search: name })
  return dashboards.get(items[0]?.id ?? 0)
}

describe('the tiles of a dashboard', () => {
  it('PORT-11 are changed where they are, so that links to them live on', async () => {
    const deck = await furnishedDeck()
    const before = await dashboardNamed(deck, 'Numbers')
    const document = await withTiles(deck, (tiles) =>
      tiles.map((tile) =>
        tile.type === 'TEXT' ? { ...tile, body: 'Bye' } : { ...tile, description: 'new', color: 'red' },
      ),
    )
    const { changes } = await applyImport(deck.context, document)
    expect(changes).toMatchObject([{ action: 'update', name: 'Numbers', fields: [{ field: 'tiles' }] }])
    const { tiles } = await dashboardNamed(deck, 'Numbers')
    expect(tiles.map(({ insight, text }) => insight?.description ?? text?.body)).toEqual(['Bye', 'new'])
    const idsOf = (board: typeof before) => board.tiles.map(({ id, insight, text }) => [id, insight?.shortId, text?.id])
    expect(idsOf(await dashboardNamed(deck, 'Numbers'))).toEqual(idsOf(before))
  })

  it('PORT-11 come and go', async () => {
    const deck = await furnishedDeck()
    const document = await withTiles(deck, (tiles) => [
      ...tiles.filter(({ type }) => type === 'INSIGHT'),
      { type: 'TEXT', body: 'more', color: 'red' },
      { type: 'INSIGHT', name: 'Other', query: { kind: 'TrendsQuery' }, layouts: { sm: { x: 0, y: 9, w: 1, h: 1 } } },
    ])
    await applyImport(deck.context, document)
    const { tiles } = await dashboardNamed(deck, 'Numbers')
    expect(tiles.map(({ insight, text, color }) => [insight?.name ?? text?.body, color])).toEqual([
      ['Other', null],
      ['Calls', null],
      ['more', 'red'],
    ])
    expect(await planImport(deck.context, document)).toMatchObject({ changes: [] })
  })

  it('PORT-11 that other dashboards show stay there as they are', async () => {
    const deck = await furnishedDeck()
    const source = await dashboardNamed(deck, 'Numbers')
    const other = await deck.dashboards.create({ name: 'Other' })
    for (const { id } of source.tiles) {
      await deck.dashboards.copyTile(other.id, { fromDashboardId: source.id, tileId: id })
    }
    const shared = await deck.dashboards.create({ name: 'Shared', useDashboard: source.id })
    expect(shared.tiles).toHaveLength(2)
    const shown = async () =>
      (await dashboardNamed(deck, 'Shared')).tiles.map(({ insight, text }) => [insight?.description, text?.body])
    const before = await shown()
    const document = await withTiles(deck, (tiles) =>
      tiles.map((tile) => (tile.type === 'TEXT' ? { ...tile, body: 'Bye' } : { ...tile, description: 'new' })),
    )
    const { changes } = await applyImport(deck.context, document)
    expect(changes.map(({ name }) => name)).toEqual(['Numbers'])
    expect(await shown()).toEqual(before)
    expect(await planImport(deck.context, document)).toMatchObject({ changes: [] })
  })
})
