import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { furnishedDashboard } from '../../testing/dashboards/furnished-dashboard.ts'
import { storedState } from '../../testing/dashboards/stored-state.ts'
import { addCollaborator } from './change-collaborators.ts'
import { createDashboard } from './create-dashboard.ts'
import { createInsight } from './insights/create-insight.ts'
import { updateInsight } from './insights/update-insight.ts'
import { createTemplate, updateTemplate } from './templates/change-template.ts'
import { createDashboardFromTemplate } from './templates/create-dashboard-from-template.ts'
import { createTextTile, updateTextTile } from './tiles/change-text-tile.ts'
import { copyTile } from './tiles/copy-tile.ts'
import { deleteTile } from './tiles/delete-tile.ts'
import { moveTile } from './tiles/move-tile.ts'
import { reorderTiles } from './tiles/reorder-tiles.ts'
import { updateTile } from './tiles/update-tile.ts'
import { updateDashboard } from './update-dashboard.ts'

type Operation = (ctx: ProjectContext, input: never) => Promise<unknown>

const OPERATIONS: Readonly<Record<string, Operation>> = {
  createDashboard,
  updateDashboard: (ctx, input) => updateDashboard(ctx, 1, input),
  createDashboardFromTemplate,
  createTemplate,
  updateTemplate: (ctx, input) => updateTemplate(ctx, 'none', input),
  createInsight,
  updateInsight: (ctx, input) => updateInsight(ctx, 1, input),
  moveTile: (ctx, input) => moveTile(ctx, 1, input),
  copyTile: (ctx, input) => copyTile(ctx, 1, input),
  reorderTiles: (ctx, input) => reorderTiles(ctx, 1, input),
  deleteTile: (ctx, input) => deleteTile(ctx, 1, input),
  createTextTile: (ctx, input) => createTextTile(ctx, 1, input),
  updateTextTile: (ctx, input) => updateTextTile(ctx, 1, input),
  updateTile: (ctx, input) => updateTile(ctx, 1, input),
  addCollaborator: (ctx, input) => addCollaborator(ctx, 1, input),
}

/** Generates any JSON value, often one that fits a field. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, '', 'x', 'a\0', '\ud800', 0, 1, 2, 3, -1, 1.5, 1e300, true, false, [], {}, [1], [{}]),
)
const text = fc.record({ id: anything, body: anything, createdBy: anything }, { requiredKeys: [] })
const entry = fc.record(
  {
    id: fc.oneof(fc.constantFrom(1, 2, '1', null), anything),
    text: fc.oneof(text, anything),
    deleted: fc.oneof(fc.boolean(), anything),
    color: anything,
    layouts: fc.oneof(fc.dictionary(fc.constantFrom('sm', 'xs', '__proto__'), anything), anything),
    filtersOverrides: anything,
    showDescription: anything,
    widget: anything,
  },
  { requiredKeys: [] },
)
const tile = fc.record(
  {
    type: fc.constantFrom('TEXT', 'INSIGHT', 'X', 7),
    body: anything,
    query: anything,
    layouts: anything,
    name: anything,
  },
  { requiredKeys: [] },
)
const template = fc.record(
  {
    template_name: fc.oneof(fc.string(), anything),
    dashboard_description: fc.oneof(fc.string(), anything),
    dashboard_filters: fc.oneof(fc.constant({}), anything),
    tiles: fc.oneof(fc.array(tile, { minLength: 1, maxLength: 3 }), anything),
    tags: anything,
    variables: anything,
  },
  { requiredKeys: [] },
)
const input = fc.oneof(
  anything,
  fc.record(
    {
      name: anything,
      description: anything,
      filters: anything,
      tags: anything,
      deleted: anything,
      restrictionLevel: anything,
      useTemplate: anything,
      useDashboard: anything,
      tiles: fc.oneof(fc.array(entry, { maxLength: 3 }), fc.array(tile, { maxLength: 2 }), anything),
      duplicateTiles: fc.oneof(fc.array(entry, { maxLength: 2 }), anything),
      template: fc.oneof(template, anything),
      templateName: anything,
      variables: anything,
      query: anything,
      dashboards: anything,
      tile: anything,
      tileId: fc.oneof(fc.constantFrom(1, 2), anything),
      toDashboard: fc.oneof(fc.constant(2), anything),
      fromDashboardId: fc.oneof(fc.constant(2), anything),
      tileOrder: fc.oneof(fc.constantFrom([1], [2, 1]), anything),
      layout: fc.oneof(fc.constantFrom('preserve', 'two_column'), anything),
      layouts: anything,
      body: anything,
      userUuid: anything,
      level: anything,
    },
    { requiredKeys: [] },
  ),
)

/** Creates a dashboard with tiles, and returns it with all stored records. */
async function anotherWorld() {
  const { context } = await furnishedDashboard()
  return { context, before: await storedState(context) }
}

it.each(Object.entries(OPERATIONS))(
  'DASH-13 answers any JSON or refuses it, and then changes nothing: %s',
  async (_, run) => {
    // A refused input changes nothing, so the next input can be sent to the same project.
    let untouched: Awaited<ReturnType<typeof anotherWorld>> | undefined
    await fc.assert(
      fc.asyncProperty(input, async (sent) => {
        const world = untouched ?? (await anotherWorld())
        untouched = undefined
        const { context, before } = world
        // Clients may send any value over HTTP.
        const outcome = await run(context, sent as never).catch((error: unknown) => error)
        if (!(outcome instanceof Error)) return
        expect(outcome).toBeInstanceOf(DomainError)
        expect(await storedState(context)).toEqual(before)
        untouched = world
      }),
      { numRuns: 60 },
    )
  },
)
