import type { JsonObject, JsonValue } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { type ApiResponse, resultsOf } from '../support/api-response.ts'
import { Caller } from '../support/caller.ts'
import { EVERYBODY, type NewWorld, type World } from '../support/world.ts'

const json = ({ text }: ApiResponse): JsonValue => JSON.parse(text ?? '')
const keysOf = (answer: ApiResponse) =>
  (json(answer) as unknown as { feature_flag: JsonObject }[]).map(({ feature_flag: flag }) => flag.key) // validated
const forPlan = (value: string) => ({ groups: [{ properties: [{ key: 'plan', type: 'person', value }] }] })

/** Evaluations by users and server SDKs: docs/behaviour/protocols.md. */
export function flagEvaluation(newWorld: NewWorld): void {
  describe('evaluation reasons', () => {
    const ask = ({ owner, flags }: World, query: string) => owner.get(`${flags}evaluation_reasons/${query}`)

    it('PROTO-11 says of every flag what it answers and why', async () => {
      const world = await newWorld()
      const variants = [{ key: 'only', rollout_percentage: 100 }]
      await world.newFlag({ key: 'm', filters: { ...EVERYBODY, multivariate: { variants } } })
      await world.newFlag({ key: 'off', active: false })
      await world.newFlag({
        key: 'out',
        filters: { groups: [{ rollout_percentage: 0 }] },
        evaluation_runtime: 'client',
      })
      expect((await ask(world, '?distinct_id=u1')).body).toEqual({
        m: {
          value: 'only',
          evaluation: { reason: 'condition_match', condition_index: 0, description: 'Matched condition set 1' },
        },
        off: {
          value: false,
          evaluation: { reason: 'disabled', condition_index: null, description: 'Feature flag is disabled' },
        },
        out: {
          value: false,
          evaluation: { reason: 'out_of_rollout_bound', condition_index: 0, description: 'Out of rollout bound' },
        },
      })
    })

    it('PROTO-11 takes groups as JSON and flag keys in both forms', async () => {
      const world = await newWorld()
      const properties = [{ key: '$group_key', type: 'group', group_type_index: 0, value: 'acme' }]
      await world.newFlag({ key: 'g', filters: { groups: [{ properties, aggregation_group_type_index: 0 }] } })
      await world.newFlag({ key: 'a' })
      await world.newFlag({ key: 'b' })
      const groups = encodeURIComponent('{"organization":"acme"}')
      expect((await ask(world, `?distinct_id=u&groups=${groups}`)).body).toMatchObject({ g: { value: true } })
      for (const query of ['flag_keys=a&flag_keys=b', `flag_keys=${encodeURIComponent('["a","b",5]')}`]) {
        expect(Object.keys((await ask(world, `?distinct_id=u&${query}`)).body)).toEqual(['a', 'b'])
      }
    })

    for (const [query, attr, code, detail] of [
      ['', 'distinct_id', 'required', 'This field is required.'],
      ['?distinct_id=', 'distinct_id', 'required', 'This field is required.'],
      ['?distinct_id=u&groups={', 'groups', 'invalid_input', 'Invalid JSON in groups parameter'],
      ['?distinct_id=u&groups=[]', 'groups', 'invalid_input', 'Invalid JSON in groups parameter'],
    ]) {
      it(`PROTO-11 refuses ${query || 'no query'}`, async () => {
        const { status, body } = await ask(await newWorld(), query ?? '')
        expect(status).toBe(400)
        expect(body).toEqual({ type: 'validation_error', code, detail, attr })
      })
    }
  })

  it('PROTO-12 lists what the flags answer for the caller, the newest first', async () => {
    const world = await newWorld()
    const { member, flags, project } = world
    expect(json(await member.get(`${flags}my_flags/`))).toEqual([])
    const properties = [{ key: 'distinct_id', type: 'person', value: member.user.distinctId }]
    const mine = await world.newFlag({ key: 'mine', name: 'Mine', filters: { groups: [{ properties }] } })
    await world.newFlag({ key: 'off', active: false })
    const [first, second, ...rest] = json(await member.get(`${flags}my_flags/`)) as JsonObject[] // validated
    expect(first).toMatchObject({ feature_flag: { key: 'off', active: false }, value: false })
    expect(second).toEqual({
      value: true,
      feature_flag: {
        id: mine.id,
        team_id: project.id,
        name: 'Mine',
        key: 'mine',
        filters: mine.filters,
        deleted: false,
        active: true,
        ensure_experience_continuity: false,
        version: 1,
        evaluation_runtime: 'all',
        bucketing_identifier: 'distinct_id',
        evaluation_contexts: [],
      },
    })
    expect(rest).toEqual([])
    expect(json(await world.colleague.get(`${flags}my_flags/?flag_keys=mine`))).toMatchObject([{ value: false }])
  })

  it('PROTO-12 PAGE-6 lists them in parts where a limit is asked for', async () => {
    const world = await newWorld()
    for (const key of ['a', 'b', 'c']) await world.newFlag({ key })
    const whole = await world.member.get(`${world.flags}my_flags/`)
    expect(whole.headers.link).toBeUndefined()
    const mine = `${world.flags}my_flags/?groups=${encodeURIComponent('{}')}&limit=2`
    const first = await world.member.get(mine)
    expect(keysOf(first)).toEqual(['c', 'b'])
    const [, next = ''] = /^<http:\/\/localhost(\S+)>; rel="next"$/.exec(first.headers.link ?? '') ?? []
    const second = await world.member.get(next)
    expect(keysOf(second)).toEqual(['a'])
    expect(second.headers.link).toBeUndefined()
    expect([...(json(first) as JsonObject[]), ...(json(second) as JsonObject[])]).toEqual(json(whole))
    expect(json(await world.member.get(`${world.flags}my_flags/?offset=9`))).toEqual([])
  })

  describe('the decisions of all flags for somebody', () => {
    it('PROTO-17 says of every flag what it answers and why, by key, in pages', async () => {
      const world = await newWorld()
      const payloads = { true: { size: 3 } }
      const b = await world.newFlag({ key: 'b', name: 'B', filters: { ...EVERYBODY, payloads } })
      await world.newFlag({ key: 'a', active: false })
      await world.newFlag({ key: 'c', filters: forPlan('pro') })
      const ask = (body: JsonObject, query = '') => world.member.post(`${world.flags}decisions/${query}`, body)
      const { status, body } = await ask({ distinct_id: 'ada' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ count: 3, next: null, previous: null })
      expect(resultsOf({ body } as ApiResponse)).toEqual([
        expect.objectContaining({ key: 'a', active: false, value: false, reason: 'flag_disabled' }),
        {
          id: b.id,
          key: 'b',
          name: 'B',
          active: true,
          version: 1,
          value: true,
          payload: '{"size":3}',
          reason: 'condition_match',
          reason_description: 'Matched condition set 1',
          condition_index: 0,
          aggregation_group_type_indexes: [null],
          failed: false,
        },
        expect.objectContaining({ key: 'c', value: false, reason: 'no_condition_match' }),
      ])
      const page = await ask({ distinct_id: 'ada' }, '?limit=1&offset=1')
      expect(resultsOf(page)).toMatchObject([{ key: 'b' }])
      expect(page.body.next).toBe(`http://localhost${world.flags}decisions/?limit=1&offset=2`)
    })

    it('PROTO-17 lists flags by a group type first, and reports what the sets are rolled out by', async () => {
      const world = await newWorld()
      const types = `/api/projects/${world.project.id}/groups_types/`
      await world.owner.post(types, { group_type: 'team' })
      await world.owner.post(types, { group_type: 'company' })
      const sets = (...indexes: readonly (number | null)[]) => ({
        groups: indexes.map((index) => ({ properties: [], aggregation_group_type_index: index })),
      })
      await world.newFlag({ key: 'a', filters: EVERYBODY })
      await world.newFlag({ key: 'b', filters: sets(0) })
      await world.newFlag({ key: 'c', filters: sets(1) })
      await world.newFlag({ key: 'd', filters: sets(null, 1) })
      const body = { distinct_id: 'x', groups: { company: 'acme' } }
      const ask = (query: string) => world.member.post(`${world.flags}decisions/${query}`, body)
      const found = resultsOf(await ask('?group_type_index=1'))
      expect(found.map(({ key, value, aggregation_group_type_indexes: by }) => [key, value, by])).toEqual([
        ['c', true, [1]],
        ['d', true, [null, 1]],
        ['a', true, [null]],
        ['b', false, [0]],
      ])
      expect((await ask('?group_type_index=x')).status).toBe(400)
    })

    it('PROTO-17 knows what is stored of the person, under what is sent', async () => {
      const world = await newWorld()
      await world.newFlag({ key: 'pro', filters: forPlan('pro') })
      await world.owner.patch(`/api/projects/${world.project.id}/persons/ada/`, { properties: { plan: 'pro' } })
      const value = async (sent: JsonObject) => {
        const answer = await world.member.post(`${world.flags}decisions/`, { distinct_id: 'ada', ...sent })
        return resultsOf(answer).map((each) => each.value)
      }
      expect(await value({})).toEqual([true])
      expect(await value({ person_properties: { plan: 'free' } })).toEqual([false])
      expect(await value({ flag_keys: ['nope'] })).toEqual([])
    })

    it('PROTO-17 writes nothing, and counts as no use', async () => {
      const world = await newWorld()
      const { id } = await world.newFlag({ key: 'a', ensure_experience_continuity: true })
      await world.api.deck.context.usage.flush()
      const before = world.api.writesBegun()
      expect((await world.owner.post(`${world.flags}decisions/`, { distinct_id: 'ada' })).status).toBe(200)
      expect(world.api.writesBegun()).toBe(before)
      await world.api.deck.context.usage.flush()
      expect((await world.owner.get(`${world.flags}${id}/usage/`)).body).toMatchObject({ totals: { evaluations: 0 } })
    })

    it('PROTO-17 is for whoever may read flags, and refuses nobody and too much', async () => {
      const world = await newWorld()
      const wrong = await world.keyOf(world.owner, ['dashboard:read'])
      expect((await wrong.post(`${world.flags}decisions/`, { distinct_id: 'ada' })).status).toBe(403)
      const nobody = await world.owner.post(`${world.flags}decisions/`, {})
      expect([nobody.status, nobody.body.code]).toEqual([400, 'invalid_input'])
      const keys = Array.from({ length: 10_001 }, () => 'a')
      const tooMuch = await world.owner.post(`${world.flags}decisions/`, { distinct_id: 'ada', flag_keys: keys })
      expect([tooMuch.status, tooMuch.body.attr]).toEqual([400, 'flag_keys'])
    })
  })

  describe('trying a flag on somebody', () => {
    it('PROTO-13 answers what the flag would, and writes nothing', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const filters = { ...forPlan('pro'), payloads: { true: '{"a":1}' } }
      const { id } = await newFlag({ key: 'pro', filters })
      const before = (await owner.get(flags)).text
      const person_properties = { plan: 'pro' }
      const { body } = await owner.post(`${flags}${id}/test_evaluation/`, { distinct_id: 7, person_properties })
      expect(body).toMatchObject({
        flag_key: 'pro',
        result: true,
        reason: 'condition_match',
        reason_description: 'Matched condition set 1',
        condition_index: 0,
        payload: '{"a":1}',
        person_properties,
        evaluation_distinct_id: '7',
        conditions: [
          {
            index: 0,
            matched: true,
            properties_matched: true,
            rollout_percentage: 100,
            rollout_excluded: false,
            variant: null,
            properties: [{ key: 'plan', type: 'person', value: 'pro', actual_value: 'pro', matched: true }],
          },
        ],
        explanation: { key: 'pro', conditions: [{ matched: true, filters: [{ wanted: 'pro', seen: 'pro' }] }] },
      })
      const other = await owner.post(`${flags}${id}/test_evaluation/`, { distinct_id: 'u' })
      expect(other.body).toMatchObject({ result: false, reason: 'no_condition_match', payload: null })
      expect(other.body.conditions).toMatchObject([
        { matched: false, properties_matched: false, properties: [{ matched: false, actual_value: null }] },
      ])
      expect((await owner.get(flags)).text).toBe(before)
    })

    it('PROTO-13 repeats no property that is too long to be looked at', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      const long = 'a'.repeat(16_384)
      const person_properties = { long, longer: `${long}a`, list: [long], none: null }
      const { body } = await owner.post(`${flags}${id}/test_evaluation/`, { distinct_id: 'u', person_properties })
      expect(body.person_properties).toEqual({ ...person_properties, longer: null, list: null })
    })

    it('PROTO-13 EVAL-53 repeats of the distinct id what the flag was decided by', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      const { body } = await owner.post(`${flags}${id}/test_evaluation/`, { distinct_id: 'é'.repeat(201) })
      expect(body.evaluation_distinct_id).toBe('é'.repeat(200))
    })

    it('FLAG-158 decides a flag for a stored person, by the UUID or the distinct id', async () => {
      const { owner, keyOf, project, flags, newFlag } = await newWorld()
      const { uuid } = (await owner.patch(`/api/projects/${project.id}/persons/ana/`, { properties: {} })).body
      const { id } = await newFlag({ filters: EVERYBODY })
      const url = `${flags}${id}/test_evaluation/`
      for (const person_id of [uuid, 'ana']) {
        const { status, body } = await owner.post(url, { person_id })
        expect([status, body.evaluation_distinct_id, body.result]).toEqual([200, 'ana', true])
      }
      expect((await owner.post(`${flags}decisions/`, { person_id: uuid })).status).toBe(200)
      const unknown = await owner.post(url, { person_id: 'nobody' })
      expect(unknown).toMatchObject({ status: 400, body: { code: 'does_not_exist', attr: 'person_id' } })
      const blind = await keyOf(owner, ['feature_flag:read'])
      expect((await blind.post(url, { person_id: uuid })).status).toBe(403)
      expect((await blind.post(url, { distinct_id: 'ana' })).status).toBe(200)
    })

    it('PROTO-13 tells a flag that is off', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const { id } = await newFlag({ active: false })
      const { body } = await owner.post(`${flags}${id}/test_evaluation/`, { distinct_id: 'u' })
      expect(body).toMatchObject({ result: false, reason: 'flag_disabled', condition_index: null })
    })

    for (const [sent, attr] of [
      [{}, null],
      [{ distinct_id: 'u', person_id: 'p' }, null],
      [{ distinct_id: '' }, null],
      [{ person_id: 'p' }, 'person_id'],
      [{ distinct_id: 'u', timestamp: '2026-01-01' }, 'timestamp'],
      [{ distinct_id: [] }, 'distinct_id'],
      [{ distinct_id: 'u', groups: [] }, 'groups'],
    ] as const) {
      it(`PROTO-13 refuses ${JSON.stringify(sent)}`, async () => {
        const { owner, flags, newFlag } = await newWorld()
        const { id } = await newFlag()
        const { status, body } = await owner.post(`${flags}${id}/test_evaluation/`, sent)
        expect([status, body.attr]).toEqual([400, attr])
      })
    }
  })

  describe('remote configuration', () => {
    const config = { is_remote_configuration: true, filters: { ...EVERYBODY, payloads: { true: '{"a":[1]}' } } }

    it('PROTO-10 is JSON in JSON, by key and by id, for a personal key and for the secret token', async () => {
      const { api, owner, project, newFlag, flags } = await newWorld()
      const { id } = await newFlag({ key: 'config', ...config })
      const secret = new Caller(api, project.secretApiToken)
      for (const caller of [owner, secret]) {
        for (const key of ['config', id]) {
          const answer = await caller.get(`${flags}${key}/remote_config`)
          expect([answer.status, answer.text]).toEqual([200, JSON.stringify('{"a":[1]}')])
        }
        const current = `/api/projects/@current/feature_flags/config/remote_config?token=${project.apiToken}`
        expect((await caller.get(current)).text).toBe(JSON.stringify('{"a":[1]}'))
      }
    })

    it('PROTO-10 is null without a payload', async () => {
      const { owner, newFlag, flags } = await newWorld()
      await newFlag({ key: 'config', is_remote_configuration: true })
      expect((await owner.get(`${flags}config/remote_config/`)).text).toBe('null')
    })

    it('PROTO-10 is 404 with an empty body where there is none', async () => {
      const { owner, newFlag, flags } = await newWorld()
      await newFlag({ key: 'plain' })
      for (const key of ['plain', 'unknown', '999999', '9'.repeat(30)]) {
        expect(await owner.get(`${flags}${key}/remote_config/`), key).toMatchObject({ status: 404, text: null })
      }
    })

    it('PROTO-10 is refused without a key, to the public token, and to other keys and tenants', async () => {
      const { api, anonymous, owner, outsider, foreign, sister, project, newFlag, flags, keyOf } = await newWorld()
      await newFlag({ key: 'config', ...config })
      const url = `${flags}config/remote_config/`
      const status = async (caller: Caller) => (await caller.get(url)).status
      expect(await status(anonymous)).toBe(401)
      expect(await status(new Caller(api, project.apiToken))).toBe(401)
      expect(await status(await keyOf(owner, ['dashboard:read']))).toBe(403)
      expect(await status(await keyOf(owner, ['feature_flag:read']))).toBe(200)
      expect(await status(outsider)).toBe(403)
      expect(await status(new Caller(api, sister.secretApiToken))).toBe(403)
      expect(await status(new Caller(api, foreign.project.secretApiToken))).toBe(403)
    })
  })
}
