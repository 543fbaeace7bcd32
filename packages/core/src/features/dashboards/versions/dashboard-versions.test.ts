import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../../foundation/errors/domain-error.ts'
import { box, type FurnishedDeck, furnishedDashboard } from '../../../testing/dashboards/furnished-dashboard.ts'
import { dashboardChanged } from '../dashboard-activity.ts'
import { dashboardIndex } from '../dashboard-index.ts'
import { createInsight } from '../insights/create-insight.ts'
import { updateTextTile } from '../tiles/change-text-tile.ts'
import { copyTile } from '../tiles/copy-tile.ts'
import { moveTile } from '../tiles/move-tile.ts'
import { updateDashboard } from '../update-dashboard.ts'
import { compareDashboardVersions, listDashboardVersions, retrieveDashboardVersion } from './read-dashboard-versions.ts'
import { restoreDashboardVersion } from './restore-dashboard-version.ts'

const PAGE = { limit: 1000, offset: 0 }

describe('the versions of a dashboard', () => {
  it('HIST-4 are listed with what they changed', async () => {
    const { context, dashboard, note } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { name: 'Renamed', pinned: true })
    await updateDashboard(context, dashboard.id, {})
    await updateTextTile(context, dashboard.id, { tileId: note.id, body: 'Other' })
    const { items } = await listDashboardVersions(context, dashboard.id, PAGE)
    expect(items.map(({ version, verb, fields }) => [version, verb, ...fields])).toEqual([
      [6, 'updated', 'texts'],
      [4, 'updated', 'name', 'pinned'],
      [3, 'updated', 'tiles'],
      [2, 'updated', 'tiles'],
      [1, 'created'],
    ])
  })

  it('HIST-5 are shown as they were, tiles and texts in their order', async () => {
    const { context, dashboard, chart, note, other } = await furnishedDashboard()
    await updateTextTile(context, dashboard.id, { tileId: note.id, body: 'Other' })
    await moveTile(context, dashboard.id, { tile: { id: chart.id }, toDashboard: other.id })
    await updateDashboard(context, dashboard.id, { name: null, deleted: true })
    const shown = async (version: number) =>
      (await retrieveDashboardVersion(context, dashboard.id, version)).tiles.map(
        ({ insightId, text }) => insightId ?? text?.body,
      )
    const insight = chart.insight?.id
    expect([await shown(1), await shown(2), await shown(3)]).toEqual([[], [insight], [insight, 'Note']])
    expect([await shown(4), await shown(5), await shown(6)]).toEqual([[insight, 'Other'], ['Other'], []])
    expect(await retrieveDashboardVersion(context, dashboard.id, 5)).toMatchObject({ name: 'First', deleted: false })
    const [, text] = (await retrieveDashboardVersion(context, dashboard.id, 3)).tiles
    expect(text).toMatchObject({ color: 'blue', layouts: box(0, 200) })
    await expect(retrieveDashboardVersion(context, dashboard.id, 7)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('HIST-5 are not told across a change that an older release made', async () => {
    const { context, dashboard } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { name: 'Ours' })
    await context.store.write(async (tx) => {
      const before = await tx.dashboards.find(context.project.id, dashboard.id)
      if (!before) throw new Error('The dashboard is gone.')
      const after = { ...before, name: 'Theirs', version: before.version + 1 }
      await tx.dashboards.update(after, dashboardIndex(after))
      const entry = dashboardChanged(context, before, after)
      if (entry) await tx.activity.append(entry)
    })
    const refused = { code: 'history_incomplete' }
    for (const version of [1, 3, 4]) {
      await expect(retrieveDashboardVersion(context, dashboard.id, version)).rejects.toMatchObject(refused)
    }
    expect(await retrieveDashboardVersion(context, dashboard.id, 5)).toMatchObject({ name: 'Theirs' })
    await updateDashboard(context, dashboard.id, { name: 'Ours again' })
    await expect(retrieveDashboardVersion(context, dashboard.id, 4)).rejects.toMatchObject(refused)
    await updateDashboard(context, dashboard.id, {})
    expect(await retrieveDashboardVersion(context, dashboard.id, 6)).toMatchObject({ name: 'Ours again' })
  })

  it('HIST-6 differ by fields, tiles and texts', async () => {
    const { context, dashboard, note, chart } = await furnishedDashboard()
    await updateTextTile(context, dashboard.id, { tileId: note.id, body: 'Other', color: 'red' })
    await updateDashboard(context, dashboard.id, { name: 'Renamed', tiles: [{ id: chart.id, deleted: true }] })
    expect(await compareDashboardVersions(context, dashboard.id, 3)).toMatchObject([
      { field: 'name', before: 'First', after: 'Renamed' },
      { field: 'tiles', action: 'deleted', before: { insight: chart.insight?.id }, after: null },
      { field: 'tiles', action: 'changed', before: { color: 'blue' }, after: { color: 'red' } },
      { field: 'texts', before: { body: 'Note' }, after: { body: 'Other' } },
    ])
    expect(await compareDashboardVersions(context, dashboard.id, 3, 3)).toEqual([])
  })

  it('HIST-8 are restored with tiles and texts, unless the dashboard is so already', async () => {
    const { context, dashboard, note, chart, shown, other } = await furnishedDashboard()
    await updateTextTile(context, dashboard.id, { tileId: note.id, body: 'Other' })
    await moveTile(context, dashboard.id, { tile: { id: chart.id }, toDashboard: other.id })
    await updateDashboard(context, dashboard.id, { name: 'Renamed', deleted: true })
    const restored = await restoreDashboardVersion(context, dashboard.id, 3)
    expect(restored).toMatchObject({ name: 'First', deleted: false, version: 7 })
    expect((await shown(dashboard.id)).toSorted()).toEqual(['Chart', 'Note'])
    expect(await compareDashboardVersions(context, dashboard.id, 3)).toEqual([])
    expect(await restoreDashboardVersion(context, dashboard.id, 3)).toMatchObject({ version: 7 })
    const [newest] = (await listDashboardVersions(context, dashboard.id, PAGE)).items
    expect(newest).toMatchObject({ version: 7, verb: 'restored', trigger: { payload: { version: 3 } } })
    await restoreDashboardVersion(context, dashboard.id, 6)
    expect(await shown(dashboard.id)).toEqual([])
  })

  it('HIST-8 are restored by the rules of every change', async () => {
    const { context, dashboard, as, member, owner } = await furnishedDashboard()
    await updateDashboard(context, dashboard.id, { restrictionLevel: 37 })
    const stranger = await as(member)
    await expect(restoreDashboardVersion(stranger, dashboard.id, 1)).rejects.toMatchObject({
      kind: 'permission_denied',
    })
    const stale = restoreDashboardVersion(context, dashboard.id, 1, { ifVersion: 2 })
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed' })
    const reader = await as(owner, { scopes: ['dashboard:read'] })
    await expect(restoreDashboardVersion(reader, dashboard.id, 1)).rejects.toMatchObject({ kind: 'permission_denied' })
    expect(await retrieveDashboardVersion(reader, dashboard.id, 1)).toMatchObject({ version: 1 })
    expect(await restoreDashboardVersion(await as(owner), dashboard.id, 1)).toMatchObject({ restrictionLevel: 21 })
  })

  it('HIST-10 are what was answered at the time, whatever happened since', async () => {
    await fc.assert(fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), liveThrough), {
      numRuns: 200,
    })
  }, 120_000)
})

type Happening = readonly [kind: string, n: number, flag: boolean]

const KINDS = ['name', 'filters', 'tile', 'remove', 'text', 'new text', 'insight', 'move', 'copy', 'deleted', 'restore']
const happening: fc.Arbitrary<Happening> = fc.tuple(fc.constantFrom(...KINDS), fc.nat(5), fc.boolean())

async function liveThrough(happenings: readonly Happening[]): Promise<void> {
  const deck = await furnishedDashboard()
  const { context, dashboard } = deck
  const seen = new Map<number, unknown>()
  const look = async () => {
    const now = await deck.dashboards.get(dashboard.id)
    seen.set(now.version, shownOf(now))
    return now
  }
  await look()
  for (const each of happenings) {
    await happen(deck, await look(), each).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
    })
    await look()
  }
  for (const [version, was] of seen) {
    expect(shownOf(await retrieveDashboardVersion(context, dashboard.id, version))).toEqual(was)
  }
  await restoreDashboardVersion(context, dashboard.id, 3)
  expect(await compareDashboardVersions(context, dashboard.id, 3)).toEqual([])
}

/** Returns the contents of a dashboard, from its details or from a version. */
function shownOf({
  name,
  deleted,
  filters,
  tiles,
}: {
  readonly name: string | null
  readonly deleted: boolean
  readonly filters: object
  readonly tiles: readonly {
    readonly insightId?: number | null
    readonly insight?: { readonly id: number } | null
    readonly text: { readonly id: number; readonly body: string | null } | null
    readonly layouts: object
    readonly color: string | null
  }[]
}) {
  const shown = tiles.map(({ insightId, insight, text, layouts, color }) => ({
    insight: insightId ?? insight?.id ?? null,
    text: text && { id: text.id, body: text.body },
    layouts,
    color,
  }))
  const byContent = (tile: (typeof shown)[number]) => `${tile.insight}/${tile.text?.id}`
  return { name, deleted, filters, tiles: shown.toSorted((a, b) => byContent(a).localeCompare(byContent(b))) }
}

async function happen(
  { context, dashboards, other }: FurnishedDeck,
  { id, tiles, version }: Awaited<ReturnType<FurnishedDeck['dashboards']['get']>>,
  [kind, n, flag]: Happening,
): Promise<unknown> {
  const tile = tiles[n % (tiles.length || 1)]
  const update = (input: Parameters<typeof updateDashboard>[2]) => updateDashboard(context, id, input)
  switch (kind) {
    case 'name':
      return update({ name: flag ? `Name ${n}` : null })
    case 'filters':
      return update({ filters: { date_from: `-${n}d` } })
    case 'tile':
      return update({ tiles: [{ id: tile?.id ?? 0, color: `${n}`, layouts: box(n, n) }] })
    case 'remove':
      return update({ tiles: [{ id: tile?.id ?? 0, deleted: true }] })
    case 'text':
      return update({ tiles: [{ text: { id: tile?.text?.id ?? null, body: `Text ${n}` } }] })
    case 'new text':
      return update({ tiles: [{ text: { body: `New ${n}` } }], duplicateTiles: tile && flag ? [{ id: tile.id }] : [] })
    case 'insight':
      return createInsight(context, { name: `Insight ${n}`, dashboardIds: [id] })
    case 'move':
      return moveTile(context, id, { tile: { id: tile?.id ?? 0 }, toDashboard: other.id })
    case 'copy': {
      const [from] = (await dashboards.get(other.id)).tiles
      return copyTile(context, id, { fromDashboardId: other.id, tileId: from?.id ?? 0 })
    }
    case 'deleted':
      return update({ deleted: flag })
    default:
      return restoreDashboardVersion(context, id, Math.max(1, version - n))
  }
}
