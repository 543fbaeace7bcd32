import type { JsonObject, JsonValue } from '@flagdeck/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import type { NewWorld, World } from '../support/world.ts'

const PRO = { key: 'plan', type: 'person', value: 'pro', operator: 'exact' }
const RULE = { properties: { type: 'OR', values: [{ type: 'AND', values: [PRO] }] } }

async function worldWithCohorts(newWorld: NewWorld) {
  const world = await newWorld()
  const { owner, project } = world
  const cohorts = `/api/projects/${project.id}/cohorts/`
  const newCohort = async (fields: JsonObject = {}) => {
    const { status, body } = await owner.post(cohorts, { name: 'Payers', filters: RULE, ...fields })
    expect(status).toBe(201)
    return body
  }
  const newList = () => newCohort({ name: 'List', filters: {}, is_static: true })
  return { ...world, cohorts, newCohort, newList }
}

/** Filters of a flag for the members of a cohort. */
const onCohort = (id: JsonValue | undefined) => ({
  groups: [{ properties: [{ key: 'id', type: 'cohort', value: Number(id) }] }],
})

/** Rules of a cohort, some of which depend on another cohort. */
function criteriaBeside(cohortId: number) {
  const negation = fc.boolean()
  const criterion = fc.oneof(
    fc.record({
      key: fc.constantFrom('plan', 'age'),
      type: fc.constant('person'),
      operator: fc.constantFrom('exact', 'is_not', 'icontains', 'gt', 'is_set', 'is_not_set'),
      value: fc.constantFrom('pro', 'free', '17', '18'),
      negation,
    }),
    fc.record({ key: fc.constant('id'), type: fc.constant('cohort'), value: fc.constant(cohortId), negation }),
  )
  const { group } = fc.letrec((tie) => ({
    group: fc.record({
      type: fc.constantFrom('AND', 'OR'),
      values: fc.array(fc.oneof({ maxDepth: 3 }, criterion, tie('group')), { minLength: 1, maxLength: 3 }),
    }),
  }))
  return group
}

const personArbitrary = fc.record(
  { plan: fc.constantFrom('pro', 'free', 'PRO', null), age: fc.constantFrom<JsonValue>(17, 18, '18', 'old', true) },
  { requiredKeys: [] },
)

const evaluate = ({ anonymous, project }: World, more: JsonObject) =>
  anonymous.post('/flags/?v=2', { token: project.apiToken, distinct_id: 'u', ...more })

/** Cohorts over HTTP: docs/behaviour/cohorts.md. */
export function cohorts(newWorld: NewWorld): void {
  it('COHORT-12 lists deleted cohorts when they are asked for, and brings them back', async () => {
    const { owner, cohorts, newCohort } = await worldWithCohorts(newWorld)
    const [kept, gone] = [await newCohort({ name: 'Kept' }), await newCohort({ name: 'Gone' })]
    await owner.patch(`${cohorts}${gone.id}/`, { deleted: true })
    const names = async (query = '') => resultsOf(await owner.get(`${cohorts}${query}`)).map(({ name }) => name)
    expect(await names()).toEqual(['Kept'])
    expect(await names('?deleted=true')).toEqual(['Gone'])
    expect(await names('?deleted=true&search=kept')).toEqual([])
    await owner.patch(`${cohorts}${gone.id}/`, { deleted: false })
    expect(await names('?deleted=false')).toEqual(['Gone', 'Kept'])
    expect(kept.deleted).toBe(false)
  })

  it('EDIT-20 merges edits of different fields of a cohort, and tells both sides where they are of one', async () => {
    const { owner, admin, cohorts, newCohort } = await worldWithCohorts(newWorld)
    const read = await newCohort({ description: 'as read' })
    const url = `${cohorts}${read.id}/`
    await admin.patch(url, { name: 'Theirs', version: 1 })
    const merged = await owner.patch(url, { description: 'mine', version: 1 })
    expect(merged).toMatchObject({ status: 200, body: { name: 'Theirs', description: 'mine', version: 3 } })
    // A field that is sent back unchanged is no edit.
    expect((await owner.patch(url, { name: 'Payers', filters: RULE, version: 1 })).body.name).toBe('Theirs')
    const refused = await owner.patch(url, { name: 'Mine', version: 1 })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        extra: {
          conflict: {
            version: 4,
            paths: ['name'],
            base: { name: 'Payers' },
            theirs: { name: 'Theirs' },
            mine: { name: 'Mine' },
          },
        },
      },
    })
    const rule = { properties: { type: 'AND', values: [{ type: 'AND', values: [PRO] }] } }
    const other = { properties: { type: 'OR', values: [{ type: 'AND', values: [{ ...PRO, value: 'free' }] }] } }
    await admin.patch(url, { filters: rule })
    const { body } = await owner.patch(url, { filters: other, version: 4 })
    expect(body).toMatchObject({
      extra: { conflict: { paths: ['filters'], base: { filters: RULE }, theirs: { filters: rule } } },
    })
    // Without a version, all fields are written as sent.
    expect((await owner.patch(url, { name: 'Last' })).body).toMatchObject({ name: 'Last', filters: rule })
    const unknown = await owner.patch(url, { name: 'Other', version: 99 })
    expect([unknown.status, unknown.body.code]).toEqual([409, 'conflict'])
  })

  it('COHORT-1 are created, retrieved, listed, searched for and changed', async () => {
    const { owner, cohorts, newCohort } = await worldWithCohorts(newWorld)
    const created = await newCohort({ description: null })
    expect(created).toEqual({
      id: expect.any(Number),
      name: 'Payers',
      description: '',
      groups: [],
      deleted: false,
      filters: RULE,
      query: null,
      is_static: false,
      is_calculating: false,
      count: null,
      created_by: expect.objectContaining({ id: owner.user.id }),
      created_at: expect.any(String),
      version: 1,
      last_calculation: null,
      errors_calculating: 0,
      cohort_type: null,
      experiment_set: [],
      can_edit: true,
    })
    const one = `${cohorts}${created.id}/`
    expect((await owner.get(one)).body).toEqual(created)
    const other = await newCohort({ name: 'Other' })
    expect(resultsOf(await owner.get(cohorts))).toEqual([other, created])
    expect(resultsOf(await owner.get(`${cohorts}?search=PAY`))).toEqual([created])
    const long = await owner.get(`${cohorts}?search=${'x'.repeat(201)}`)
    expect([long.status, long.body.detail]).toEqual([400, 'Search term cannot exceed 200 characters'])
    const changed = await owner.patch(one, { name: 'Customers', is_static: true, id: 7 })
    expect(changed.body).toEqual({ ...created, name: 'Customers', version: 2 })
    expect(Number(changed.headers['flagdeck-version'])).toBeGreaterThan(1)
    expect((await owner.put(one, { name: 'x' })).status).toBe(405)
  })

  it('COHORT-11 are deleted softly, and never hard', async () => {
    const { owner, cohorts, newCohort } = await worldWithCohorts(newWorld)
    const { id } = await newCohort()
    const hard = await owner.delete(`${cohorts}${id}/`)
    expect([hard.status, hard.body.code]).toEqual([405, 'method_not_allowed'])
    expect((await owner.patch(`${cohorts}${id}/`, { deleted: true })).body).toMatchObject({ deleted: true })
    expect((await owner.get(cohorts)).body.count).toBe(0)
    expect((await owner.get(`${cohorts}${id}/`)).status).toBe(200)
  })

  it('COHORT-3 are refused with the place of what is wrong', async () => {
    const { owner, cohorts } = await worldWithCohorts(newWorld)
    const filters = { properties: { type: 'AND', values: [{ ...PRO, operator: 'in' }] } }
    expect((await owner.post(cohorts, { name: 'C', filters })).body).toEqual({
      type: 'validation_error',
      code: 'invalid_input',
      detail: 'properties.values[0].operator: Operator in is only supported on cohort properties.',
      attr: 'filters',
    })
  })

  it('COHORT-10 are not deleted while a flag looks at them', async () => {
    const { owner, cohorts, newCohort, newFlag } = await worldWithCohorts(newWorld)
    const { id } = await newCohort()
    await newFlag({ key: 'f', filters: onCohort(id) })
    const { status, body } = await owner.patch(`${cohorts}${id}/`, { deleted: true })
    expect([status, body.attr]).toEqual([400, null])
    expect(body.detail).toContain('feature flags: f (ID: ')
  })

  it('COHORT-42 count flags that are off as use, archived ones too, and report whether each is on', async () => {
    const { owner, cohorts, flags, newCohort, newFlag } = await worldWithCohorts(newWorld)
    const { id } = await newCohort()
    const [on, off, archived] = [
      await newFlag({ key: 'a', filters: onCohort(id) }),
      await newFlag({ key: 'b', filters: onCohort(id), active: false }),
      await newFlag({ key: 'c', filters: onCohort(id) }),
    ]
    await owner.post(`${flags}${archived.id}/archive/`, {})
    const { body } = await owner.get(`${cohorts}${id}/dependents/`)
    expect(body.feature_flags).toEqual([
      { id: on.id, key: 'a', name: 'a', active: true },
      { id: off.id, key: 'b', name: 'b', active: false },
      { id: archived.id, key: 'c', name: 'c', active: false },
    ])
    await owner.patch(`${flags}${on.id}/`, { deleted: true })
    expect((await owner.patch(`${cohorts}${id}/`, { deleted: true })).status).toBe(400)
  })

  it('COHORT-43 are listed by type: static ones, or dynamic ones', async () => {
    const { owner, cohorts, newCohort } = await worldWithCohorts(newWorld)
    await newCohort({ name: 'Rule' })
    await owner.post(cohorts, { name: 'List', is_static: true })
    const names = async (query: string) => resultsOf(await owner.get(`${cohorts}${query}`)).map(({ name }) => name)
    expect(await names('?is_static=true')).toEqual(['List'])
    expect(await names('?is_static=false')).toEqual(['Rule'])
    expect(await names('?is_static=true&search=rule')).toEqual([])
    expect((await owner.get(`${cohorts}?is_static=maybe`)).body).toMatchObject({ attr: 'is_static' })
  })

  it('COHORT-19 tell what looks at them, with the scopes of both', async () => {
    const { owner, member, cohorts, newCohort, newFlag, keyOf } = await worldWithCohorts(newWorld)
    const { id } = await newCohort()
    const looks = { type: 'AND', values: [{ key: 'id', type: 'cohort', value: Number(id) }] }
    const [above, gone] = [
      await newCohort({ name: 'Above', filters: { properties: looks } }),
      await newCohort({ name: 'Gone', filters: { properties: looks } }),
    ]
    await owner.patch(`${cohorts}${gone.id}/`, { deleted: true })
    const flags = [
      await newFlag({ key: 'b', filters: onCohort(id) }),
      await newFlag({ key: 'a', filters: onCohort(id) }),
    ]
    await newFlag({ key: 'c', filters: onCohort(above.id) })
    expect((await owner.get(`${cohorts}${id}/dependents/`)).body).toEqual({
      feature_flags: flags.toReversed().map(({ id, key }) => ({ id, key, name: key, active: true })),
      cohorts: [{ id: above.id, name: 'Above' }],
    })
    const limited = await keyOf(member, ['cohort:read'])
    expect((await limited.get(`${cohorts}${id}/dependents/`)).status).toBe(403)
    expect((await owner.get(`${cohorts}999999/dependents/`)).status).toBe(404)
  })

  describe('members', () => {
    it('COHORT-20 are added as JSON, listed in pages, and removed', async () => {
      const { owner, cohorts, newList } = await worldWithCohorts(newWorld)
      const { id } = await newList()
      const add = `${cohorts}${id}/add_persons_to_static_cohort/`
      expect((await owner.post(add, { distinct_ids: ['b', 'a/1', 'b'] })).body).toMatchObject({
        count: 2,
        added_count: 2,
      })
      expect((await owner.patch(add, { person_ids: ['c'] })).body).toMatchObject({ count: 3, added_count: 1 })
      expect((await owner.post(add, { distinct_ids: ['b'] })).body).toMatchObject({ count: 3, added_count: 0 })
      expect((await owner.patch(add, { person_ids: 'c' })).body).toMatchObject({ code: 'not_a_list' })
      const page = await owner.get(`${cohorts}${id}/persons/?limit=1&offset=1`)
      expect(page.body).toMatchObject({ count: 3, results: [{ distinct_id: 'b', distinct_ids: ['b'] }] })
      expect((await owner.delete(`${cohorts}${id}/persons/a%2F1/`)).status).toBe(204)
      expect((await owner.delete(`${cohorts}${id}/persons/a%2F1/`)).status).toBe(404)
      expect((await owner.get(`${cohorts}${id}/`)).body.count).toBe(2)
    })

    it('COHORT-21 are added as CSV', async () => {
      const { owner, cohorts, newList } = await worldWithCohorts(newWorld)
      const { id } = await newList()
      const add = `${cohorts}${id}/add_persons_to_static_cohort/`
      const rows = Array.from({ length: 5000 }, (_, index) => `${index}@x.test,"u,${index}"`)
      const body = `email,distinct_id\r\n${rows.join('\r\n')}\r\n`
      const headers = { 'content-type': 'text/csv; charset=utf-8' }
      const csv_column = { heading: 'distinct_id', position: 2 }
      expect((await owner.send('POST', add, { body, headers })).body).toMatchObject({
        count: 5000,
        added_count: 5000,
        csv_column,
      })
      const onlyColumn = { count: 5001, csv_column: { heading: null, position: 1 } }
      expect((await owner.send('POST', add, { parsed: 'one-more', headers })).body).toMatchObject(onlyColumn)
      expect((await owner.send('POST', add, { parsed: '\n,', headers })).body).toMatchObject({ csv_column: null })
      const refused = await owner.send('POST', add, { parsed: 'mail;name\na;b', headers })
      expect(refused).toMatchObject({ status: 400, body: { attr: null } })
      expect(refused.body.detail).toContain('distinct_id, distinct-id, person_id, Person.id, id or email')
      expect((await owner.get(`${cohorts}${id}/`)).body.count).toBe(5001)
    })

    it('COHORT-35 are added by their e-mail addresses, all or none', async () => {
      const { owner, member, keyOf, project, cohorts, newList } = await worldWithCohorts(newWorld)
      const { id } = await newList()
      const persons = `/api/projects/${project.id}/persons/`
      for (const [distinctId, email] of Object.entries({ ana: 'Ana@x.test', bo: 'bo@x.test', bo2: 'BO@x.test' }))
        await owner.patch(`${persons}${distinctId}/`, { properties: { email } })
      const add = `${cohorts}${id}/add_persons_to_static_cohort/`
      const headers = { 'content-type': 'text/csv' }
      const unknown = await owner.send('POST', add, { parsed: 'Email\nana@x.test\nx@x.test\n\ny@x.test', headers })
      expect(unknown.body.detail).toBe('line 3, line 5: No user has this e-mail address.')
      expect((await owner.get(`${cohorts}${id}/`)).body.count).toBe(0)
      const parsed = 'name;Email\nAna;ana@X.test\nBo;Bo@x.test'
      const limited = await keyOf(member, ['cohort:write'])
      expect((await limited.send('POST', add, { parsed, headers })).status).toBe(403)
      const added = await owner.send('POST', add, { parsed, headers })
      expect(added.body).toMatchObject({ count: 3, csv_column: { heading: 'Email', position: 2 } })
      const members = resultsOf(await owner.get(`${cohorts}${id}/persons/`)).map((each) => each.distinct_id)
      expect(members).toEqual(['ana', 'bo', 'bo2'])
    })

    it('COHORT-36 COHORT-37 are added and removed by UUIDs of persons, and no UUID becomes a distinct id', async () => {
      const { owner, member, keyOf, project, cohorts, newList } = await worldWithCohorts(newWorld)
      const { id } = await newList()
      const persons = `/api/projects/${project.id}/persons/`
      const ownUuid = '0198a1b2-0000-7000-8000-000000000001'
      const { uuid } = (await owner.patch(`${persons}ana/`, { properties: {} })).body
      await owner.patch(`${persons}${ownUuid}/`, { properties: {} })
      const add = `${cohorts}${id}/add_persons_to_static_cohort/`
      const unknown = '0198a1b2-0000-7000-8000-00000000000f'
      const refused = await owner.patch(add, { person_ids: ['bo', uuid, unknown] })
      expect(refused.body).toMatchObject({ code: 'does_not_exist', attr: 'person_ids' })
      expect(refused.body.detail).toContain('item 3: No user has this UUID.')
      expect((await owner.get(`${cohorts}${id}/`)).body.count).toBe(0)
      expect((await owner.patch(add, { person_ids: ['bo'], distinct_ids: ['bo'] })).status).toBe(400)
      const limited = await keyOf(member, ['cohort:write'])
      expect((await limited.patch(add, { person_ids: [uuid] })).status).toBe(403)
      const person_ids = ['bo', String(uuid).toUpperCase(), ownUuid]
      expect((await owner.patch(add, { person_ids })).body).toMatchObject({ count: 3 })
      const list = async () => resultsOf(await owner.get(`${cohorts}${id}/persons/`)).map((each) => each.distinct_id)
      expect(await list()).toEqual([ownUuid, 'ana', 'bo'])
      const csv = { parsed: `person_id,x\n${unknown},1`, headers: { 'content-type': 'text/csv' } }
      expect((await owner.send('POST', add, csv)).body.detail).toContain('line 2: No user has this UUID.')

      const remove = `${cohorts}${id}/remove_person_from_static_cohort/`
      expect((await owner.patch(remove, { person_id: uuid })).body).toMatchObject({ id, count: 2 })
      expect((await owner.patch(remove, { person_id: 'bo' })).body).toMatchObject({ count: 1 })
      expect(await list()).toEqual([ownUuid])
      expect((await owner.patch(remove, { person_id: 'bo' })).status).toBe(404)
      expect((await owner.patch(remove, { person_id: uuid })).status).toBe(404)
      expect((await owner.patch(remove, { person_id: '' })).status).toBe(404)
      expect((await owner.patch(remove, { person_id: unknown })).body).toMatchObject({ attr: 'person_id' })
      expect((await owner.patch(remove, {})).body).toMatchObject({ code: 'required', attr: 'person_id' })
    })

    it('COHORT-23 are taken as JSON up to a size that is parsed at one go', async () => {
      const { owner, cohorts, newList } = await worldWithCohorts(newWorld)
      const { id } = await newList()
      const body = JSON.stringify({ distinct_ids: Array.from({ length: 300_000 }, (_, index) => `u${index}`) })
      const add = `${cohorts}${id}/add_persons_to_static_cohort/`
      expect((await owner.send('POST', add, { body })).status).toBe(413)
      expect((await owner.get(`${cohorts}${id}/`)).body.count).toBe(0)
    })

    it('COHORT-20 are refused in other forms, and where they cannot be', async () => {
      const { owner, cohorts, newList, newCohort } = await worldWithCohorts(newWorld)
      const [list, rule] = [await newList(), await newCohort()]
      const add = ({ id }: JsonObject) => `${cohorts}${id}/add_persons_to_static_cohort/`
      const form = { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
      expect((await owner.send('POST', add(list), form)).status).toBe(415)
      for (const body of [
        { distinct_ids: null },
        { distinct_ids: 'a' },
        { distinct_ids: [1] },
        { distinct_ids: ['a\0'] },
      ]) {
        expect((await owner.post(add(list), body)).body).toMatchObject({ attr: 'distinct_ids' })
      }
      expect((await owner.post(add(list), {})).body).toMatchObject({ code: 'required', attr: 'distinct_ids' })
      const latin1 = { body: new Uint8Array([0xe4]), headers: { 'content-type': 'text/csv' } }
      expect((await owner.send('POST', add(list), latin1)).status).toBe(400)
      expect((await owner.post(add(rule), { distinct_ids: ['a'] })).status).toBe(400)
      expect((await owner.get(`${cohorts}${list.id}/`)).body.count).toBe(0)
    })
  })

  describe('sent with another content type', () => {
    it.each(['multipart/form-data; boundary=x', 'application/vnd.ms-excel'])(
      'HTTP-114 CSV as %s is 415, and the detail names text/csv',
      async (type) => {
        const { owner, cohorts, newList } = await worldWithCohorts(newWorld)
        const add = `${cohorts}${(await newList()).id}/add_persons_to_static_cohort/`
        const { status, body } = await owner.send('POST', add, { body: 'email\na', headers: { 'content-type': type } })
        expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
        expect(body.detail).toBe(
          'Unsupported media type in request. Send JSON, or CSV with the header "Content-Type: text/csv".',
        )
      },
    )

    it('HTTP-114 CSV as a form, which curl sends by default, is 400, and the detail names text/csv', async () => {
      const { owner, cohorts, newList } = await worldWithCohorts(newWorld)
      const add = `${cohorts}${(await newList()).id}/add_persons_to_static_cohort/`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status, body } = await owner.send('POST', add, { body: 'distinct_id\nada', headers })
      expect([status, body.code, body.attr]).toEqual([400, 'required', 'distinct_ids'])
      expect(body.detail).toBe(
        'Send a list of "distinct_ids" or "person_ids", or CSV with the header "Content-Type: text/csv".',
      )
    })
  })

  describe('in flags', () => {
    it('COHORT-30 a flag on a cohort answers the same embedded and over HTTP', async () => {
      const world = await worldWithCohorts(newWorld)
      const { api, owner, cohorts, project, newCohort, newFlag } = world
      const [inner, outer] = [await newCohort(), await newCohort()]
      await newFlag({ key: 'f', filters: onCohort(outer.id) })
      const { flags } = await api.deck.project(project.id)
      await fc.assert(
        fc.asyncProperty(criteriaBeside(Number(inner.id)), fc.array(personArbitrary), async (properties, persons) => {
          expect((await owner.patch(`${cohorts}${outer.id}/`, { filters: { properties } })).status).toBe(200)
          for (const person of persons) {
            const { body } = await evaluate(world, { person_properties: person })
            const { enabled, failed } = flags.evaluate('f', { distinctId: 'u', properties: person })
            expect(failed).toBe(false)
            expect(body.flags).toMatchObject({ f: { enabled } })
          }
        }),
        { numRuns: 40 },
      )
    })

    it('COHORT-31 the feed changes with a cohort, and so does its tag', async () => {
      const { owner, cohorts, newCohort, newFlag, project } = await worldWithCohorts(newWorld)
      const feed = (headers = {}) => owner.get(`/flags/definitions?token=${project.apiToken}`, { headers })
      const { id } = await newCohort()
      await newFlag({ filters: onCohort(id) })
      const before = await feed()
      expect(before.body.cohorts).toEqual({ [String(id)]: RULE.properties })
      const again = { 'if-none-match': String(before.headers.etag) }
      expect((await feed(again)).status).toBe(304)
      await owner.patch(`${cohorts}${id}/`, { filters: { properties: { ...PRO, value: 'free' } } })
      expect((await feed(again)).status).toBe(200)
    })

    it('FLAG-54 a flag is read with the name of the cohort', async () => {
      const { owner, cohorts, newCohort, newFlag, flags } = await worldWithCohorts(newWorld)
      const cohort = await newCohort()
      const flag = await newFlag({
        filters: onCohort(cohort.id),
      })
      expect(JSON.stringify(flag.filters)).toContain('"cohort_name":"Payers"')
      await owner.patch(`${cohorts}${cohort.id}/`, { name: 'Renamed' })
      expect((await owner.get(`${flags}${flag.id}/`)).text).toContain('"cohort_name":"Renamed"')
    })

    it('PERSON-11 members of a static cohort are in it', async () => {
      const world = await worldWithCohorts(newWorld)
      const { owner, cohorts, newList, newFlag } = world
      const { id } = await newList()
      await newFlag({ key: 'f', filters: onCohort(id) })
      expect((await evaluate(world, {})).body).toMatchObject({
        errorsWhileComputingFlags: false,
        flags: { f: { enabled: false } },
      })
      await owner.post(`${cohorts}${id}/add_persons_to_static_cohort/`, { distinct_ids: ['u'] })
      expect((await evaluate(world, {})).body).toMatchObject({ flags: { f: { enabled: true } } })
    })
  })
}
