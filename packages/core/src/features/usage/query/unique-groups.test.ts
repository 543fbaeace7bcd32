import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { trendsQuery } from '../../../testing/insights/usage-desk.ts'
import { usageTrial } from '../../../testing/usage/usage-trial.ts'
import { runInsightQuery } from './run-insight-query.ts'
import type { TrendsItem } from './trends-item.ts'

const FLAG = { key: '$feature_flag', value: 'flag' }
const GROUPS = { kind: 'EventsNode', event: '$feature_flag_called', math: 'unique_group', math_group_type_index: 1 }
const BY_VARIANT = { breakdownFilter: { breakdown: '$feature_flag_response' } }
const TABLE = { trendsFilter: { display: 'ActionsTable' } }

/** Returns a flag that is rolled out by company, with a function that queries its groups. */
async function setUp() {
  const trial = await usageTrial({ project: { groupTypes: ['organization', 'company'] } })
  const found = await trial.flags.find('flag')
  await trial.flags.update(found?.id ?? 0, { filters: { groups: [{}], aggregation_group_type_index: 1 } })
  const ask = (fields: JsonObject = {}) => {
    const query = trendsQuery({ series: [GROUPS], properties: [FLAG], ...fields })
    return trial.store.read((tx) => runInsightQuery(tx, trial.project, query, { now: trial.clock() }))
  }
  const answer = async (fields?: JsonObject) => {
    const result = await ask(fields)
    if ('error' in result) throw new Error(result.error.message)
    return result
  }
  // The results of trends are items.
  const items = async (fields?: JsonObject) => (await answer(fields)).result as readonly TrendsItem[]
  return { ...trial, ask, answer, items }
}

describe('distinct groups', () => {
  it('USAGE-27 are those of the type that the flag is for, which came with its calls', async () => {
    const { keep, items, clock } = await setUp()
    await keep({ groups: { company: 'acme', organization: 'o1' } }, { groups: { company: 'beta' } })
    await keep(
      { groups: { company: 'acme' }, distinctId: 'bob', sdk: 'posthog-js' },
      { groups: { organization: 'o2' } },
    )
    await keep({}, { groups: { company: 'late' }, at: clock() - 86_400_000 }, { distinctId: null, groups: {} })
    const [item] = await items()
    expect(item).toMatchObject({ action: { math: 'unique_group' }, data: [0, 1, 2] })
    expect(await items(TABLE)).toMatchObject([{ aggregatedValue: 3 }])
  })

  it('USAGE-27 are kept apart by answer and measure, and from users', async () => {
    const { keep, items, users } = await setUp()
    await keep({ groups: { company: 'acme' } }, { groups: { company: 'acme' }, variant: 'false' })
    await keep({ groups: { company: 'beta' }, variant: 'false' }, { groups: { company: 'x' }, measure: 'evaluations' })
    const told = (await items({ ...BY_VARIANT, ...TABLE })).map((item) => [item.breakdownValue, item.aggregatedValue])
    expect(told).toEqual([
      ['false', 2],
      ['true', 1],
    ])
    expect(await items({ measure: 'evaluations', ...TABLE })).toMatchObject([{ aggregatedValue: 1 }])
    expect([await users(), await users('evaluations')]).toEqual([1, 1])
  })

  it('USAGE-27 are none of a flag that is for users, nor of a type that is not there', async () => {
    const { keep, flags, items, store, project } = await setUp()
    await flags.create({ key: 'for-users' })
    await keep({ flagKey: 'for-users', groups: { company: 'acme' } }, { groups: { firm: 'acme', __proto__: 'x' } })
    const ever = { period: 'day', from: '', until: '~' } as const
    for (const measure of ['exposures/group_0', 'exposures/group_1'] as const) {
      expect(await store.read((tx) => tx.userSets.list(project.id, { ...ever, measure }))).toEqual([])
    }
    expect(await items(TABLE)).toMatchObject([{ aggregatedValue: 0 }])
  })

  it('INSIGHT-26 come with the sources that do not say which', async () => {
    const { keep, answer } = await setUp()
    await keep({ groups: { company: 'acme' } })
    expect((await answer()).usersCoverage).toEqual({ complete: true, sourcesWithoutUsers: [] })
    await keep({ source: 'unleash', distinctId: null }, { source: 'go_feature_flag' })
    const sourcesWithoutUsers = ['unleash', 'go_feature_flag']
    expect((await answer()).usersCoverage).toEqual({ complete: false, sourcesWithoutUsers })
  })

  it.each<[JsonObject, string]>([
    [{ properties: [] }, 'select one flag for this group type.'],
    [{ properties: [{ ...FLAG, value: ['flag', 'other'] }] }, 'select one flag for this group type.'],
    [{ series: [{ ...GROUPS, math_group_type_index: 0 }] }, 'the flag flag is not for this group type.'],
  ])('INSIGHT-29 are not told where they are not counted: %j', async (fields, why) => {
    const message = `"series[0].math" is "unique_group": groups are counted only for flags of their group type; ${why}`
    expect(await (await setUp()).ask(fields)).toMatchObject({ result: null, error: { message } })
  })

  it('INSIGHT-7 are not told apart by SDK', async () => {
    const { ask } = await setUp()
    expect(await ask({ breakdownFilter: { breakdown: '$lib' } })).toMatchObject({
      error: {
        message: '"series[0].math" is "unique_group": groups cannot be broken down by $lib or locally_evaluated.',
      },
    })
  })
})
