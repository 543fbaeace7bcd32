import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

/** A value that no release uses, with everything that stores and parsers handle wrongly. */
const OWN: JsonValue = JSON.parse(
  '{"zebra":1,"alpha":[null,{"deep":[[["\\u0000","\\ud800",0.1]]]}],"__proto__":{"polluted":true},"constructor":{"name":"x"},"nothing":null,"":""}',
)

/** Filters with keys that the client chooses at every level. */
function freeForm(): JsonObject {
  const more = { team: OWN }
  return {
    ...more,
    super_groups: [{ properties: [{ key: 'nobody', type: 'person', operator: 'is_not_set' }] }],
    holdout_groups: 'anything',
    groups: [
      {
        ...more,
        exposure_frozen: true,
        properties: [
          { ...more, key: 'plan', type: 'person', operator: 'exact', value: 'pro', dependency_chain: ['x'] },
        ],
        rollout_percentage: 100,
        aggregation_group_type_index: null,
      },
    ],
    multivariate: { ...more, variants: [{ ...more, key: 'a', rollout_percentage: 100 }] },
    payloads: { a: '1' },
    holdout: { ...more, id: 1, exclusion_percentage: 0 },
    aggregation_group_type_index: null,
  }
}

/** Keys that the client chooses, in filters and rollback conditions: FLAG-41. */
export function freeFormFilters(newWorld: NewWorld): void {
  it('FLAG-41 answers filters with keys that nobody knows as they were sent, wherever they are read', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const filters = freeForm()
    const { warnings, ...flag } = await newFlag({ filters, rollback_conditions: OWN })
    const code = 'unevaluated_setting'
    expect(warnings).toMatchObject([{ code: 'unread_key', attr: 'filters' }, { code }, { code }])
    expect(flag).toMatchObject({ filters, rollback_conditions: OWN })
    expect(JSON.stringify((flag.filters as JsonObject).team)).toBe(JSON.stringify(OWN))
    expect(JSON.stringify(flag.rollback_conditions)).toBe(JSON.stringify(OWN))
    expect(isDeepStrictEqual(flag.filters as JsonValue, filters)).toBe(true)
    expect((await owner.get(`${flags}${flag.id}/`)).body).toEqual(flag)
    expect(resultsOf(await owner.get(flags))).toEqual([flag])
    const again = await owner.patch(`${flags}${flag.id}/`, { filters: flag.filters ?? null })
    expect(again.body).toEqual({ ...flag, version: 2, warnings })
  })

  it('FLAG-41 merges the own keys of filters by the top level, each replaced whole', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ filters: { ...freeForm(), other: { a: 1, b: 2 } } })
    const { body } = await owner.patch(`${flags}${id}/`, { filters: { other: { a: 3 }, team: null } })
    expect(isDeepStrictEqual(body.filters ?? null, { ...freeForm(), team: null, other: { a: 3 } })).toBe(true)
  })

  it('FLAG-41 tells in the activity how own keys changed, and conflicts over them', async () => {
    const { owner, member, flags, newFlag } = await newWorld()
    const flag = await newFlag({ filters: freeForm() })
    await member.patch(`${flags}${flag.id}/`, { filters: { team: 'theirs' } })
    const [entry] = resultsOf(await owner.get(`${flags}${flag.id}/activity/`))
    const { changes = [] } = (entry?.detail ?? {}) as { readonly changes?: readonly JsonObject[] } // an entry's detail
    const change = changes.find(({ field }) => field === 'filters')
    expect(isDeepStrictEqual(change?.before, freeForm())).toBe(true)
    expect(isDeepStrictEqual(change?.after, { ...freeForm(), team: 'theirs' })).toBe(true)
    const stale = { filters: { team: 'mine' }, version: 1, original_flag: flag }
    expect((await owner.patch(`${flags}${flag.id}/`, stale)).status).toBe(409)
  })

  it('FLAG-41 serves own keys in the definitions feed, but for those that evaluators would read', async () => {
    const { owner, newFlag } = await newWorld()
    await newFlag({ filters: freeForm() })
    const { body } = await owner.get('/flags/definitions')
    const [served] = body.flags as readonly { readonly filters: JsonObject }[] // the definitions feed
    const { super_groups: _, holdout_groups: __, ...filters } = freeForm()
    const groups = (filters.groups as readonly JsonObject[]).map(({ properties, ...group }) => ({
      ...group,
      properties: (properties as readonly JsonObject[]).map(({ dependency_chain: ___, ...property }) => property),
    }))
    expect(isDeepStrictEqual(served?.filters ?? null, { ...filters, groups })).toBe(true)
  })

  it('FLAG-41 decides as if the own keys were not there', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const base = await newFlag({ key: 'base' })
    const onBase = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const looking = { groups: [{ properties: [{ ...onBase, dependency_chain: [] }] }] }
    await newFlag({ key: 'looking', filters: looking })
    await newFlag({ key: 'free', filters: { ...freeForm(), groups: [{ variant: '', properties: [] }] } })
    const { body } = await owner.get(`${flags}evaluation_reasons/?distinct_id=ada`)
    expect(body).toMatchObject({
      looking: { value: true, evaluation: { reason: 'condition_match' } },
      free: { value: 'a', evaluation: { reason: 'condition_match', condition_index: 0 } },
    })
  })

  it('FLAG-42 counts own keys as it counts others, and FLAG-8 how deep they are', async () => {
    const { owner, flags } = await newWorld()
    const groups = [{}]
    const large = await owner.post(flags, { key: 'large', filters: { groups, own: 'x'.repeat(524_288) } })
    expect(large.body).toMatchObject({ code: 'invalid_input', attr: 'filters' })
    expect(large.body.detail).toContain('exceed maximum size')
    const deep = JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`)
    const { status } = await owner.post(flags, { key: 'deep', filters: { groups, own: deep } })
    expect(status).toBe(400)
  })

  it('FLAG-53 takes filters of {} for none', async () => {
    const { owner, flags } = await newWorld()
    const without = await owner.post(flags, { key: 'without' })
    const empty = await owner.post(flags, { key: 'empty', filters: {} })
    expect([empty.status, empty.body.filters]).toEqual([201, without.body.filters])
  })

  it('FLAG-51 keeps a payload of JSON null as the text null', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const filters = { groups: [{}], payloads: { true: null } }
    const flag = await newFlag({ key: 'config', filters, is_remote_configuration: true })
    expect(flag.filters).toMatchObject({ payloads: { true: 'null' } })
    expect((await owner.get(`${flags}${flag.id}/`)).body).toMatchObject({ filters: { payloads: { true: 'null' } } })
    expect((await owner.get(`${flags}config/remote_config/`)).text).toBe('"null"')
    const { body } = await owner.get('/flags/definitions')
    expect(body.flags).toMatchObject([{ filters: { payloads: { true: 'null' } } }])
    const changed = await owner.patch(`${flags}${flag.id}/`, { filters: { payloads: null } })
    expect(changed.body.filters).not.toHaveProperty('payloads')
    const again = await owner.patch(`${flags}${flag.id}/`, { filters: { payloads: { true: null } } })
    expect(again.body.filters).toMatchObject({ payloads: { true: 'null' } })
  })

  it('FLAG-26 keeps a rollback that is sent with the flag being on', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const flag = await newFlag({ active: true, performed_rollback: true })
    expect(flag.performed_rollback).toBe(true)
    const { body } = await owner.patch(`${flags}${flag.id}/`, { active: true, performed_rollback: true })
    expect(body.performed_rollback).toBe(true)
    const on = await owner.patch(`${flags}${flag.id}/`, { active: true })
    expect(on.body.performed_rollback).toBe(false)
  })
}
