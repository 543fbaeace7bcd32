import type { ExampleStep } from '../example/load-example.ts'

/** Texts of the example data. */
export const example = {
  load: 'Load example data',
  loaded: 'Example data loaded. You can remove it in the project settings.',
  steps: {
    people: 'Creating users and companies…',
    cohorts: 'Creating cohorts…',
    flags: 'Creating flags of every kind…',
    dashboards: 'Creating a dashboard…',
    counts: 'Creating four weeks of calls…',
  } satisfies Record<ExampleStep, string>,
  title: 'Example data',
  isThere: 'This project contains example flags, cohorts, users, a dashboard and four weeks of calls.',
  remove: 'Remove example data',
  removeTitle: 'Remove the example data',
  removeEffect:
    'This deletes the example flags, cohorts, dashboard, users and companies. Everything you created yourself stays.',
  removed: 'Example data removed. Call counts remain.',
} as const
