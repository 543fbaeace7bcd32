import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** The activity of flags over HTTP: docs/behaviour/activity.md. */
export function activityLog(newWorld: NewWorld): void {
  it('ACT-1 tells of a creation', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id, key } = await newFlag()
    const { status, body } = await owner.get(`${flags}${id}/activity/`)
    expect(status).toBe(200)
    expect(body).toEqual({
      results: [
        {
          id: UUID,
          user: { first_name: 'owner', email: owner.user.email },
          activity: 'created',
          scope: 'FeatureFlag',
          item_id: String(id),
          detail: { changes: [], trigger: null, type: null, name: key, short_id: null },
          created_at: expect.any(String),
        },
      ],
      next: null,
      previous: null,
      total_count: 1,
    })
  })

  it('ACT-2 tells of every changed field, with what it was and what it became, under the names of the API', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ name: 'Old', filters: EVERYBODY, rollback_conditions: { a: 1 } })
    await admin.patch(`${flags}${id}/`, {
      key: 'renamed',
      name: 'New',
      tags: ['a'],
      ensure_experience_continuity: null,
      rollback_conditions: null,
      filters: { groups: [{ rollout_percentage: 5 }] },
    })
    const [entry = {}] = resultsOf(await owner.get(`${flags}${id}/activity/`))
    expect(entry).toMatchObject({
      user: { first_name: 'admin', email: admin.user.email },
      activity: 'updated',
      detail: { name: 'renamed' },
    })
    const { changes } = entry.detail as unknown as { changes: { field: string }[] } // validated against its schema
    const change = (field: string) => changes.find((each) => each.field === field)
    const of = (field: string, action: string, before: unknown, after: unknown) =>
      expect(change(field)).toEqual({ type: 'FeatureFlag', action, field, before, after })
    of('name', 'changed', 'Old', 'New')
    of('tags', 'changed', [], ['a'])
    of('version', 'changed', 1, 2)
    of('ensure_experience_continuity', 'deleted', false, null)
    of('rollback_conditions', 'deleted', { a: 1 }, null)
    expect(change('filters')).toMatchObject({ action: 'changed', after: { groups: [{ rollout_percentage: 5 }] } })
    expect(changes.map(({ field }) => field).toSorted()).toEqual([
      'ensure_experience_continuity',
      'filters',
      'key',
      'name',
      'rollback_conditions',
      'tags',
      'version',
    ])
  })

  it('ACT-3 calls deleting and restoring by their names, and a change without a change an update', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (const change of [{ deleted: true }, { deleted: false }, {}]) await owner.patch(`${flags}${id}/`, change)
    const entries = resultsOf(await owner.get(`${flags}${id}/activity/`))
    expect(entries.map(({ activity }) => activity)).toEqual(['updated', 'restored', 'deleted', 'created'])
    expect(entries[0]?.detail).toMatchObject({ changes: [{ field: 'version', before: 3, after: 4 }] })
  })

  it('FLAG-14 tells of the renaming of a tombstone, too', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ key: 'k' })
    await owner.patch(`${flags}${id}/`, { deleted: true })
    await newFlag({ key: 'k' })
    const [entry] = resultsOf(await owner.get(`${flags}${id}/activity/`))
    expect(entry?.detail).toMatchObject({ name: `k:deleted:${id}` })
  })

  it('FLAG-92 writes nothing for a change that was refused', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    await owner.patch(`${flags}${id}/`, { key: 'not a key' })
    expect((await owner.get(`${flags}${id}/activity/`)).body.total_count).toBe(1)
  })

  it('ACT-5 shows all flags of the project together, newest first, and of no other project', async () => {
    const { owner, sister, flags, newFlag } = await newWorld()
    const first = await newFlag()
    await owner.post(`/api/projects/${sister.id}/feature_flags/`, { key: 'elsewhere' })
    const second = await newFlag()
    await owner.patch(`${flags}${first.id}/`, { name: 'x' })
    const { body } = await owner.get(`${flags}activity/`)
    const entries = resultsOf(await owner.get(`${flags}activity/`))
    expect(body.total_count).toBe(3)
    expect(entries.map(({ item_id: id, activity }) => [id, activity])).toEqual([
      [String(first.id), 'updated'],
      [String(second.id), 'created'],
      [String(first.id), 'created'],
    ])
  })

  it('ACT-26 ACT-27 ACT-28 filter the newest activity, and its links keep the filters', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    const url = `/api/projects/${project.id}/activity_log/newest/`
    const { id } = await newFlag({ name: 'Haystack' })
    const { id: other } = await newFlag()
    for (const name of ['a needle', 'hay', 'more hay']) await owner.patch(`${flags}${id}/`, { name })
    const list = (query: string) => owner.get(`${url}?${query}`)
    const ofFlag = await list(`scope=FeatureFlag&item_id=${id}&date_from=2000-01-01&limit=2`)
    expect(resultsOf(ofFlag).map(({ item_id: item }) => item)).toEqual([String(id), String(id)])
    const next = new URL(String(ofFlag.body.next)).searchParams
    expect(Object.fromEntries(next)).toMatchObject({ item_id: String(id), date_from: '2000-01-01', limit: '2' })
    expect(resultsOf(await list(`${next}`)).map(({ activity }) => activity)).toEqual(['updated', 'created'])
    expect(resultsOf(await list('search=NEEDLE'))).toHaveLength(2)
    expect(resultsOf(await list(`item_id=${other}&date_to=2000-01-01`))).toEqual([])
    for (const wrong of ['date_from=soon', 'date_to=31.12.2026', `search=${'x'.repeat(201)}`]) {
      expect((await owner.get(`${url}?${wrong}`)).status, wrong).toBe(400)
    }
  })

  it('HTTP-66 pages by number, with page before limit in the links', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (let change = 0; change < 4; change++) await owner.patch(`${flags}${id}/`, { name: `${change}` })
    const url = `${flags}${id}/activity/`
    const link = (page: number) => `http://localhost${url}?page=${page}&limit=2`
    const page = async (query: string) => (await owner.get(`${url}${query}`)).body
    expect(await page('?limit=2')).toMatchObject({ next: link(2), previous: null, total_count: 5 })
    expect(await page('?limit=2&page=2')).toMatchObject({ next: link(3), previous: link(1) })
    expect(await page('?limit=2&page=3')).toMatchObject({ next: null, previous: link(2) })
    expect((await page('?limit=2&page=3')).results).toHaveLength(1)
    expect(await page('?limit=5')).toMatchObject({ next: null, previous: null })
  })

  it('PAGE-5 cuts a page of large entries short, and goes on where it ended', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const plan = (letter: string) => ({
      groups: [{ properties: [{ key: 'plan', type: 'person', operator: 'exact', value: letter.repeat(500_000) }] }],
    })
    const { id } = await newFlag({ filters: plan('a') })
    for (let change = 0; change < 19; change++) {
      const { status } = await owner.patch(`${flags}${id}/`, { filters: plan('bc'[change % 2] ?? '') })
      expect(status).toBe(200)
    }
    const seen: unknown[] = []
    for (let next: unknown = `${flags}${id}/activity/?limit=18`; next !== null; ) {
      const answer = await owner.get(String(next).replace('http://localhost', ''))
      expect(answer.text?.length).toBeLessThan(17 * 1024 * 1024)
      seen.push(...resultsOf(answer).map((entry) => entry.id))
      next = answer.body.next
    }
    expect(new Set(seen).size).toBe(20)
    expect(seen).toHaveLength(20)
  })

  it('HTTP-66 shows ten entries when nobody says how many', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (let change = 0; change < 10; change++) await owner.patch(`${flags}${id}/`, {})
    const { body } = await owner.get(`${flags}${id}/activity/`)
    expect(body.results).toHaveLength(10)
    expect(body.next).toBe(`http://localhost${flags}${id}/activity/?page=2&limit=10`)
  })

  it('ACT-6 answers an empty page past the end, however far', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (const page of ['2', '1000', '2147483648', '9007199254740991']) {
      const { status, body } = await owner.get(`${flags}${id}/activity/?page=${page}&limit=1000`)
      expect(status).toBe(200)
      expect(body).toMatchObject({ results: [], next: null, total_count: 1 })
    }
  })

  const wrong: readonly [string, string, string][] = [
    ['page=0', 'page', 'min_value'],
    ['page=-1', 'page', 'min_value'],
    ['page=x', 'page', 'invalid_input'],
    ['page=', 'page', 'invalid_input'],
    ['page=1.5', 'page', 'invalid_input'],
    ['page=99999999999999999999', 'page', 'invalid_input'],
    ['limit=0', 'limit', 'min_value'],
    ['limit=x', 'limit', 'invalid_input'],
    ['limit=1001', 'limit', 'max_value'],
  ]
  for (const [query, attr, code] of wrong) {
    it(`HTTP-66 refuses ${query} with 400`, async () => {
      const { owner, flags } = await newWorld()
      const { status, body } = await owner.get(`${flags}activity/?${query}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ type: 'validation_error', attr, code })
    })
  }

  it('FLAG-13 answers 404 for a flag that the project does not have, and still tells of deleted ones', async () => {
    const { owner, sister, flags, newFlag } = await newWorld()
    const away = await owner.post(`/api/projects/${sister.id}/feature_flags/`, { key: 'elsewhere' })
    for (const id of [away.body.id, 0, 'abc']) {
      expect((await owner.get(`${flags}${id}/activity/`)).status).toBe(404)
    }
    const { id } = await newFlag()
    await owner.patch(`${flags}${id}/`, { deleted: true })
    expect((await owner.get(`${flags}${id}/activity/`)).body.total_count).toBe(2)
  })

  it('ACT-11 tells of everything in the project by its kind, with what happened to one thing', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    const log = `/api/projects/${project.id}/activity_log/`
    const { body: insight } = await owner.post(`/api/projects/${project.id}/insights/`, { name: 'First' })
    await owner.post(`/api/projects/${project.id}/insights/`, { name: 'Second' })
    await owner.patch(`/api/projects/${project.id}/insights/${insight.id}/`, { name: 'Third' })
    const about = `${log}?scope=Insight&item_id=${insight.id}`
    const { status, body } = await owner.get(about)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      count: 2,
      next: null,
      previous: null,
      results: [
        {
          id: UUID,
          user: { email: owner.user.email },
          activity: 'updated',
          scope: 'Insight',
          item_id: String(insight.id),
          detail: { changes: [{ field: 'name', before: 'First', after: 'Third' }], name: 'Third' },
        },
        { activity: 'created' },
      ],
    })
    const link = (page: number) => `http://localhost${log}?item_id=${insight.id}&page=${page}&page_size=1&scope=Insight`
    expect((await owner.get(`${about}&page_size=1`)).body).toMatchObject({ next: link(2), previous: null })
    expect((await owner.get(`${about}&page_size=1&page=2`)).body).toMatchObject({
      next: null,
      previous: link(1),
      results: [{ activity: 'created' }],
    })
    expect((await owner.get(`${log}?scope=Insight`)).body.count).toBe(3)
    const flag = await newFlag()
    const oneFlag = resultsOf(await owner.get(`${log}?scope=FeatureFlag&item_id=${flag.id}`))
    expect(oneFlag).toEqual(resultsOf(await owner.get(`${flags}${flag.id}/activity/`)))
  })

  it('ACT-11 says what is wrong with a question', async () => {
    const { owner, project, keyOf } = await newWorld()
    const log = `/api/projects/${project.id}/activity_log/`
    for (const [query, attr, code] of [
      ['?scopes=Insight,Survey', 'scopes__1', 'invalid_choice'],
      ['?scopes=', 'scopes__0', 'invalid_choice'],
      ['?user=ana', 'user', 'invalid_input'],
      ['?ordering=created_at', 'ordering', 'invalid_choice'],
      ['?scope=Survey', 'scope', 'invalid_choice'],
      ['?scope=Insight&page=0', 'page', 'min_value'],
      ['?scope=Insight&page_size=1001', 'page_size', 'max_value'],
      ['?scope=Insight&item_id=%00', 'item_id', 'null_characters_not_allowed'],
    ]) {
      const { status, body } = await owner.get(`${log}${query}`)
      expect([status, body.attr, body.code], query).toEqual([400, attr, code])
    }
    expect((await owner.get(`${log}?scope=Insight&item_id=nothing&page=9007199254740991`)).body).toMatchObject({
      count: 0,
      results: [],
    })
    expect((await (await keyOf(owner, ['insight:read'])).get(`${log}?scope=Insight`)).status).toBe(403)
  })

  it('ACT-16 ACT-17 is filtered by kinds, user and record, and its links keep the filters', async () => {
    const { owner, admin, project, newFlag, flags } = await newWorld()
    const log = `/api/projects/${project.id}/activity_log/`
    const { id } = await newFlag()
    await owner.post(`/api/projects/${project.id}/insights/`, { name: 'First' })
    await admin.patch(`${flags}${id}/`, { name: 'By an admin' })
    const kinds = async (query: string) => {
      return resultsOf(await owner.get(`${log}?${query}`)).map(({ scope, activity }) => `${activity} ${scope}`)
    }
    const all = await kinds('')
    expect(all.slice(0, 3)).toEqual(['updated FeatureFlag', 'created Insight', 'created FeatureFlag'])
    expect(await kinds('scopes=FeatureFlag,Insight')).toEqual(all.slice(0, 3))
    expect(await kinds('scopes=FeatureFlag&scopes=Insight')).toEqual(all.slice(0, 3))
    expect(await kinds('scopes=Cohort,Insight')).toEqual(['created Insight'])
    expect(await kinds('scope=FeatureFlag&scopes=Cohort,Insight')).toEqual([])
    expect(await kinds(`user=${admin.user.uuid}`)).toEqual(['updated FeatureFlag'])
    expect(await kinds(`user=${crypto.randomUUID()}`)).toEqual([])
    expect(await kinds(`user=${owner.user.uuid}&scope=FeatureFlag&item_id=${id}`)).toEqual(['created FeatureFlag'])
    const query = `scopes=FeatureFlag,Insight&user=${owner.user.uuid}&page_size=1`
    const first = await owner.get(`${log}?${query}&ordering=-created_at`)
    expect(first.body).toMatchObject({ count: 2, previous: null, results: [{ scope: 'Insight' }] })
    const next = new URL(String(first.body.next)).searchParams
    expect(Object.fromEntries(next)).toEqual({
      ordering: '-created_at',
      page: '2',
      page_size: '1',
      scopes: 'FeatureFlag,Insight',
      user: owner.user.uuid,
    })
    expect(await kinds(String(next))).toEqual(['created FeatureFlag'])
  })

  it('ACT-19 of an organization is filtered in the same way', async () => {
    const { owner, admin, organization } = await newWorld()
    const home = `/api/organizations/${organization.id}/`
    const role = await owner.post(`${home}roles/`, { name: 'Beta' })
    await admin.patch(`${home}roles/${role.body.id}/`, { name: 'Gamma' })
    await admin.patch(home, { name: `Renamed ${organization.id}` })
    const kinds = async (query: string) =>
      resultsOf(await owner.get(`${home}activity_log/?${query}`)).map(({ scope, activity }) => `${activity} ${scope}`)
    const ofAdmin = ['updated Organization', 'updated Role']
    expect(await kinds(`user=${admin.user.uuid}`)).toEqual(ofAdmin)
    expect(await kinds('scope=Role')).toEqual(['updated Role', 'created Role'])
    expect(await kinds('scopes=Role,Organization&page_size=2')).toEqual(ofAdmin)
    expect(await kinds(`item_id=${role.body.id}&user=${owner.user.uuid}`)).toEqual(['created Role'])
    expect(await kinds(`user=${crypto.randomUUID()}`)).toEqual([])
    for (const query of ['scope=FeatureFlag', 'user=ana', 'search=x'])
      expect((await owner.get(`${home}activity_log/?${query}`)).status, query).toBe(400)
  })

  it('ACT-7 is open to keys that read flags and to keys that read activity', async () => {
    const { owner, flags, keyOf } = await newWorld()
    for (const scope of ['feature_flag:read', 'feature_flag:write', 'activity_log:read'] as const) {
      expect((await (await keyOf(owner, [scope])).get(`${flags}activity/`)).status, scope).toBe(200)
    }
    expect((await (await keyOf(owner, ['dashboard:read'])).get(`${flags}activity/`)).status).toBe(403)
  })
}
