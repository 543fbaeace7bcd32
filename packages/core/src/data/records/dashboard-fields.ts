import type { Dashboard } from './dashboard.ts'
import type { InputName, RecordField, WireName } from './record-field.ts'

/** All fields of a dashboard and their use outside the store. Changes are listed in this order. */
export const DASHBOARD_FIELDS = {
  name: { wire: 'name', input: 'name', told: true, document: 'identifies the dashboard; may be null' },
  description: { wire: 'description', input: 'description', told: true, document: 'text' },
  pinned: { wire: 'pinned', input: 'pinned', told: true, document: 'whether lists show it first' },
  deleted: { wire: 'deleted', input: 'deleted', told: true, document: null },
  filters: { wire: 'filters', input: 'filters', told: true, document: 'merged into the filters of the tiles' },
  variables: { wire: 'variables', input: 'variables', told: true, document: 'JSON object' },
  breakdownColors: {
    wire: 'breakdown_colors',
    input: 'breakdownColors',
    told: true,
    document: 'list of colors',
  },
  dataColorThemeId: {
    wire: 'data_color_theme_id',
    input: 'dataColorThemeId',
    told: true,
    document: 'number or null',
  },
  quickFilterIds: { wire: 'quick_filter_ids', input: 'quickFilterIds', told: true, document: 'list of UUIDs' },
  tags: { wire: 'tags', input: 'tags', told: true, document: 'in lower case' },
  restrictionLevel: {
    wire: 'restriction_level',
    input: 'restrictionLevel',
    told: true,
    document: '21: all users of the project can edit it, 37: collaborators, which the document does not list',
  },
  id: { wire: 'id', input: null, told: false, document: null },
  projectId: { wire: 'team_id', input: null, told: false, document: null },
  createdBy: { wire: 'created_by', input: null, told: false, document: null },
  createdAt: { wire: 'created_at', input: null, told: false, document: null },
  lastAccessedAt: { wire: 'last_accessed_at', input: null, told: false, document: null },
  creationMode: { wire: 'creation_mode', input: null, told: false, document: null },
  version: { wire: 'version', input: null, told: false, document: null },
} as const satisfies Record<keyof Dashboard, RecordField>

/** The names of the fields of a dashboard in the API. */
export type DashboardWireName = WireName<typeof DASHBOARD_FIELDS>
export type DashboardInputName = InputName<typeof DASHBOARD_FIELDS>
