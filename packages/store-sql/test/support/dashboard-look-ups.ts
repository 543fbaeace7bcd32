import type { LookUp } from './look-ups.ts'

const PAGE = { limit: 100, offset: 0 }

/** Look-ups of dashboards and of their contents. */
export const DASHBOARD_LOOK_UPS: readonly LookUp[] = [
  {
    name: 'a page of dashboards',
    read: (tx, { project }) => tx.dashboards.list(project.id, {}, PAGE),
    index: 'dashboards_live_listed',
  },
  {
    name: 'a page of pinned dashboards',
    read: (tx, { project }) => tx.dashboards.list(project.id, { pinned: true }, PAGE),
    index: 'dashboards_live_listed',
  },
  {
    name: 'a page of the dashboards that a search finds',
    read: (tx, { project }) => tx.dashboards.list(project.id, { search: 'dashboard', tags: ['a'] }, PAGE),
    index: 'dashboards_(live_listed|project_id_id_key)',
  },
  {
    name: 'several dashboards at once',
    read: (tx, { project }) => tx.dashboards.findMany(project.id, [1, 2, 3]),
    index: 'dashboards_pkey',
  },
  {
    name: 'the tiles of a dashboard',
    read: (tx, { project }) => tx.tiles.ofDashboard(project.id, 1),
    index: 'tiles_(insight|text)',
  },
  {
    name: 'the tiles that show some insights',
    read: (tx, { project }) => tx.tiles.showing(project.id, [{ kind: 'insight', insightId: 1 }]),
    index: 'tiles_showing_insight',
  },
  {
    name: 'the tiles that show some texts',
    read: (tx, { project }) => tx.tiles.showing(project.id, [{ kind: 'text', textId: 1 }]),
    index: 'tiles_showing_text',
  },
  {
    name: 'several texts at once',
    read: (tx, { project }) => tx.textCards.findMany(project.id, [1, 2, 3]),
    index: 'text_cards_pkey',
  },
  {
    name: 'several insights at once',
    read: (tx, { project }) => tx.insights.findMany(project.id, [1, 2, 3]),
    index: 'insights_pkey',
  },
  {
    name: 'an insight by its short id',
    read: (tx, { project }) => tx.insights.findByShortId(project.id, 'abcd1234'),
    index: 'insights_short_id',
  },
  {
    name: 'a page of insights, newest first',
    read: (tx, { project }) => tx.insights.list(project.id, {}, PAGE),
    index: 'insights_live_created',
  },
  {
    name: 'a page of the insights that a search finds',
    read: (tx, { project }) => tx.insights.list(project.id, { search: 'insight', saved: true }, PAGE),
    index: 'insights_(live_created|short_id|project_id_id_key)',
  },
  {
    name: 'the templates of a project',
    read: (tx, { project }) => tx.dashboardTemplates.list(project.id),
    index: 'dashboard_templates_live_name',
  },
  {
    name: 'a template by name',
    read: (tx, { project }) => tx.dashboardTemplates.findLiveByName(project.id, 'template'),
    index: 'dashboard_templates_live_name',
  },
  {
    name: 'the collaborators of a dashboard',
    read: (tx, { project }) => tx.dashboardCollaborators.ofDashboard(project.id, 1),
    index: 'dashboard_collaborators_pair',
  },
  {
    name: 'the dashboards that a user is a collaborator of',
    read: (tx, { project, user }) => tx.dashboardCollaborators.dashboardsOfUser(project.id, user.id, [1, 2, 3]),
    index: 'dashboard_collaborators_pair',
  },
]
