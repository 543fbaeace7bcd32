import type { JsonObject } from '@flagdeck/core'
import type { FlagCall } from '@flagdeck/core/store'
import { expect, it } from 'vitest'
import { listIn } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

const DAY_MS = 86_400_000
const FLAGS = ['alpha', 'beta']
const VARIANTS = ['true', 'false', 'test', '']
const SDKS = ['posthog-node', 'web', '']

/** 400 calls over two weeks that look random but are the same in every run. */
function manyCalls(projectId: number, now: number): readonly FlagCall[] {
  const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T // the index is within the list
  return Array.from({ length: 400 }, (_, index) => {
    const seed = (index * 7919 + 104_729) % 6007
    return {
      projectId,
      flagKey: pick(FLAGS, seed),
      variant: pick(VARIANTS, seed >> 2),
      measure: pick(['exposures', 'exposures', 'evaluations'] as const, seed >> 3),
      source: 'sdk_remote',
      sdk: pick(SDKS, seed >> 1),
      distinctId: `user ${seed % 37}`,
      count: 1,
      errors: 0,
      at: now - Math.floor(((seed * 31) % 1000) * (DAY_MS / 72)),
      uuid: null,
    }
  })
}

async function worldWithCalls(newWorld: NewWorld) {
  const world = await newWorld()
  const { api, owner, project } = world
  const { usage, clock, snapshots } = api.deck.context
  for (const key of FLAGS) await world.newFlag({ key })
  await snapshots.get(project.id)
  const now = clock()
  const calls = manyCalls(project.id, now)
  for (const call of calls) usage.record(call)
  await usage.flush()
  const insights = `/api/projects/${project.id}/insights/`
  const ask = async (source: JsonObject) => {
    const { status, body } = await owner.post(insights, { name: 'Asked', query: { kind: 'InsightVizNode', source } })
    expect(status).toBe(201)
    const again = await owner.get(`${insights}${body.id}/`)
    expect(again.body.result).toEqual(body.result)
    return again.body
  }
  const askItems = async (source: JsonObject) => listIn(await ask(source), 'result')
  return { ...world, ask, askItems, insights, now, calls: calls.filter(({ measure }) => measure === 'exposures') }
}

const CALLED = { kind: 'EventsNode', event: '$feature_flag_called' }
const dayOf = (epochMs: number) => new Date(epochMs).toISOString().slice(0, 10)

function counted(calls: readonly FlagCall[], groupOf: (call: FlagCall) => string, isDau: boolean) {
  const groups = Map.groupBy(calls, groupOf)
  const numberOf = (some: readonly FlagCall[]) =>
    isDau ? new Set(some.map(({ distinctId }) => distinctId)).size : some.length
  return new Map([...groups].map(([group, some]) => [group, numberOf(some)]))
}

/** The results of insights, over HTTP and on every store: docs/behaviour/insights.md. */
export function insightNumbers(newWorld: NewWorld): void {
  it.each(['total', 'dau'])('INSIGHT-20 and INSIGHT-22 count %s by day', async (math) => {
    const { askItems, calls, now } = await worldWithCalls(newWorld)
    const series = [{ ...CALLED, math }]
    const [item] = await askItems({ kind: 'TrendsQuery', series, dateRange: { date_from: '-9d' } })
    const expected = counted(calls, ({ at }) => dayOf(at), math === 'dau')
    const days = Array.from({ length: 10 }, (_, index) => dayOf(now - (9 - index) * DAY_MS))
    expect(item?.days).toEqual(days)
    expect(item?.data).toEqual(days.map((day) => expected.get(day) ?? 0))
  })

  it.each([
    ['total', '$feature_flag_response', 'variant'],
    ['total', '$feature_flag', 'flagKey'],
    ['total', '$lib', 'sdk'],
    ['dau', '$feature_flag_response', 'variant'],
    ['dau', '$feature_flag', 'flagKey'],
  ] as const)('INSIGHT-23 and INSIGHT-24 count %s by %s', async (math, breakdown, dimension) => {
    const { askItems, calls } = await worldWithCalls(newWorld)
    const items = await askItems({
      kind: 'TrendsQuery',
      series: [{ ...CALLED, math }],
      dateRange: { date_from: '-30d' },
      breakdownFilter: { breakdown, breakdown_type: 'event' },
      trendsFilter: { display: 'ActionsTable' },
    })
    const expected = counted(calls, (call) => call[dimension] || '$$_posthog_breakdown_null_$$', math === 'dau')
    const found = items.map((item) => [item.breakdown_value, item.aggregated_value] as const)
    expect(new Map(found)).toEqual(expected)
  })

  it('INSIGHT-4 and INSIGHT-12 count hours of one flag and response', async () => {
    const { askItems, calls, now } = await worldWithCalls(newWorld)
    const [item] = await askItems({
      kind: 'TrendsQuery',
      interval: 'hour',
      series: [{ ...CALLED, properties: [{ key: '$feature_flag_response', value: ['true', 'test'] }] }],
      properties: { type: 'AND', values: [{ type: 'AND', values: [{ key: '$feature_flag', value: 'alpha' }] }] },
      dateRange: { date_from: '-72h' },
    })
    const hourOf = (at: number) => Math.floor(at / 3_600_000)
    const wanted = calls.filter(({ flagKey, variant }) => flagKey === 'alpha' && ['true', 'test'].includes(variant))
    const expected = counted(wanted, ({ at }) => String(hourOf(at)), false)
    const hours = Array.from({ length: 73 }, (_, index) => String(hourOf(now) - 72 + index))
    expect(item?.data).toEqual(hours.map((hour) => expected.get(hour) ?? 0))
  })

  it('INSIGHT-1 answers no numbers where it cannot, and says why', async () => {
    const { ask } = await worldWithCalls(newWorld)
    const message = '"source.kind" is "FunnelsQuery", which is not supported: '
    expect(await ask({ kind: 'FunnelsQuery' })).toMatchObject({
      result: null,
      error: { type: 'UnsupportedQuery', message: expect.stringContaining(message) },
    })
  })

  it('INSIGHT-28 answers a query that is not kept as an insight with the same query, and keeps nothing', async () => {
    const { ask, insights, keyOf, owner, project, api } = await worldWithCalls(newWorld)
    const source = { kind: 'TrendsQuery', series: [CALLED], dateRange: { date_from: '-9d' } }
    const { result = null, resolved_date_range } = await ask(source)
    const { count } = (await owner.get(insights)).body
    const asker = await keyOf(owner, ['query:read'])
    for (const place of ['projects', 'environments']) {
      const url = `/api/${place}/${project.id}/query/`
      const { status, body } = await asker.post(url, { query: { kind: 'InsightVizNode', source } })
      expect(status).toBe(200)
      expect(body).toMatchObject({ results: result, resolved_date_range, timezone: 'UTC' })
    }
    expect((await owner.get(insights)).body.count).toBe(count)
    const { usage, clock } = api.deck.context
    const [call] = manyCalls(project.id, clock())
    if (call) usage.record({ ...call, measure: 'exposures', at: clock() })
    const fresh = await asker.post(`/api/projects/${project.id}/query/`, { query: source, refresh: 'blocking' })
    const [before] = listIn({ result }, 'result')
    expect(listIn(fresh.body, 'results')).toMatchObject([{ count: Number(before?.count) + 1 }])
  })

  it('INSIGHT-28 refuses a query that it cannot answer, one that is none, and a key without the scope', async () => {
    const { keyOf, owner, project } = await worldWithCalls(newWorld)
    const url = `/api/projects/${project.id}/query/`
    const asker = await keyOf(owner, ['query:read'])
    expect(await asker.post(url, { query: { kind: 'FunnelsQuery' } })).toMatchObject({
      status: 422,
      body: {
        type: 'invalid_request',
        code: 'unsupported_query',
        attr: 'query',
        detail:
          '"kind" is "FunnelsQuery", which is not supported: use TrendsQuery or FlagHealthQuery, alone or in an InsightVizNode.',
      },
    })
    for (const [json, code] of [
      [{}, 'required'],
      [{ query: 'x' }, 'not_a_dict'],
      [{ query: null }, 'null'],
      [{ query: { kind: 'TrendsQuery', series: Array(26).fill(CALLED) } }, 'max_length'],
    ] as const) {
      expect(await asker.post(url, json)).toMatchObject({ status: 400, body: { code, attr: 'query' } })
    }
    const reader = await keyOf(owner, ['insight:write', 'feature_flag:write'])
    expect((await reader.post(url, { query: { kind: 'FunnelsQuery' } })).status).toBe(403)
  })
}
