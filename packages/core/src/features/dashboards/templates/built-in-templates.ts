import type { DashboardTemplate } from '../../../data/records/dashboard-template.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { HealthReport } from '../../usage/query/flag-health-query.ts'
import { FLAG_CALLED } from '../../usage/query/trends-query.ts'
import { TOTAL, UNIQUE_USERS, type UsageQuestion, usageQuery } from '../usage-query.ts'

/** A template that is part of this product. It belongs to no project and has no creator. */
export type BuiltInTemplate = Omit<DashboardTemplate, 'projectId' | 'createdBy'> & {
  readonly projectId: null
  readonly createdBy: null
}

const CALLS = [{ event: FLAG_CALLED, math: TOTAL }]
const USERS = [{ event: FLAG_CALLED, math: UNIQUE_USERS }]
const BY_FLAG = '$feature_flag'
const BY_RESPONSE = '$feature_flag_response'
const BY_SDK = '$lib'
const SIZE = { h: 5, minW: 3, minH: 5 }
const LAST_DAY = { dateFrom: '-24h', interval: 'hour' }

export const DEFAULT_TEMPLATE = builtIn({
  id: '00000000-0000-4000-8000-00000000f1a1',
  templateName: 'Flag usage',
  dashboardDescription: 'How often flags are called, by whom, and what they return.',
  dashboardFilters: { date_from: '-30d' },
  isFeatured: true,
  tiles: [
    chart('Flag calls', 'Calls of all flags per day.', [0, 0, 12], {
      series: CALLS,
      display: 'ActionsLineGraph',
    }),
    chart('Calls by flag', 'Most called flags.', [0, 5, 6], {
      series: CALLS,
      display: 'ActionsBarValue',
      breakdown: BY_FLAG,
    }),
    chart('Users by flag', 'Users per flag.', [6, 5, 6], {
      series: USERS,
      display: 'ActionsTable',
      breakdown: BY_FLAG,
    }),
    chart('Responses', 'What flags returned.', [0, 10, 6], {
      series: CALLS,
      display: 'ActionsPie',
      breakdown: BY_RESPONSE,
    }),
    chart('Calls by SDK', 'Calls per SDK.', [6, 10, 6], {
      series: CALLS,
      display: 'ActionsBar',
      breakdown: BY_SDK,
    }),
  ],
})

const FLAG_HEALTH = builtIn({
  id: '00000000-0000-4000-8000-00000000f1a2',
  templateName: 'Flag health: stale and unknown flags',
  dashboardDescription: 'Flags you can remove, and flags your code calls that do not exist.',
  dashboardFilters: {},
  isFeatured: false,
  tiles: [
    text(
      '## Flag health\nA stale flag is no longer called, or returns the same value to everyone: remove it from the code, then here. ' +
        'An unknown flag is called by your code but does not exist: its key is wrong, or it was deleted too early.',
      [0, 0, 12],
    ),
    report('Stale flags', 'Flags you can remove.', [0, 5, 6], 'stale'),
    report('Unknown flags', 'Flags your code calls that do not exist.', [6, 5, 6], 'unknown'),
    chart('Flags called in 90 days', 'Calls per flag.', [0, 10, 6], {
      series: CALLS,
      display: 'ActionsTable',
      breakdown: BY_FLAG,
      dateFrom: '-90d',
      interval: 'month',
    }),
    chart('Calls this week', 'Compared with the previous week.', [6, 10, 6], {
      series: CALLS,
      display: 'ActionsLineGraph',
      dateFrom: '-7d',
      compare: true,
    }),
  ],
})

const ROLLOUT_WATCH = builtIn({
  id: '00000000-0000-4000-8000-00000000f1a3',
  templateName: 'Rollout watch',
  dashboardDescription: 'Hourly changes while flags are rolled out.',
  dashboardFilters: { date_from: '-24h' },
  isFeatured: false,
  tiles: [
    report('Flags being rolled out', 'Flags that are on for some users but not all.', [0, 0, 12], 'rollout'),
    chart('Responses by hour', 'The share of each value follows the rollout.', [0, 5, 12], {
      series: CALLS,
      display: 'ActionsLineGraph',
      breakdown: BY_RESPONSE,
      ...LAST_DAY,
    }),
    chart('Calls by flag and hour', 'Shows flags that are suddenly called more often.', [0, 10, 12], {
      series: CALLS,
      display: 'ActionsLineGraph',
      breakdown: BY_FLAG,
      ...LAST_DAY,
    }),
    chart('Users by response', 'Users per value.', [0, 15, 6], {
      series: USERS,
      display: 'ActionsTable',
      breakdown: BY_RESPONSE,
      ...LAST_DAY,
    }),
    chart('Calls compared with yesterday', 'A sudden doubling may mean a loop.', [6, 15, 6], {
      series: CALLS,
      display: 'BoldNumber',
      compare: true,
      ...LAST_DAY,
    }),
  ],
})

/** The templates that every project has. Clients that request a first dashboard get the first one. */
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
    tiles: template.tiles.map(inOneColumn),
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

/** Adds a position on narrow screens to the tile: below the previous one. */
function inOneColumn(tile: JsonObject, index: number): JsonObject {
  const xs = { x: 0, y: index * SIZE.h, w: 1, h: SIZE.h, minW: 1, minH: SIZE.minH }
  return { ...tile, layouts: { ...(tile.layouts as JsonObject), xs } } // the layouts are set below
}

function chart(name: string, description: string, place: Place, question: UsageQuestion): JsonObject {
  return insight(name, description, place, usageQuery(question))
}

function report(name: string, description: string, place: Place, kind: HealthReport): JsonObject {
  return insight(name, description, place, { kind: 'FlagHealthQuery', report: kind })
}

function insight(name: string, description: string, [x, y, w]: Place, query: JsonObject): JsonObject {
  return { type: 'INSIGHT', name, description, query, color: null, layouts: { sm: { x, y, w, ...SIZE } } }
}

function text(body: string, [x, y, w]: Place): JsonObject {
  return { type: 'TEXT', body, color: null, layouts: { sm: { x, y, w, ...SIZE } } }
}
