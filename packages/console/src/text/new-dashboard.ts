import type { Beginning } from '../screens/dashboards/new/draft.ts'

/** Sentences of the page that makes a dashboard. */
export const newDashboard = {
  title: 'New dashboard',
  where: 'Where this is',
  dashboards: 'Dashboards',
  beginWith: 'Begin with',
  beginnings: {
    blank: ['Nothing', 'An empty grid: add questions and texts as you need them.'],
    template: ['A template', 'Questions that most teams ask, answered at once.'],
    document: ['A document', 'A dashboard as JSON, such as another one exported.'],
  } satisfies Record<Beginning, readonly [name: string, about: string]>,
  name: 'Name',
  description: 'Description',
  wordsHint: 'Left empty, it is what it is made from.',
  unnamed: 'Untitled',
  template: 'Template',
  templateMissing: 'Choose a template.',
  holds: (tiles: number, isBuiltIn: boolean) =>
    `${tiles === 1 ? '1 tile' : `${tiles} tiles`}${isBuiltIn ? '' : ', of this project'}`,
  document: 'Template as JSON',
  documentHint: 'It has template_name, dashboard_description, dashboard_filters and tiles.',
  documentMissing: 'Paste a template, or choose a file.',
  notAnObject: 'A template is a JSON object.',
  file: 'Or choose a file:',
  preview: 'What will be on it',
  text: 'Text',
  make: 'Make dashboard',
  made: (name: string) => `Made ${name}`,
} as const
