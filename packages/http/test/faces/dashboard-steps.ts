import type { EmbeddedProject } from '@flagdeck/core'
import type { DashboardDetails, InsightDetails, InsightRun, TileDetails } from '@flagdeck/core/operations'
import { activityBody } from '../../src/api/wire/activity.ts'
import { dashboardBody, dashboardSummaryBody } from '../../src/api/wire/dashboard.ts'
import { collaboratorBody } from '../../src/api/wire/dashboard-collaborator.ts'
import { dashboardTemplateBody } from '../../src/api/wire/dashboard-template.ts'
import { tileBody } from '../../src/api/wire/dashboard-tile.ts'
import { dashboardVersionBody } from '../../src/api/wire/dashboard-version.ts'
import { flagBody } from '../../src/api/wire/flag.ts'
import { insightBody, trendingInsightBody } from '../../src/api/wire/insight.ts'
import { insightAnswerBody } from '../../src/api/wire/insight-answer.ts'
import { insightRunsBody } from '../../src/api/wire/insight-run.ts'
import { queryAnswerBody } from '../../src/api/wire/query-answer.ts'
import { differenceBody, versionSummaryBody } from '../../src/api/wire/version.ts'
import { listed, type Step, step } from './step.ts'

const BOARDS = 'dashboards/'
const TEMPLATES = 'dashboard_templates/'
const TEMPLATE = {
  template_name: 'T',
  dashboard_description: '',
  dashboard_filters: {},
  tiles: [{ type: 'TEXT', body: 'x' }],
}
const QUERY = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }

/** A dashboard with the results of its tiles. */
async function whole({ dashboards }: EmbeddedProject, dashboard: DashboardDetails) {
  return dashboardBody(dashboard, await dashboards.answers(dashboard.id))
}

async function tile({ dashboards }: EmbeddedProject, dashboardId: number, details: TileDetails) {
  return tileBody(details, await dashboards.answers(dashboardId))
}

async function answered({ insights }: EmbeddedProject, insight: InsightDetails) {
  const { answer, ...asked } = await insights.ask(insight.query as never)
  return { ...insightBody(insight), ...insightAnswerBody(answer, asked) }
}

function asAnswer({ answer, ...asked }: InsightRun) {
  if ('error' in answer) throw new Error(answer.error.message)
  return queryAnswerBody({ answer, ...asked })
}

/** Steps about dashboards, their tiles and templates, and insights. The flag with the id 1 exists. */
export const DASHBOARD_STEPS: readonly Step[] = [
  step('dashboards_create', `POST ${BOARDS}`, async (p) => whole(p, await p.dashboards.create({ name: 'One' })), {
    json: { name: 'One' },
  }),
  step('dashboards_create', `POST ${BOARDS}`, async (p) => whole(p, await p.dashboards.create({ name: 'Two' })), {
    json: { name: 'Two' },
  }),
  step('dashboards_create', `POST ${BOARDS}`, (p) => p.dashboards.create({ name: 5 } as never), { json: { name: 5 } }),
  step(
    'dashboards_partial_update',
    `PATCH ${BOARDS}1/?dry_run=true`,
    async (p) => whole(p, await p.dryRun(({ dashboards }) => dashboards.update(1, { name: 'Tried' }))),
    { json: { name: 'Tried' } },
  ),
  step('dashboards_list', `GET ${BOARDS}?search=one`, (p) =>
    listed(p.dashboards.list({ search: 'one' }), dashboardSummaryBody),
  ),
  step('dashboards_retrieve', `GET ${BOARDS}1/`, async (p) => whole(p, await p.dashboards.get(1))),
  step('dashboards_retrieve', `GET ${BOARDS}99/`, (p) => p.dashboards.get(99)),
  step(
    'dashboards_partial_update',
    `PATCH ${BOARDS}1/`,
    async (p) => whole(p, await p.dashboards.update(1, { name: 'First' })),
    { json: { name: 'First' } },
  ),
  step(
    'dashboards_update',
    `PUT ${BOARDS}1/`,
    async (p) => whole(p, await p.dashboards.update(1, { name: 'Uno', tags: ['t'] })),
    { json: { name: 'Uno', tags: ['t'] } },
  ),
  step(
    'dashboards_create_text_tile_create',
    `POST ${BOARDS}1/create_text_tile/`,
    async (p) => tile(p, 1, await p.dashboards.createText(1, { body: 'Hi' })),
    { json: { body: 'Hi' } },
  ),
  step(
    'dashboards_update_text_tile_create',
    `POST ${BOARDS}1/update_text_tile/`,
    async (p) => tile(p, 1, await p.dashboards.updateText(1, { tileId: 1, body: 'Ho' })),
    { json: { tile_id: 1, body: 'Ho' } },
  ),
  step(
    'dashboards_update_tile_create',
    `POST ${BOARDS}1/update_tile/`,
    (p) => p.dashboards.updateTile(1, { tileId: 1, color: 'red' }),
    { json: { tile_id: 1, color: 'red' } },
  ),
  step(
    'dashboards_copy_tile_create',
    `POST ${BOARDS}2/copy_tile/`,
    async (p) => whole(p, await p.dashboards.copyTile(2, { fromDashboardId: 1, tileId: 1 })),
    { json: { fromDashboardId: 1, tileId: 1 } },
  ),
  step(
    'dashboards_reorder_tiles_create',
    `POST ${BOARDS}1/reorder_tiles/`,
    async (p) => whole(p, await p.dashboards.reorderTiles(1, { tileOrder: [1] })),
    { json: { tile_order: [1] } },
  ),
  step('dashboards_delete_tile_create', `POST ${BOARDS}2/delete_tile/`, (p) => p.dashboards.deleteTile(2, 2), {
    json: { tile_id: 2 },
  }),
  step('dashboards_delete_tile_create', `POST ${BOARDS}2/delete_tile/`, (p) => p.dashboards.deleteTile(2, 99), {
    json: { tile_id: 99 },
  }),
  step(
    'dashboards_move_tile_partial_update',
    `PATCH ${BOARDS}1/move_tile/`,
    async (p) => whole(p, await p.dashboards.moveTile(1, { tile: { id: 1 }, toDashboard: 2 })),
    { json: { tile: { id: 1 }, toDashboard: 2 } },
  ),
  step(
    'dashboards_move_tile_create',
    `POST ${BOARDS}1/move_tile/`,
    (p) => p.dashboards.moveTile(1, { tile: { id: 1 }, toDashboard: 2 }),
    { json: { tile: { id: 1 }, toDashboard: 2 } },
  ),
  step('feature_flags_dashboard_create', 'POST feature_flags/1/dashboard/', async (p) => ({
    ...flagBody(await p.dashboards.createForFlag(1)),
    success: true,
  })),
  step('feature_flags_enrich_usage_dashboard_create', 'POST feature_flags/1/enrich_usage_dashboard/', (p) =>
    p.dashboards.enrichForFlag(1),
  ),
  step('dashboards_run_insights_retrieve', `GET ${BOARDS}3/run_insights/`, async (p) =>
    insightRunsBody((await p.dashboards.get(3)).tiles, await p.dashboards.answers(3), 'optimized'),
  ),
  step(
    'dashboards_create_from_template_json_create',
    `POST ${BOARDS}create_from_template_json/`,
    async (p) => whole(p, await p.dashboards.createFromTemplate(TEMPLATE)),
    { json: { template: TEMPLATE } },
  ),
  step('dashboards_export_template_retrieve', `GET ${BOARDS}4/export_template/`, (p) => p.dashboards.exportTemplate(4)),
  step('dashboards_versions_list', `GET ${BOARDS}1/versions/`, (p) =>
    listed(p.dashboards.versions(1), versionSummaryBody),
  ),
  step('dashboards_versions_retrieve', `GET ${BOARDS}1/versions/1/`, async (p) =>
    dashboardVersionBody(await p.dashboards.version(1, 1)),
  ),
  step('dashboards_versions_diff_retrieve', `GET ${BOARDS}1/versions/1/diff/`, async (p) =>
    differenceBody(await p.dashboards.difference(1, 1)),
  ),
  step('dashboards_versions_restore_create', `POST ${BOARDS}1/versions/1/restore/`, async (p) =>
    whole(p, await p.dashboards.restore(1, 1)),
  ),
  step(
    'dashboards_partial_update',
    `PATCH ${BOARDS}1/`,
    async (p) => whole(p, await p.dashboards.update(1, { restrictionLevel: 37 })),
    { json: { restriction_level: 37 } },
  ),
  step(
    'dashboards_collaborators_create',
    `POST ${BOARDS}1/collaborators/`,
    async (p, { colleague = '' }) =>
      collaboratorBody(await p.dashboards.collaborators.add(1, { userUuid: colleague, level: 37 })),
    { json: { user_uuid: '{colleague}', level: 37 } },
  ),
  step('dashboards_collaborators_list', `GET ${BOARDS}1/collaborators/`, async (p) =>
    (await p.dashboards.collaborators.list(1)).map(collaboratorBody),
  ),
  step('dashboards_collaborators_destroy', `DELETE ${BOARDS}1/collaborators/{colleague}/`, (p, { colleague = '' }) =>
    p.dashboards.collaborators.remove(1, colleague),
  ),
  step('dashboards_partial_update', `PATCH ${BOARDS}2/`, async (p) => whole(p, await p.dashboards.delete(2)), {
    json: { deleted: true },
  }),
  step('dashboards_activity_retrieve', `GET ${BOARDS}1/activity/`, (p) =>
    listed(p.dashboards.activity(1, { limit: 10 }), activityBody, 'total_count'),
  ),
  step(
    'dashboard_templates_create',
    `POST ${TEMPLATES}`,
    async (p) =>
      dashboardTemplateBody(await p.dashboards.templates.create({ templateName: 'Kept', tiles: TEMPLATE.tiles })),
    { json: { template_name: 'Kept', tiles: TEMPLATE.tiles }, keep: 'template' },
  ),
  step('dashboard_templates_list', `GET ${TEMPLATES}?search=kept`, (p) =>
    listed(p.dashboards.templates.list({ search: 'kept' }), dashboardTemplateBody),
  ),
  step('dashboard_templates_retrieve', `GET ${TEMPLATES}{template}/`, async (p, { template = '' }) =>
    dashboardTemplateBody(await p.dashboards.templates.get(template)),
  ),
  step(
    'dashboard_templates_partial_update',
    `PATCH ${TEMPLATES}{template}/`,
    async (p, { template = '' }) => dashboardTemplateBody(await p.dashboards.templates.delete(template)),
    { json: { deleted: true } },
  ),
  step('dashboard_templates_json_schema_retrieve', `GET ${TEMPLATES}json_schema/`, (p) =>
    p.dashboards.templates.schema(),
  ),
  step(
    'insights_create',
    'POST insights/',
    async (p) => answered(p, await p.insights.create({ name: 'I', query: QUERY })),
    { json: { name: 'I', query: QUERY } },
  ),
  step('insights_list', 'GET insights/?search=I', (p) => listed(p.insights.list({ search: 'I' }), insightBody)),
  step('insights_trending_retrieve', 'GET insights/trending/?days=3', (p) =>
    listed(p.insights.trending(3, { limit: 10 }), trendingInsightBody),
  ),
  step('insights_all_activity_retrieve', 'GET insights/activity/', (p) =>
    listed(p.insights.activity(undefined, { limit: 10 }), activityBody, 'total_count'),
  ),
  step('insights_activity_retrieve', 'GET insights/1/activity/', (p) =>
    listed(p.insights.activity(1, { limit: 10 }), activityBody, 'total_count'),
  ),
  step('insights_retrieve', 'GET insights/999/', (p) => p.insights.get(999)),
  step(
    'insights_partial_update',
    'PATCH insights/1/',
    async (p) => answered(p, await p.insights.update(1, { name: 'J' })),
    { json: { name: 'J' } },
  ),
  step('query_create', 'POST query/', async ({ insights }) => asAnswer(await insights.ask(QUERY)), {
    json: { query: QUERY },
  }),
]
