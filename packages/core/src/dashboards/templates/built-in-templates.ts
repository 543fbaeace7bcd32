import type { JsonObject } from '../../json/json-value.ts'
import { timestampOf } from '../../time/timestamp.ts'
import type { DashboardTemplate } from '../dashboard-template.ts'
import { FLAG_CALLED, TOTAL, UNIQUE_USERS, type UsageQuestion, usageQuery } from '../usage-query.ts'

/** A template that comes with this service: of no project, and made by nobody. */
export type BuiltInTemplate = Omit<DashboardTemplate, 'projectId' | 'createdBy'> & {
  readonly projectId: null
  readonly createdBy: null
}

const CALLS = [{ event: FLAG_CALLED, math: TOTAL }]
const USERS = [{ event: FLAG_CALLED, math: UNIQUE_USERS }]
const BY_FLAG = '$feature_flag'
const BY_RESPONSE = '$feature_flag_response'
const BY_SDK = '$lib'
const LAST_DAY = { dateFrom: '-24h', interval: 'hour' }

export const DEFAULT_TEMPLATE = builtIn({
  id: '00000000-0000-4000-8000-00000000f1a1',
  templateName: 'Flag usage',
  dashboardDescription: 'How often flags are asked, by whom, and what they answer.',
  dashboardFilters: { date_from: '-30d' },
  isFeatured: true,
  tiles: [
    chart('Flag calls', 'Calls of all flags, day by day.', [0, 0, 12], {
      series: CALLS,
      display: 'ActionsLineGraph',
    }),
    chart('Calls by flag', 'Which flags are asked most.', [0, 5, 6], {
      series: CALLS,
      display: 'ActionsBarValue',
      breakdown: BY_FLAG,
    }),
    chart('Users by flag', 'How many users each flag met.', [6, 5, 6], {
      series: USERS,
      display: 'ActionsTable',
      breakdown: BY_FLAG,
    }),
    chart('Responses', 'What the flags answered.', [0, 10, 6], {
      series: CALLS,
      display: 'ActionsPie',
      breakdown: BY_RESPONSE,
    }),
    chart('Calls by SDK', 'Which SDKs ask.', [6, 10, 6], {
      series: CALLS,
      display: 'ActionsBar',
      breakdown: BY_SDK,
    }),
  ],
})

const FLAG_HEALTH = builtIn({
  id: '00000000-0000-4000-8000-00000000f1a2',
  templateName: 'Flag health: stale and unknown flags',
  dashboardDescription: 'Which flags nobody asks any more, and where SDKs ask in vain.',
  dashboardFilters: {},
  isFeatured: false,
  tiles: [
    text(
      '## Stale flags\nA flag that is missing from these tables was not called. The flag list shows the stale ones with ' +
        '`active=STALE`; the status of a flag says why it is one.',
      [0, 0, 12],
    ),
    chart('Flags called in 90 days', 'A live flag that is not here is a candidate for removal.', [0, 5, 6], {
      series: CALLS,
      display: 'ActionsTable',
      breakdown: BY_FLAG,
      dateFrom: '-90d',
      interval: 'month',
    }),
    chart('Flags called this week', 'Compared with the week before.', [6, 5, 6], {
      series: CALLS,
      display: 'ActionsTable',
      breakdown: BY_FLAG,
      dateFrom: '-7d',
      compare: true,
    }),
    chart('Calls evaluated locally', 'Calls that no request was needed for, in 7 days.', [0, 10, 6], {
      series: CALLS,
      display: 'BoldNumber',
      dateFrom: '-7d',
      filter: { key: 'locally_evaluated', value: true },
    }),
    chart('Calls evaluated by the service', 'Calls that took a request, in 7 days.', [6, 10, 6], {
      series: CALLS,
      display: 'BoldNumber',
      dateFrom: '-7d',
      filter: { key: 'locally_evaluated', value: false },
    }),
  ],
})

const ROLLOUT_WATCH = builtIn({
  id: '00000000-0000-4000-8000-00000000f1a3',
  templateName: 'Rollout watch',
  dashboardDescription: 'What changes, hour by hour, while a flag is rolled out.',
  dashboardFilters: { date_from: '-24h' },
  isFeatured: false,
  tiles: [
    chart('Responses by hour', 'The share of each answer follows the rollout.', [0, 0, 12], {
      series: CALLS,
      display: 'ActionsLineGraph',
      breakdown: BY_RESPONSE,
      ...LAST_DAY,
    }),
    chart('Calls by flag and hour', 'A flag that is asked more than before stands out.', [0, 5, 12], {
      series: CALLS,
      display: 'ActionsLineGraph',
      breakdown: BY_FLAG,
      ...LAST_DAY,
    }),
    chart('Users by response', 'How many users got each answer.', [0, 10, 6], {
      series: USERS,
      display: 'ActionsTable',
      breakdown: BY_RESPONSE,
      ...LAST_DAY,
    }),
    chart('Calls compared with yesterday', 'Twice as many calls may be a loop.', [6, 10, 6], {
      series: CALLS,
      display: 'BoldNumber',
      compare: true,
      ...LAST_DAY,
    }),
  ],
})

/** The templates that every project has; clients that ask for a first dashboard get the first. */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [DEFAULT_TEMPLATE, FLAG_HEALTH, ROLLOUT_WATCH]

type Place = readonly [x: number, y: number, w: number]

function builtIn(
  template: Pick<
    DashboardTemplate,
    'id' | 'templateName' | 'dashboardDescription' | 'dashboardFilters' | 'isFeatured' | 'tiles'
  >,
): BuiltInTemplate {
  return {
    ...template,
    projectId: null,
    tags: ['feature flags'],
    variables: [],
    imageUrl: null,
    scope: 'global',
    deleted: false,
    createdBy: null,
    createdAt: timestampOf(Date.UTC(2026, 10, 20)),
  }
}

function chart(name: string, description: string, place: Place, question: UsageQuestion): JsonObject {
  return { type: 'INSIGHT', name, description, query: usageQuery(question), color: null, layouts: layouts(place) }
}

function text(body: string, place: Place): JsonObject {
  return { type: 'TEXT', body, color: null, layouts: layouts(place) }
}

function layouts([x, y, w]: Place): JsonObject {
  // One column: a tile on the right follows the one to its left.
  const narrow = { x: 0, y: 2 * y + (x > 0 ? 5 : 0), w: 1, h: 5, minW: 1, minH: 5 }
  return { sm: { x, y, w, h: 5, minW: 3, minH: 5 }, xs: narrow }
}
