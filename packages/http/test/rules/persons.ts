import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { Caller } from '../support/caller.ts'
import type { NewWorld } from '../support/world.ts'

const PRO = { key: 'plan', type: 'person', value: 'pro' }

async function worldWithPersons(newWorld: NewWorld) {
  const world = await newWorld()
  const project = `/api/projects/${world.project.id}/`
  const evaluate = (fields: JsonObject) =>
    world.anonymous.post('/flags/?v=2', { token: world.project.apiToken, distinct_id: 'u', ...fields })
  return {
    ...world,
    persons: `${project}persons/`,
    groups: `${project}groups/`,
    types: `${project}groups_types/`,
    evaluate,
  }
}

/** Persons and groups over HTTP: docs/behaviour/persons.md. */
export function persons(newWorld: NewWorld): void {
  it('PERSON-2 are made, changed, retrieved, listed and forgotten', async () => {
    const { owner, persons } = await worldWithPersons(newWorld)
    const one = `${persons}a%2Fb%20%F0%9F%98%80/`
    const made = await owner.patch(one, { properties: { plan: 'pro', gone: 1 } })
    expect(made.body).toEqual({
      id: 'a/b 😀',
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'a/b 😀',
      distinct_id: 'a/b 😀',
      distinct_ids: ['a/b 😀'],
      properties: { plan: 'pro', gone: 1 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const changed = await owner.patch(one, { properties: { plan: null, nul: '\0' }, unset: ['gone'] })
    expect(changed.body.properties).toEqual({ plan: null, nul: '\0' })
    expect((await owner.get(one)).body).toEqual(changed.body)
    await owner.patch(`${persons}b/`, {})
    expect(resultsOf(await owner.get(`${persons}?search=a`))).toEqual([changed.body])
    expect((await owner.get(`${persons}?limit=1&offset=1`)).body).toMatchObject({
      count: 2,
      results: [{ distinct_id: 'b' }],
    })
    expect((await owner.delete(one)).status).toBe(204)
    expect([(await owner.get(one)).status, (await owner.delete(one)).status]).toEqual([404, 404])
  })

  it('PERSON-18 are found by their e-mail and groups by their name, whatever the case, and alone by the whole id', async () => {
    const { owner, persons, groups } = await worldWithPersons(newWorld)
    await owner.patch(`${persons}u2/`, { properties: { email: 'Ana@Acme.com' } })
    await owner.patch(`${persons}ana/`, {})
    const ids = async (query: string) => resultsOf(await owner.get(`${persons}?${query}`)).map((one) => one.distinct_id)
    expect(await ids('search=ana')).toEqual(['ana', 'u2'])
    expect(await ids('search=ANA%40')).toEqual(['u2'])
    expect(await ids('distinct_id=ana')).toEqual(['ana'])
    expect(await ids('distinct_id=an&search=ana')).toEqual([])
    await owner.post(groups, { group_type_index: 0, group_key: 'x', group_properties: { name: 'Acme Ltd' } })
    const keys = async (search: string) =>
      resultsOf(await owner.get(`${groups}?group_type_index=0&search=${search}`)).map((group) => group.group_key)
    expect([await keys('acme'), await keys('ltd')]).toEqual([['x'], []])
  })

  it('PERSON-24 PERSON-25 are found by their e-mail and by properties, and by nothing that is ignored', async () => {
    const { owner, persons } = await worldWithPersons(newWorld)
    await owner.patch(`${persons}a/`, { properties: { email: 'a@x.test', plan: 'pro' } })
    await owner.patch(`${persons}b/`, { properties: { email: 'b@x.test', plan: 'pro' } })
    await owner.patch(`${persons}c/`, { properties: { email: 'B@x.test' } })
    const found = async (query: Record<string, string>) => {
      const answer = await owner.get(`${persons}?${new URLSearchParams(query)}`)
      return [answer.body.count, ...resultsOf(answer).map((one) => one.distinct_id)]
    }
    const properties = JSON.stringify([PRO])
    expect(await found({ email: 'a@x.test' })).toEqual([1, 'a'])
    expect(await found({ email: 'b@X.test' })).toEqual([2, 'b', 'c'])
    expect(await found({ email: 'nobody@x.test' })).toEqual([0])
    expect(await found({ properties })).toEqual([2, 'a', 'b'])
    expect(await found({ properties, email: 'b@x.test' })).toEqual([1, 'b'])
    expect(await found({ properties, search: 'a@' })).toEqual([1, 'a'])
    expect(await found({ distinct_id: 'a', email: 'b@x.test' })).toEqual([0])
    expect(await found({ distinct_id: 'a', search: 'b' })).toEqual([0])
    expect(await found({ properties: '[{"key":"plan","operator":"is_not_set"}]' })).toEqual([1, 'c'])
    for (const [query, attr] of [
      ['email=', 'email'],
      ['distinct_id=', 'distinct_id'],
      ['properties=', 'properties'],
      ['properties={}', 'properties'],
      ['properties=[1]', 'properties__0'],
      ['properties=[{"key":"a","value":1,"type":"event"}]', 'properties__0__type'],
      ['email=a&after=%00', 'after'],
      ['cohort=1', 'cohort'],
    ]) {
      const { status, body } = await owner.get(`${persons}?${query}`)
      expect({ query, status, attr: body.attr }).toEqual({ query, status: 400, attr })
    }
  })

  it('PAGE-9 pages of a filter continue after the last person that was read', async () => {
    const { owner, persons } = await worldWithPersons(newWorld)
    for (const id of ['a', 'b', 'c', 'd', 'e']) await owner.patch(`${persons}${id}/`, { properties: { plan: 'pro' } })
    const query = new URLSearchParams({ properties: JSON.stringify([PRO]), limit: '2' })
    const ids: unknown[][] = []
    let next: string | null = `${persons}?${query}`
    while (next !== null) {
      const answer = await owner.get(next.replace('http://localhost', ''))
      expect(answer.body).toMatchObject({ count: null, previous: null })
      ids.push(resultsOf(answer).map((one) => one.distinct_id))
      next = answer.body.next as string | null
    }
    expect(ids).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    const skipped = await owner.get(`${persons}?${query}&offset=3`)
    expect(resultsOf(skipped).map((one) => one.distinct_id)).toEqual(['d', 'e'])
    expect(skipped.body).toMatchObject({ count: null, next: null })
  })

  it('PERSON-29 have values that can be chosen from', async () => {
    const { owner, persons, keyOf } = await worldWithPersons(newWorld)
    await owner.patch(`${persons}a/`, { properties: { plan: 'pro' } })
    await owner.patch(`${persons}b/`, { properties: { plan: 'pro' } })
    await owner.patch(`${persons}c/`, { properties: { plan: 'free' } })
    const values = async (query: string) => JSON.parse((await owner.get(`${persons}values/?${query}`)).text ?? '')
    expect(await values('key=plan')).toEqual([
      { name: 'pro', count: 2 },
      { name: 'free', count: 1 },
    ])
    expect(await values('key=plan&value=FR')).toEqual([{ name: 'free', count: 1 }])
    expect(await values('key=plan&after=b')).toEqual([{ name: 'free', count: 1 }])
    expect((await owner.get(`${persons}values/`)).body).toMatchObject({ code: 'required', attr: 'key' })
    const other = await keyOf(owner, ['feature_flag:write'])
    expect((await other.get(`${persons}values/?key=plan`)).status).toBe(403)
    await owner.patch(`${persons}%76alues/`, { properties: { plan: 'own' } })
    expect((await owner.get(`${persons}%76alues/`)).body).toMatchObject({ distinct_id: 'values' })
  })

  it('PERSON-30 have single properties that are set and forgotten', async () => {
    const { owner, persons, keyOf } = await worldWithPersons(newWorld)
    const update = (body: JsonObject, id = 'a') => owner.post(`${persons}${id}/update_property/`, body)
    const remove = (body: JsonObject, id = 'a') => owner.post(`${persons}${id}/delete_property/`, body)
    expect((await update({ key: 'plan', value: 'pro' })).status).toBe(404)
    await owner.patch(`${persons}a/`, { properties: { gone: 1 } })
    expect(await update({ key: 'plan', value: { deep: [1] } })).toMatchObject({
      status: 200,
      body: { distinct_id: 'a', properties: { gone: 1, plan: { deep: [1] } } },
    })
    expect((await update({ key: 'plan', value: null })).body.properties).toEqual({ gone: 1, plan: null })
    expect((await remove({ $unset: 'gone' })).body.properties).toEqual({ plan: null })
    expect((await remove({ $unset: ['plan', 'unknown'] })).body.properties).toEqual({})
    expect((await remove({ $unset: 'x' }, 'b')).status).toBe(404)
    expect((await update({ key: 'plan' })).body).toMatchObject({ code: 'required', attr: 'value' })
    expect((await update({ value: 1 })).body).toMatchObject({ code: 'required', attr: 'key' })
    expect((await remove({})).body).toMatchObject({ attr: '$unset' })
    const reader = await keyOf(owner, ['person:read'])
    expect((await reader.post(`${persons}a/update_property/`, { key: 'a', value: 1 })).status).toBe(403)
    expect((await reader.post(`${persons}a/delete_property/`, { $unset: 'a' })).status).toBe(403)
  })

  it('PERSON-31 have an id, a UUID that stays, and the name that people call them by', async () => {
    const { owner, persons } = await worldWithPersons(newWorld)
    const one = `${persons}a/`
    const { id, uuid } = (await owner.patch(one, {})).body
    expect(id).toBe('a')
    const named = async (properties: JsonObject) => (await owner.patch(one, { properties })).body
    expect(await named({ username: 'ana7' })).toMatchObject({ uuid, name: 'ana7' })
    expect(await named({ name: 'Ana' })).toMatchObject({ uuid, name: 'Ana' })
    expect(await named({ email: 'ana@x.test' })).toMatchObject({ uuid, name: 'ana@x.test' })
    expect(await named({ email: '', name: 7 })).toMatchObject({ uuid, name: '7' })
    expect(await named({ email: { a: 1 }, name: null, username: '' })).toMatchObject({ uuid, name: 'a' })
    expect((await owner.patch(`${persons}b/`, {})).body.uuid).not.toBe(uuid)
    await owner.delete(one)
    expect((await owner.patch(one, {})).body.uuid).toBe(uuid)
  })

  it('PERSON-1 are refused by ids that no store could keep', async () => {
    const { owner, persons } = await worldWithPersons(newWorld)
    const long = 'x'.repeat(401)
    expect((await owner.patch(`${persons}${long}/`, {})).body).toMatchObject({ attr: 'distinct_id' })
    for (const id of ['a%00', long]) {
      expect((await owner.get(`${persons}${id}/`)).status).toBe(404)
      expect((await owner.get(`${persons}?search=${id}`)).body.count).toBe(0)
    }
  })

  it('GROUP-1 have types, up to five', async () => {
    const { owner, types } = await worldWithPersons(newWorld)
    const named = async () => JSON.parse((await owner.get(types)).text ?? '')
    const organization = { group_type: 'organization', group_type_index: 0, name_singular: null, name_plural: null }
    expect(await named()).toMatchObject([organization, { group_type: 'company' }])
    for (const name of ['c', 'd', 'e']) expect((await owner.post(types, { group_type: name })).status).toBe(201)
    expect(await named()).toHaveLength(5)
    expect((await owner.post(types, { group_type: 'f' })).body).toMatchObject({ attr: 'group_type' })
    expect((await owner.post(types, { group_type: 'c' })).body).toMatchObject({ code: 'unique' })
  })

  it('GROUP-4 GROUP-5 have types that admins rename and remove while no flag names them', async () => {
    const { admin, member, keyOf, types, groups, flags, newFlag } = await worldWithPersons(newWorld)
    const company = `${types}1/`
    const flag = await newFlag({ filters: { groups: [{ aggregation_group_type_index: 1 }] } })
    const refused = {
      status: 400,
      body: { code: 'invalid_input', detail: expect.stringContaining(`(ID: ${flag.id})`) },
    }
    expect(await admin.patch(company, { group_type: 'x' })).toMatchObject(refused)
    expect(await admin.delete(company)).toMatchObject(refused)
    expect((await admin.patch(`${flags}${flag.id}/`, { deleted: true })).status).toBe(200)
    await admin.post(groups, { group_type_index: 1, group_key: 'acme' })
    for (const weak of [member, await keyOf(admin, ['group:read'])]) {
      expect((await weak.patch(company, { group_type: 'x' })).status).toBe(403)
      expect((await weak.delete(company)).status).toBe(403)
    }
    expect((await admin.patch(company, {})).body).toMatchObject({ code: 'required', attr: 'group_type' })
    const renamed = { group_type: 'customer', group_type_index: 1, name_singular: null, name_plural: null }
    expect(await admin.patch(company, { group_type: 'customer' })).toMatchObject({ status: 200, body: renamed })
    expect((await admin.delete(company)).status).toBe(204)
    expect((await admin.delete(company)).status).toBe(404)
    expect((await admin.get(`${groups}?group_type_index=1`)).body.count).toBe(0)
    const headers = { 'idempotency-key': 'team' }
    for (const again of [false, true]) {
      const added = await admin.post(types, { group_type: 'team' }, { headers })
      expect({ again, status: added.status, body: added.body }).toMatchObject({
        status: 201,
        body: { group_type_index: 1 },
      })
    }
  })

  it('GROUP-2 are made, changed, listed, found and forgotten', async () => {
    const { owner, groups } = await worldWithPersons(newWorld)
    const made = await owner.post(groups, { group_type_index: 1, group_key: 'a/c', group_properties: { seats: 7 } })
    expect(made.body).toEqual({
      group_type_index: 1,
      group_key: 'a/c',
      group_properties: { seats: 7 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const changed = await owner.post(groups, { group_type_index: 1, group_key: 'a/c', group_properties: { plan: 'x' } })
    expect(changed.body.group_properties).toEqual({ seats: 7, plan: 'x' })
    expect((await owner.get(`${groups}find?group_type_index=1&group_key=a/c`)).body).toEqual(changed.body)
    expect((await owner.get(`${groups}find?group_type_index=0&group_key=a/c`)).status).toBe(404)
    expect(resultsOf(await owner.get(`${groups}?group_type_index=1&search=a`))).toEqual([changed.body])
    expect((await owner.get(`${groups}?group_type_index=1&search=b`)).body.count).toBe(0)
    for (const [query, code] of [
      ['', 'required'],
      ['?group_type_index=x', 'invalid_input'],
      ['?group_type_index=5', 'invalid_input'],
    ]) {
      expect((await owner.get(`${groups}${query}`)).body).toMatchObject({ code, attr: 'group_type_index' })
    }
    const another = await owner.post(groups, { group_type_index: 0, group_key: 'a/c', group_properties: {} })
    expect((await owner.delete(`${groups}1/a%2Fc/`)).status).toBe(204)
    expect((await owner.get(`${groups}find?group_type_index=0&group_key=a/c`)).body).toEqual(another.body)
    expect((await owner.get(`${groups}find?group_type_index=1&group_key=a/c`)).status).toBe(404)
    for (const gone of ['1/a%2Fc', '1/unknown', '9/a', 'x/a', '1/a%00', `1/${'x'.repeat(401)}`]) {
      expect((await owner.delete(`${groups}${gone}/`)).status, gone).toBe(404)
    }
    const unknown = await owner.post(groups, { group_type_index: 4, group_key: 'a' })
    expect(unknown.body).toMatchObject({ attr: 'group_type_index' })
  })

  describe('in evaluation', () => {
    it('PERSON-10 what is stored is laid under what the request says, on every way to evaluate', async () => {
      const { api, project, owner, persons, groups, newFlag, evaluate, flags } = await worldWithPersons(newWorld)
      const seats = { key: 'seats', type: 'group', group_type_index: 1, operator: 'gt', value: '5' }
      await newFlag({ key: 'p', filters: { groups: [{ properties: [PRO] }] } })
      await newFlag({ key: 'g', filters: { groups: [{ properties: [seats], aggregation_group_type_index: 1 }] } })
      await owner.patch(`${persons}u/`, { properties: { plan: 'pro' } })
      await owner.post(groups, { group_type_index: 1, group_key: 'acme', group_properties: { seats: 7 } })
      const inAcme = { groups: { company: 'acme' } }
      const both = { p: { enabled: true }, g: { enabled: true } }
      expect((await evaluate(inAcme)).body).toMatchObject({ flags: both })
      const free = await evaluate({ ...inAcme, person_properties: { plan: 'free' } })
      expect(free.body).toMatchObject({ flags: { ...both, p: { enabled: false } } })
      const reasons = await owner.get(
        `${flags}evaluation_reasons/?distinct_id=u&groups=${encodeURIComponent('{"company":"acme"}')}`,
      )
      expect(reasons.body).toMatchObject({ p: { value: true }, g: { value: true } })
      const ofrep = await new Caller(api, project.apiToken).post('/ofrep/v1/evaluate/flags/p', {
        context: { targetingKey: 'u' },
      })
      expect(ofrep.body).toMatchObject({ value: true })
      await owner.patch(`${persons}${owner.user.distinctId}/`, { properties: { plan: 'pro' } })
      const mine = JSON.parse((await owner.get(`${flags}my_flags/?flag_keys=p`)).text ?? '')
      expect(mine).toMatchObject([{ value: true }])
    })

    it('PERSON-12 signing in does not change the answer of a flag with experience continuity', async () => {
      const { newFlag, evaluate } = await worldWithPersons(newWorld)
      const variants = Array.from({ length: 20 }, (_, index) => ({ key: `v${index}`, rollout_percentage: 5 }))
      await newFlag({
        key: 'kept',
        ensure_experience_continuity: true,
        filters: { groups: [{ rollout_percentage: 100 }], multivariate: { variants } },
      })
      const variantOf = async (fields: JsonObject) => {
        const { body } = await evaluate(fields)
        return (body.flags as { kept: { variant: string } }).kept.variant
      }
      const anonymous = await variantOf({ distinct_id: 'anon-1' })
      expect(await variantOf({ distinct_id: 'user-9' })).not.toBe(anonymous)
      expect(await variantOf({ distinct_id: 'user-9', $anon_distinct_id: 'anon-1' })).toBe(anonymous)
      expect(await variantOf({ distinct_id: 'user-9', $anon_distinct_id: 'anon-3' })).toBe(anonymous)
      expect(await variantOf({ distinct_id: 'user-9' })).toBe(anonymous)
    })

    it('PROTO-71 signing in does not change it either where the anonymous id is a property of the person', async () => {
      const { newFlag, evaluate } = await worldWithPersons(newWorld)
      const half = { groups: [{ rollout_percentage: 50 }] }
      await newFlag({ key: 'kept', ensure_experience_continuity: true, filters: half })
      const isOn = async (fields: JsonObject) => {
        const { body } = await evaluate(fields)
        return (body.flags as { kept: { enabled: boolean } }).kept.enabled
      }
      for (let n = 0; n < 20; n++) {
        const anonymous = await isOn({ distinct_id: `anon-${n}` })
        const signedIn = { distinct_id: `user-${n}`, person_properties: { $anon_distinct_id: `anon-${n}` } }
        expect(await isOn(signedIn)).toBe(anonymous)
        expect(await isOn({ distinct_id: `user-${n}` })).toBe(anonymous)
      }
    })

    it('PERSON-16 what a visit says first is its first value', async () => {
      const { api, project, newFlag, evaluate } = await worldWithPersons(newWorld)
      const campaign = { key: '$initial_utm_source', type: 'person', value: 'letter' }
      await newFlag({ key: 'p', filters: { groups: [{ properties: [campaign] }] } })
      expect((await evaluate({ person_properties: { utm_source: 'letter' } })).body).toMatchObject({
        flags: { p: { enabled: true } },
      })
      const ofrep = await new Caller(api, project.apiToken).post('/ofrep/v1/evaluate/flags/p', {
        context: { targetingKey: 'u', utm_source: 'letter', $initial_utm_source: 'elsewhere' },
      })
      expect(ofrep.body).toMatchObject({ value: false })
    })

    it('PERSON-15 ids that no store could keep break nothing', async () => {
      const { newFlag, evaluate } = await worldWithPersons(newWorld)
      await newFlag({ key: 'p', ensure_experience_continuity: true, filters: { groups: [{ properties: [PRO] }] } })
      for (const distinct_id of ['', 'a\0', '\ud800', 'x'.repeat(5000)]) {
        const { status } = await evaluate({ distinct_id, $anon_distinct_id: 'b\0', groups: { company: 'c\0' } })
        expect(status).toBe(200)
      }
    })
  })
}
