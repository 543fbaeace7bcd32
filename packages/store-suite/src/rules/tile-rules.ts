import type { Store } from '@flagdeck/core'
import { newTileRow, seedDashboard, seedInsight, seedTenant, seedTextCard } from '@flagdeck/core/fixtures'
import { type Tile, type TileContent, type Transaction, UniqueViolation } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const tileRules: StoreRuleGroup = {
  title: 'tiles',
  about:
    'A tile shows one text or insight on one dashboard. Deleted tiles remain stored until they are purged, and still count for uniqueness.',
  rules: [
    storeRule(
      'STORE-340',
      'an update replaces everything of a tile except its id and project; it can move the tile and change its content',
      async ({ store }) => {
        const trial = await tileTrial(store)
        const [tile, other] = [await trial.add(trial.one, trial.insight()), await trial.add(trial.one, trial.text())]
        const changed: Tile = { ...tile, dashboardId: trial.two, content: await trial.text(), ...EVERYTHING_ELSE }
        await store.write((tx) => tx.tiles.update(changed))
        await store.read(async (tx) => {
          expect(await tx.tiles.find(trial.projectId, tile.id)).toEqual(changed)
          expect(await tx.tiles.ofDashboard(trial.projectId, trial.one)).toEqual([other])
          expect(await tx.tiles.ofDashboard(trial.projectId, trial.two)).toEqual([changed])
          expect(await tx.tiles.showing(trial.projectId, [tile.content])).toEqual([])
          expect(await tx.tiles.showing(trial.projectId, [changed.content])).toEqual([changed])
        })
        await store.write((tx) => tx.tiles.update(tile))
        expect(await trial.tilesOf(trial.one)).toEqual([tile, other])
      },
    ),

    storeRule(
      'STORE-341',
      'updating or purging a tile that does not exist has no effect and creates none',
      async ({ store }) => {
        const trial = await tileTrial(store)
        const tile = await trial.add(trial.one, trial.insight())
        const missing = { ...tile, id: tile.id + 1000, content: await trial.text() }
        await store.write(async (tx) => {
          await tx.tiles.update(missing)
          await tx.tiles.purge(trial.projectId, missing.id)
          expect(await tx.tiles.find(trial.projectId, missing.id)).toBeUndefined()
        })
        expect(await trial.tilesOf(trial.one)).toEqual([tile])
      },
    ),

    storeRule('STORE-342', 'tiles of a dashboard are ordered by id, deleted ones too', async ({ store }) => {
      const trial = await tileTrial(store)
      const made: Tile[] = []
      for (const deleted of [false, true, false, false, true, false]) {
        made.push(await trial.add(trial.one, trial.insight(), { deleted, deletionId: deleted ? 'one' : null }))
        made.push(await trial.add(trial.one, trial.text()))
        await trial.add(trial.two, trial.text())
      }
      // Databases move an updated row behind the others.
      for (const tile of [made[2], made[0]]) if (tile) await store.write((tx) => tx.tiles.update(tile))
      expect(await trial.tilesOf(trial.one)).toEqual(made)
    }),

    storeRule(
      'STORE-343',
      '`showing` returns the tiles with any of several contents by id, of every dashboard, deleted ones too, each once',
      async ({ store }) => {
        const trial = await tileTrial(store)
        const { insight, text } = await contentsWithOneId(trial)
        const made: Tile[] = []
        for (const [n, dashboardId] of [trial.two, trial.one].entries()) {
          made.push(await trial.add(dashboardId, text, { deleted: n === 0 }))
          made.push(await trial.add(dashboardId, insight))
        }
        await trial.add(trial.one, trial.insight())
        await trial.add(trial.one, trial.text())
        // Databases move an updated row behind the others.
        await store.write(async (tx) => made[0] && tx.tiles.update(made[0]))
        const showing = (contents: readonly TileContent[]) =>
          store.read((tx) => tx.tiles.showing(trial.projectId, contents))
        const [textOnTwo, insightOnTwo, textOnOne, insightOnOne] = made
        expect(await showing([insight, text, insight])).toEqual(made)
        expect(await showing([insight])).toEqual([insightOnTwo, insightOnOne])
        expect(await showing([text])).toEqual([textOnTwo, textOnOne])
        expect(await showing([await trial.insight()])).toEqual([])
        expect(await showing([])).toEqual([])
        const unknown = Array.from({ length: 5000 }, (_, n) => ({ kind: 'text', textId: 1_000_000 + n }) as const)
        expect(await showing([...unknown, text])).toEqual([textOnTwo, textOnOne])
      },
    ),

    storeRule(
      'STORE-344',
      'a dashboard shows an insight or a text at most once, counting deleted tiles; other dashboards can show it too',
      async ({ store }) => {
        const trial = await tileTrial(store)
        for (const [content, constraint] of [
          [await trial.insight(), 'tiles_insight'],
          [await trial.text(), 'tiles_text'],
        ] as const) {
          const twin = await trial.add(trial.one, content, { deleted: true })
          const mover = await trial.add(trial.two, content)
          const again = newTileRow({ projectId: trial.projectId, dashboardId: trial.one, content })
          const writes: ((tx: Transaction) => Promise<unknown>)[] = [
            (tx) => tx.tiles.insert(again),
            (tx) => tx.tiles.update({ ...mover, dashboardId: trial.one }),
          ]
          for (const write of writes) {
            const error: unknown = await store.write(write).catch((reason: unknown) => reason)
            expect(error).toBeInstanceOf(UniqueViolation)
            expect(error).toMatchObject({ constraint })
          }
          await store.write(async (tx) => {
            await tx.tiles.purge(trial.projectId, twin.id)
            await tx.tiles.update({ ...mover, dashboardId: trial.one })
          })
          expect(await trial.tilesOf(trial.one)).toContainEqual({ ...mover, dashboardId: trial.one })
        }
      },
    ),

    storeRule('STORE-345', 'purging a tile deletes neither its content nor another tile', async ({ store }) => {
      const trial = await tileTrial(store)
      const [insight, text] = [await trial.insight(), await trial.text()]
      const [purged, kept] = [await trial.add(trial.one, text), await trial.add(trial.one, insight)]
      const elsewhere = await trial.add(trial.two, text)
      await store.write((tx) => tx.tiles.purge(trial.projectId, purged.id))
      await store.read(async (tx) => {
        expect(await tx.tiles.find(trial.projectId, purged.id)).toBeUndefined()
        expect(await tx.tiles.ofDashboard(trial.projectId, trial.one)).toEqual([kept])
        expect(await tx.tiles.showing(trial.projectId, [text])).toEqual([elsewhere])
        expect(await tx.textCards.findMany(trial.projectId, [text.textId])).toHaveLength(1)
      })
      expect((await trial.add(trial.one, text)).id).toBeGreaterThan(elsewhere.id)
    }),
  ],
}

/** Another value for every column except its ids and its content. */
const EVERYTHING_ELSE = {
  layouts: { sm: { x: 1, y: '7', w: 6, h: 5 } },
  color: 'blue',
  filtersOverrides: { date_from: '-7d' },
  showDescription: false,
  transparentBackground: true,
  deleted: true,
  deletionId: 'a0000000-0000-4000-8000-000000000000',
} as const satisfies Omit<Tile, 'id' | 'projectId' | 'dashboardId' | 'content'>

type TileTrial = Awaited<ReturnType<typeof tileTrial>>

/** A project with two dashboards, and contents for tiles. */
async function tileTrial(store: Store) {
  const { project } = await seedTenant(store)
  const projectId = project.id
  return {
    projectId,
    one: (await seedDashboard(store, { projectId })).id,
    two: (await seedDashboard(store, { projectId })).id,
    insight: async () => ({ kind: 'insight', insightId: (await seedInsight(store, { projectId })).id }) as const,
    text: async () => ({ kind: 'text', textId: (await seedTextCard(store, { projectId })).id }) as const,
    async add(dashboardId: number, content: TileContent | Promise<TileContent>, special: Partial<Tile> = {}) {
      const row = newTileRow({ projectId, dashboardId, content: await content, ...special })
      return store.write((tx) => tx.tiles.insert(row))
    },
    tilesOf: (dashboardId: number) => store.read((tx) => tx.tiles.ofDashboard(projectId, dashboardId)),
  }
}

/** An insight and a text card with the same id. */
async function contentsWithOneId(trial: TileTrial) {
  let [insight, text] = [await trial.insight(), await trial.text()]
  while (insight.insightId < text.textId) insight = await trial.insight()
  while (text.textId < insight.insightId) text = await trial.text()
  return { insight, text }
}
