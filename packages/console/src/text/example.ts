import type { ExampleStep } from '../example/load-example.ts'

/** Sentences of the example data. */
export const example = {
  load: 'Load example data',
  loaded: 'The example data is here. It can be removed in the settings of this project.',
  steps: {
    people: 'Making people and companies…',
    cohorts: 'Making cohorts…',
    flags: 'Making flags of every kind…',
    dashboards: 'Making a dashboard…',
    counts: 'Counting four weeks of calls…',
  } satisfies Record<ExampleStep, string>,
  title: 'Example data',
  isThere: 'This project has the example data: flags, cohorts, people, a dashboard and calls of four weeks.',
  remove: 'Remove the example data',
  removeTitle: 'Remove the example data?',
  removeEffect:
    'The flags, cohorts and the dashboard of the example are deleted, and its people and companies forgotten. What you made yourself stays.',
  removed: 'The example data is gone. What was counted stays.',
} as const
