import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { plainRequest } from '../../src/rest/plain-request.ts'
import type { NewWorld } from '../support/world.ts'

const person = (key: string, value: string | string[], operator = 'exact') => ({ key, type: 'person', operator, value })
const PRO = person('plan', 'pro')
const SEATS = { key: 'seats', type: 'group', group_type_index: 1, operator: 'gt', value: '5' }

/** A world whose project has six persons, of whom `e` and `f` are on the plan `pro`, and two companies. */
async function worldWithPeople(newWorld: NewWorld) {
  const world = await newWorld()
  const project = `/api/projects/${world.project.id}/`
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await world.owner.patch(`${project}persons/${id}/`, { properties: { plan: id >= 'e' ? 'pro' : 'free' } })
  }
  for (const [group_key, seats] of [
    ['acme', 7],
    ['initech', 3],
  ] as const) {
    await world.owner.post(`${project}groups/`, { group_type_index: 1, group_key, group_properties: { seats } })
  }
  const blastRadius = (body: unknown) => world.owner.post(`${world.flags}user_blast_radius/`, body)
  const preview = (id: number, edit: unknown) => world.owner.post(`${world.flags}${id}/preview/`, edit)
  return { ...world, blastRadius, preview, at: project }
}

/** The users that conditions and edits would affect, over HTTP: docs/behaviour/impact.md. */
export function impact(newWorld: NewWorld): void {
  it('IMPACT-7 a blast radius has its older and its newer names', async () => {
    const { blastRadius } = await worldWithPeople(newWorld)
    const { status, body } = await blastRadius({ condition: { properties: [PRO], rollout_percentage: 50 } })
    expect(status).toBe(200)
    expect(body).toEqual({ affected: 2, total: 6, users_affected: 2, total_users: 6, counted: true, complete: true })
  })

  it('IMPACT-1 counts persons, or groups of a type', async () => {
    const { blastRadius } = await worldWithPeople(newWorld)
    const counted = async (body: unknown) => {
      const { affected, total } = (await blastRadius(body)).body
      return [affected, total]
    }
    expect(await counted({ condition: null })).toEqual([6, 6])
    expect(await counted({ condition: {}, group_type_index: null })).toEqual([6, 6])
    expect(await counted({ condition: { properties: [SEATS] }, group_type_index: 1 })).toEqual([1, 2])
    expect(await counted({ condition: {}, group_type_index: 0 })).toEqual([0, 0])
    expect(await counted({ condition: { properties: [person('distinct_id', ['a', 'b'])] } })).toEqual([2, 6])
  })

  it('IMPACT-2 counts members of cohorts', async () => {
    const { blastRadius, owner, at } = await worldWithPeople(newWorld)
    const list = await owner.post(`${at}cohorts/`, { name: 'List', is_static: true })
    await owner.post(`${at}cohorts/${list.body.id}/add_persons_to_static_cohort/`, { distinct_ids: ['a', 'e', 'zz'] })
    const isIn = { key: 'id', type: 'cohort', operator: 'in', value: list.body.id }
    expect((await blastRadius({ condition: { properties: [isIn] } })).body).toMatchObject({ affected: 2 })
    expect((await blastRadius({ condition: { properties: [isIn, PRO] } })).body).toMatchObject({ affected: 1 })
  })

  it.each([
    [{}, null, 'invalid_input', 'Missing condition for which to get blast radius'],
    [{ condition: 'x' }, 'condition', 'not_a_dict', 'Expected a dictionary of items but got type "str".'],
    [
      { condition: { properties: [SEATS] }, group_type_index: 0 },
      null,
      'invalid_input',
      'Invalid group type index for feature flag condition.',
    ],
    [{ condition: {}, group_type_index: 4 }, null, 'invalid_input', /^Invalid group type index/],
    [{ condition: {}, group_type_index: 'x' }, 'group_type_index', 'invalid_input', 'A valid integer is required.'],
    [
      { condition: { properties: [{ ...PRO, operator: 'between' }] } },
      'condition',
      'structural.groups[].properties[].operator.invalid_choice',
      /^properties\[0\]\.operator: "between" is not a valid choice\. Choose one of: exact, is_not, /,
    ],
  ])('IMPACT-5 refuses %j', async (body, attr, code, detail) => {
    const { blastRadius } = await worldWithPeople(newWorld)
    const answer = await blastRadius(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ type: 'validation_error', code, attr })
    expect(answer.body.detail).toMatch(detail)
  })

  it('IMPACT-11 a preview is a matrix of what answers become, of dependants too', async () => {
    const { preview, newFlag } = await worldWithPeople(newWorld)
    const flag = await newFlag({ filters: { groups: [{ rollout_percentage: 0 }] } })
    const looks = { key: String(flag.id), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const top = await newFlag({ key: 'top', filters: { groups: [{ properties: [looks] }] } })
    const transitions = [
      { from: 'false', to: 'false', count: 4, sample: ['a', 'b', 'c', 'd'] },
      { from: 'false', to: 'true', count: 2, sample: ['e', 'f'] },
    ]
    expect((await preview(flag.id, { filters: { groups: [{ properties: [PRO] }] } })).body).toEqual({
      group_type_index: null,
      total: 6,
      counted: true,
      complete: true,
      changed: 2,
      estimate: null,
      transitions,
      dependants: [{ id: top.id, key: 'top', changed: 2, transitions }],
    })
  })

  it('IMPACT-33 a preview without changes counts what the stored flag evaluates to', async () => {
    const { preview, newFlag } = await worldWithPeople(newWorld)
    const groups = [{ properties: [PRO] }, { properties: [person('distinct_id', ['a', 'e'])] }]
    const { id } = await newFlag({ filters: { groups } })
    expect((await preview(id, {})).body).toMatchObject({
      total: 6,
      counted: true,
      changed: 0,
      transitions: [
        { from: 'false', to: 'false', count: 3 },
        { from: 'true', to: 'true', count: 3 },
      ],
    })
  })

  it('IMPACT-34 an estimate has the users of each result', async () => {
    const world = await newWorld()
    const { id, key } = await world.newFlag({ filters: { groups: [{ rollout_percentage: 100 }] } })
    const estimate = async () => (await world.owner.post(`${world.flags}${id}/preview/`, {})).body.estimate
    expect(await estimate()).toBeNull()
    const { usage, clock } = world.api.deck.context
    const call = { measure: 'exposures', source: 'sdk_remote', sdk: 'posthog-node', count: 1, errors: 0 } as const
    const answer = { flagKey: key, variant: 'true', distinctId: 'ada', at: clock(), uuid: null }
    usage.record({ projectId: world.project.id, ...call, ...answer })
    await usage.flush()
    expect(await estimate()).toEqual({ users: 1, changed: 0, transitions: [{ from: 'true', to: 'true', count: 1 }] })
  })

  it('IMPACT-13 a preview of a flag on groups looks at groups', async () => {
    const { preview, newFlag } = await worldWithPeople(newWorld)
    const about = (operator: string) => ({
      groups: [{ properties: [{ ...SEATS, operator }], aggregation_group_type_index: 1 }],
    })
    const flag = await newFlag({ filters: about('gt') })
    expect((await preview(flag.id, { filters: about('lt') })).body).toMatchObject({
      group_type_index: 1,
      total: 2,
      transitions: [
        { from: 'false', to: 'true', count: 1, sample: ['initech'] },
        { from: 'true', to: 'false', count: 1, sample: ['acme'] },
      ],
    })
  })

  it('IMPACT-10 a preview writes nothing, and refuses what an update refuses', async () => {
    const { preview, newFlag, owner, flags } = await worldWithPeople(newWorld)
    const flag = await newFlag()
    const before = (await owner.get(`${flags}${flag.id}/`)).body
    expect((await preview(flag.id, { key: 'other', deleted: true, active: false })).status).toBe(200)
    expect((await owner.get(`${flags}${flag.id}/`)).body).toEqual(before)
    expect((await owner.get(`${flags}${flag.id}/activity/`)).body.total_count).toBe(1)
    const edits: JsonObject[] = [
      { filters: { groups: [{ rollout_percentage: 101 }] } },
      { key: '' },
      { archived: true },
      { filters: { groups: [{ variant: 'x' }] } },
      { version: 0, original_flag: { name: 'x' }, name: 'y' },
    ]
    await owner.patch(`${flags}${flag.id}/`, { name: 'z' })
    for (const edit of edits) {
      const refused = await preview(flag.id, edit)
      expect(refused.status).toBeGreaterThanOrEqual(400)
      const { status, body } = await owner.patch(`${flags}${flag.id}/`, edit)
      expect({ status: refused.status, body: refused.body }).toEqual({ status, body })
    }
    expect((await preview(4_000_000, {})).status).toBe(404)
  })

  it('IMPACT-24 a key needs feature_flag:read; ids are for those who may read persons', async () => {
    const { owner, keyOf, newFlag, flags } = await worldWithPeople(newWorld)
    const flag = await newFlag()
    const ask = async (...scopes: Parameters<typeof keyOf>[1]) => {
      const key = await keyOf(owner, scopes)
      const radius = await key.post(`${flags}user_blast_radius/`, { condition: null })
      const { status, body } = await key.post(`${flags}${flag.id}/preview/`, { active: false })
      return { statuses: [radius.status, status], transitions: body.transitions }
    }
    const counted = { from: 'true', to: 'false', count: 6 }
    expect(await ask('feature_flag:read')).toEqual({ statuses: [200, 200], transitions: [] })
    expect(await ask('feature_flag:read', 'person:read')).toMatchObject({
      transitions: [{ ...counted, sample: ['a', 'b', 'c', 'd', 'e'] }],
    })
    expect((await ask('person:read')).statuses).toEqual([403, 403])
  })

  it('IMPACT-25 IMPACT-26 a key without person:read hears numbers in tens, and names nobody', async () => {
    const { owner, keyOf, flags, at } = await worldWithPeople(newWorld)
    for (let n = 0; n < 8; n++) await owner.patch(`${at}persons/x${n}/`, { properties: { plan: 'pro' } })
    const key = await keyOf(owner, ['feature_flag:read'])
    const ask = (...properties: unknown[]) => key.post(`${flags}user_blast_radius/`, { condition: { properties } })
    const ten = { affected: 10, total: 10, users_affected: 10, total_users: 10, counted: true, complete: true }
    expect((await ask(PRO)).body).toEqual(ten)
    const none = { ...ten, affected: 0, users_affected: 0 }
    expect((await ask(person('plan', 'free'))).body).toEqual(none)
    const { status, body } = await ask(person('distinct_id', 'e'))
    expect([status, body.detail]).toEqual([403, "API key missing required scope 'person:read'"])
  })

  it('IMPACT-23 is to be tried again when too many counts go on', async () => {
    const { api, project, blastRadius } = await worldWithPeople(newWorld)
    const { promise, resolve } = Promise.withResolvers<void>()
    const { scans } = api.deck.context
    const others = Array.from({ length: 12 }, () => scans.run(project.id, undefined, () => promise))
    const { status, body, headers } = await blastRadius({ condition: null })
    resolve()
    await Promise.all(others)
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'throttled', '1'])
    expect((await blastRadius({ condition: null })).status).toBe(200)
  })

  it('IMPACT-28 tells what one person would get after an edit, and writes nothing', async () => {
    const { owner, newFlag, flags } = await worldWithPeople(newWorld)
    const { id } = await newFlag({ filters: { groups: [{ properties: [PRO], rollout_percentage: 100 }] } })
    const url = `${flags}${id}/test_evaluation/`
    const ask = async (distinct_id: string, changes?: unknown) => (await owner.post(url, { distinct_id, changes })).body
    expect((await ask('a')).result).toBe(false)
    const free = { filters: { groups: [{ properties: [person('plan', 'free')], rollout_percentage: 100 }] } }
    expect(await ask('a', free)).toMatchObject({ result: true, condition_index: 0, explanation: { conditions: [{}] } })
    expect(await ask('e', free)).toMatchObject({ result: false, conditions: [{ properties_matched: false }] })
    expect((await ask('e', { active: false })).reason).toBe('flag_disabled')
    expect((await ask('a')).result).toBe(false)
    expect((await owner.get(`${flags}${id}/`)).body.version).toBe(1)
  })

  it('IMPACT-28 refuses what the update would, and keys that do not read persons and groups', async () => {
    const { owner, keyOf, newFlag, flags } = await worldWithPeople(newWorld)
    const { id } = await newFlag()
    const url = `${flags}${id}/test_evaluation/`
    const pattern = { filters: { groups: [{ properties: [person('plan', '(', 'regex')] }] } }
    for (const [changes, attr] of [
      [pattern, 'filters'],
      [{ key: 'a b' }, 'key'],
      [5, 'non_field_errors'],
      [null, 'non_field_errors'],
    ]) {
      const { status, body } = await owner.post(url, { distinct_id: 'a', changes })
      expect([status, body.attr ?? 'non_field_errors']).toEqual([400, attr])
    }
    const key = await keyOf(owner, ['feature_flag:read', 'person:read'])
    const { status, body } = await key.post(url, { distinct_id: 'a', changes: { name: 'x' } })
    expect([status, body.detail]).toEqual([403, "API key missing required scope 'group:read'"])
    expect((await owner.post(`${flags}999999/test_evaluation/`, { distinct_id: 'a', changes: {} })).status).toBe(404)
  })

  it('IMPACT-22 ends when the client has left, which is no failure', async () => {
    const { api, owner, flags } = await worldWithPeople(newWorld)
    const request = plainRequest('POST', `${flags}user_blast_radius/`, {
      json: { condition: null },
      headers: { authorization: `Bearer ${owner.key}` },
      signal: AbortSignal.abort(),
    })
    const { status } = await api.application.handle(request)
    expect(status).toBe(408)
  })
}
