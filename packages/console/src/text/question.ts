import type { Display } from '../screens/dashboards/question/query-source.ts'
import type { Breakdown, Interval, Question, Report } from '../screens/dashboards/question/question.ts'
import { measureNames } from './measures.ts'

const breakdownsOfUsers = {
  nothing: 'Nothing: all together',
  $feature_flag: 'By flag',
  $feature_flag_response: 'By answer',
} satisfies Partial<Record<Breakdown | 'nothing', string>>

/** Sentences of the dialog that builds a question. */
export const question = {
  make: 'New question',
  change: 'Edit question',
  add: 'Add to dashboard',
  save: 'Save question',
  shared: (dashboards: number) =>
    `${dashboards} dashboards show this question: changed here, it is changed on all of them.`,
  answer: 'Its answer',
  name: 'Name',
  nameHint: 'Calls by flag',
  description: 'Description',
  view: 'How the question is shown',
  form: 'Form',
  json: 'JSON',
  query: 'Query',
  jsonHint: 'As the API keeps it.',
  beyondForm: 'This question says more than the form has fields for, so it is shown as JSON alone.',
  notAnObject: 'A query is a JSON object.',
  about: 'What is counted',
  abouts: {
    total: 'Calls or evaluations',
    dau: 'Different users',
    stale: 'Report: stale flags',
    unknown: 'Report: unknown flags',
    rollout: 'Report: flags on their way',
  } satisfies Record<Question['about'], string>,
  reports: {
    stale: 'Flags that nobody calls any more, or that answer everybody the same.',
    unknown: 'Keys that code asks for and that no flag has.',
    rollout: 'Flags that are on and do not answer the same to everybody.',
  } satisfies Record<Report, string>,
  from: 'Time',
  ranges: {
    '-24h': 'Last 24 hours',
    '-7d': 'Last 7 days',
    '-30d': 'Last 30 days',
    '-90d': 'Last 90 days',
    '-1y': 'Last year',
    all: 'All that is kept',
  } as Readonly<Record<string, string>>,
  breakdown: 'Told apart',
  breakdowns: { ...breakdownsOfUsers, $lib: 'By SDK' } as Readonly<Record<Question['breakdown'], string>>,
  breakdownsOfUsers: breakdownsOfUsers as Readonly<Record<Question['breakdown'], string>>,
  display: 'Shown as',
  displays: {
    ActionsLineGraph: 'Lines',
    ActionsBar: 'Bars over time',
    ActionsLineGraphCumulative: 'Running total',
    ActionsTable: 'Table',
    ActionsBarValue: 'Bars by size',
    ActionsPie: 'Shares',
    BoldNumber: 'One number',
  } satisfies Record<Display, string>,
  interval: 'Step',
  intervals: { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' } satisfies Record<Interval, string>,
  compare: 'Compare with the time before',
  flags: 'Flags',
  allFlags: 'All flags',
  addFlag: 'Add another flag',
  more: 'Narrow it down',
  responses: 'Only these answers',
  any: 'Any',
  measure: 'Measure',
  measures: measureNames satisfies Record<Question['measure'], string>,
  sdks: 'Only these SDKs',
  place: 'Decided',
  placesOf: {
    anywhere: 'Anywhere',
    application: 'In the application',
    server: 'By the server',
  } satisfies Record<Question['place'], string>,
} as const
