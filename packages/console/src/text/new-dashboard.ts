import type { Beginning } from '../screens/dashboards/new/draft.ts'
import { isolate } from './isolate.ts'

/** Texts of the page that creates a dashboard. */
export const newDashboard = {
  title: 'New dashboard',
  where: 'Breadcrumb',
  dashboards: 'Dashboards',
  beginWith: 'Start from',
  beginnings: {
    blank: ['Blank', 'An empty dashboard. Add charts and text as you need them.'],
    template: ['Template', 'Charts most teams need.'],
    document: ['JSON', 'An exported dashboard, pasted or uploaded.'],
  } satisfies Record<Beginning, readonly [name: string, about: string]>,
  name: 'Name',
  description: 'Description',
  hints: {
    template: {
      name: 'Leave empty to use the name of the template.',
      description: 'Leave empty to use the description of the template.',
    },
    document: {
      name: 'Leave empty to use the name in the JSON.',
      description: 'Leave empty to use the description in the JSON.',
    },
  },
  unnamed: 'Untitled',
  template: 'Template',
  templateMissing: 'Choose a template.',
  holds: (tiles: number, isBuiltIn: boolean) =>
    `${tiles === 1 ? '1 tile' : `${tiles} tiles`}${isBuiltIn ? '' : ', from this project'}`,
  document: 'Template as JSON',
  documentHint: 'Needs template_name, dashboard_description, dashboard_filters and tiles.',
  documentMissing: 'Paste a template or choose a file.',
  notAnObject: 'A template is a JSON object.',
  file: 'Or upload a file',
  preview: 'Preview',
  text: 'Text',
  make: 'Create dashboard',
  made: (name: string) => `Created ${isolate(name)}`,
} as const
