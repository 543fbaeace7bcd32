import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { parseInsightQuery } from './parse-insight-query.ts'
import { isUnsupported } from './query-part.ts'
import { DISPLAYS, INTERVALS } from './trends-query.ts'

const CALLED = { kind: 'EventsNode', event: '$feature_flag_called' } as const
const BARE = { kind: 'TrendsQuery', series: [CALLED] } as const
const FLAG = { key: '$feature_flag', value: 'a', operator: 'exact', type: 'event' } as const

function trends(fields: JsonObject): JsonObject {
  return { ...BARE, ...fields }
}

/** Returns the parsed query, or the message that explains why it is unsupported. */
function read(query: JsonObject) {
  const parsed = parseInsightQuery(query)
  return isUnsupported(parsed) ? parsed.error.message : parsed
}

describe('a query that can be answered', () => {
  it('INSIGHT-1 is a TrendsQuery, bare or in an InsightVizNode', () => {
    const plain = {
      kind: 'TrendsQuery',
      measure: 'exposures',
      interval: 'day',
      dateRange: { dateFrom: null, dateTo: null },
      series: [
        {
          event: '$feature_flag_called',
          name: null,
          customName: null,
          math: 'total',
          groupTypeIndex: null,
          conditions: [],
        },
      ],
      conditions: [],
      breakdown: null,
      display: 'ActionsLineGraph',
      comparison: null,
    }
    expect(read(BARE)).toEqual(plain)
    expect(read({ kind: 'InsightVizNode', source: BARE, full: true, showTable: null })).toEqual(plain)
  })

  it('INSIGHT-1 has everything that a usage dashboard of PostHog asks', () => {
    const query = {
      kind: 'InsightVizNode',
      source: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', name: '$feature_flag_called', event: '$feature_flag_called', math: 'dau' }],
        interval: 'day',
        dateRange: { date_from: '-30d', explicitDate: false },
        properties: { type: 'AND', values: [{ type: 'AND', values: [{ ...FLAG, value: 'a' }] }] },
        trendsFilter: { display: 'ActionsTable', showLegend: false, yAxisScaleType: 'linear', smoothingIntervals: 1 },
        breakdownFilter: {
          breakdown: '$feature_flag_response',
          breakdown_type: 'event',
          breakdown_normalize_url: false,
        },
        filterTestAccounts: false,
      },
    }
    expect(read(query)).toMatchObject({
      series: [{ math: 'dau', name: '$feature_flag_called' }],
      dateRange: { dateFrom: '-30d', dateTo: null },
      conditions: [{ dimension: 'flagKey', values: ['a'] }],
      display: 'ActionsTable',
      breakdown: { dimension: 'variant', limit: 25, hideOther: false, isListed: false },
    })
  })

  it('INSIGHT-3 is about every event when it names none', () => {
    for (const event of [{ event: null }, {}]) {
      expect(read(trends({ series: [{ kind: 'EventsNode', ...event }] }))).toMatchObject({ series: [{ event: null }] })
    }
  })

  it.each<[JsonValue]>([
    [[FLAG]],
    [{ type: 'AND', values: [FLAG] }],
    [
      {
        type: 'AND',
        values: [
          { type: 'OR', values: [FLAG] },
          { type: 'OR', values: [] },
        ],
      },
    ],
    [[{ type: 'AND', values: [FLAG] }]],
    [[{ key: '$feature_flag', value: ['a'] }]],
  ])('INSIGHT-4 has conditions in lists and groups of AND: %j', (properties) => {
    expect(read(trends({ properties }))).toMatchObject({ conditions: [{ dimension: 'flagKey', values: ['a'] }] })
  })

  it('INSIGHT-4 compares with text, also of what is true or a number', () => {
    const properties = [{ key: '$feature_flag_response', value: [true, 'false', 7] }]
    expect(read(trends({ properties }))).toMatchObject({ conditions: [{ values: ['true', 'false', '7'] }] })
  })

  it.each<[JsonValue, readonly string[]]>([
    [true, ['sdk_local', 'embedded']],
    ['false', ['sdk_remote', 'server']],
    [
      ['true', 'false'],
      ['sdk_local', 'embedded', 'sdk_remote', 'server'],
    ],
    ['maybe', []],
    [['constructor', '__proto__', 'toString'], []],
  ])('INSIGHT-5 locally_evaluated %j is %j', (value, values) => {
    const properties = [{ key: 'locally_evaluated', value }]
    expect(read(trends({ properties }))).toMatchObject({ conditions: [{ dimension: 'source', values }] })
  })

  it('INSIGHT-6 has one breakdown', () => {
    const listed = { breakdowns: [{ property: '$lib', type: 'event' }], breakdown_limit: 3 }
    expect(read(trends({ breakdownFilter: listed }))).toMatchObject({
      breakdown: { dimension: 'sdk', limit: 3, isListed: true },
    })
    for (const none of [null, {}, { breakdown: null, breakdown_type: 'event' }, { breakdowns: [] }]) {
      expect(read(trends({ breakdownFilter: none }))).toMatchObject({ breakdown: null })
    }
  })

  it('INSIGHT-8 says what it counts', () => {
    expect(read(trends({ measure: 'evaluations' }))).toMatchObject({ measure: 'evaluations' })
  })

  it('INSIGHT-21 has any of the displays and intervals', () => {
    for (const display of DISPLAYS) expect(read(trends({ trendsFilter: { display } }))).toMatchObject({ display })
    for (const interval of INTERVALS) expect(read(trends({ interval }))).toMatchObject({ interval })
  })

  it('INSIGHT-25 compares where that is switched on', () => {
    const compareWith = (compareFilter: JsonObject) => read(trends({ compareFilter }))
    expect(compareWith({ compare: true })).toMatchObject({ comparison: { to: null } })
    expect(compareWith({ compare: true, compare_to: '-1m' })).toMatchObject({ comparison: { to: '-1m' } })
    expect(compareWith({ compare: false, compare_to: '-1m' })).toMatchObject({ comparison: null })
  })

  it('INSIGHT-40 is a FlagHealthQuery', () => {
    const query = { kind: 'FlagHealthQuery', report: 'stale' }
    expect(read(query)).toEqual(query)
    expect(read({ kind: 'InsightVizNode', source: query })).toEqual(query)
  })
})

describe('a query that cannot be answered', () => {
  const possibleKinds = 'use TrendsQuery or FlagHealthQuery, alone or in an InsightVizNode.'

  it.each<[JsonObject, string]>([
    [{}, `"kind" is missing: ${possibleKinds}`],
    [{ kind: 'FunnelsQuery' }, `"kind" is "FunnelsQuery", which is not supported: ${possibleKinds}`],
    [{ kind: 'InsightVizNode' }, `"source.kind" is missing: ${possibleKinds}`],
    [
      { kind: 'InsightVizNode', source: { kind: 'InsightVizNode', source: BARE } },
      `"source.kind" is "InsightVizNode", which is not supported: ${possibleKinds}`,
    ],
    [{ kind: 'TrendsQuery' }, '"series" is missing: send at least one series.'],
    [trends({ series: {} }), '"series" is {}, which is not supported: send a list.'],
    [trends({ series: ['x'] }), '"series[0].kind" is missing: use EventsNode.'],
    [
      trends({ series: [CALLED, { ...CALLED, event: '$pageview' }] }),
      '"series[1].event" is "$pageview", which is not supported: only $feature_flag_called is counted.',
    ],
    [
      trends({ series: [{ kind: 'ActionsNode', id: 1 }] }),
      '"series[0].kind" is "ActionsNode", which is not supported: use EventsNode.',
    ],
    [
      trends({ series: [{ ...CALLED, math: 'unique_session' }] }),
      '"series[0].math" is "unique_session", which is not supported: use one of total, dau, unique_group.',
    ],
    [
      trends({ series: [{ ...CALLED, math: 'unique_group' }] }),
      '"series[0].math_group_type_index" is missing: send the index of a group type.',
    ],
    [
      trends({ series: [{ ...CALLED, math: 'unique_group', math_group_type_index: 5 }] }),
      '"series[0].math_group_type_index" is 5, which is not supported: send the index of a group type.',
    ],
    [
      trends({ properties: [{ key: '$browser', value: 'Firefox' }] }),
      '"properties[0].key" is "$browser", which is not supported: ' +
        'use one of $feature_flag, $feature_flag_response, $lib and locally_evaluated.',
    ],
    [
      trends({ properties: [{ ...FLAG, operator: 'icontains' }] }),
      '"properties[0].operator" is "icontains", which is not supported: use exact.',
    ],
    [
      trends({ properties: [{ ...FLAG, type: 'person' }] }),
      '"properties[0].type" is "person", which is not supported: use event.',
    ],
    [
      trends({ properties: { type: 'OR', values: [FLAG, FLAG] } }),
      '"properties.type" is "OR", which is not supported: use AND.',
    ],
    [
      trends({ properties: [{ ...FLAG, value: [] }] }),
      '"properties[0].value" is [], which is not supported: send a value to compare with.',
    ],
    [
      trends({ properties: [{ key: '$feature_flag' }] }),
      '"properties[0].value" is missing: send text, a number, true or false.',
    ],
    [
      trends({ breakdownFilter: { breakdown: '$os' } }),
      '"breakdownFilter.breakdown" is "$os", which is not supported: ' +
        'use one of $feature_flag, $feature_flag_response, $lib.',
    ],
    [
      trends({ breakdownFilter: { breakdown: 'plan', breakdown_type: 'person' } }),
      '"breakdownFilter.breakdown_type" is "person", which is not supported: use event.',
    ],
    [
      trends({ breakdownFilter: { breakdowns: [{ property: '$lib' }, { property: '$feature_flag' }] } }),
      '"breakdownFilter.breakdowns" is [{"property":"$lib"},{"property":"$feature_flag"}], which is not supported: ' +
        'send at most one breakdown.',
    ],
    [
      trends({ trendsFilter: { formula: 'A+B' } }),
      '"trendsFilter.formula" is "A+B", which is not supported: remove it, because calculations are not supported.',
    ],
    [
      trends({ trendsFilter: { smoothingIntervals: 7 } }),
      '"trendsFilter.smoothingIntervals" is 7, which is not supported: remove it, because calculations are not supported.',
    ],
    [
      trends({ trendsFilter: { display: 'WorldMap' } }),
      `"trendsFilter.display" is "WorldMap", which is not supported: use one of ${DISPLAYS.join(', ')}.`,
    ],
    [
      trends({ interval: 'minute' }),
      '"interval" is "minute", which is not supported: use one of hour, day, week, month.',
    ],
    [
      trends({ measure: 'clicks' }),
      '"measure" is "clicks", which is not supported: use one of exposures, evaluations.',
    ],
    [trends({ dateRange: { date_from: 7 } }), '"dateRange.date_from" is 7, which is not supported: send text.'],
    [
      { kind: 'FlagHealthQuery', report: 'all' },
      '"report" is "all", which is not supported: use one of stale, unknown, rollout.',
    ],
  ])('INSIGHT-1 says where and what would be possible: %j', (query, message) => {
    expect(read(query)).toBe(message)
  })

  it.each<[string, JsonObject]>([
    ['conversionGoal', trends({ conversionGoal: { customEventName: 'paid' } })],
    ['aggregation_group_type_index', trends({ aggregation_group_type_index: 0 })],
    ['series[0].math_property', trends({ series: [{ ...CALLED, math_property: 'price' }] })],
    ['properties[0].negation', trends({ properties: [{ ...FLAG, negation: true }] })],
    [
      'breakdownFilter.breakdown_histogram_bin_count',
      trends({ breakdownFilter: { breakdown_histogram_bin_count: 5 } }),
    ],
    ['compareFilter.compare_with', trends({ compareFilter: { compare_with: 'cohort' } })],
    ['constructor', trends({ constructor: 'x' })],
  ])('INSIGHT-2 has something that is not understood: %s', (place, query) => {
    expect(read(query)).toMatch(`"${place}" is `)
  })

  it('INSIGHT-2 says no more of what stands there than a hundred characters', () => {
    expect(read(trends({ interval: 'x'.repeat(10_000) })).toString().length).toBeLessThan(300)
  })
})
