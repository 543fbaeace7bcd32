import { describe, expect, it } from 'vitest'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** Hostile input breaks nothing: docs/behaviour/http.md. */
export function hostileInput(newWorld: NewWorld): void {
  it('HTTP-15 keeps keys such as __proto__ as data, and lets them change nothing', async () => {
    const { owner, flags } = await newWorld()
    const body =
      '{"key":"k","__proto__":{"active":false,"polluted":true},"constructor":{"prototype":{"polluted":true}},' +
      '"rollback_conditions":{"__proto__":{"polluted":1},"constructor":2},' +
      '"filters":{"__proto__":{"groups":[]},"groups":[{"__proto__":{"rollout_percentage":0}}]}}'
    const { status, body: flag } = await owner.send('POST', flags, { body, headers: JSON_TYPE })
    expect(status).toBe(201)
    expect(flag.warnings).toMatchObject([
      { detail: expect.stringContaining('"__proto__", "groups[0].__proto__"') },
      { detail: expect.stringContaining('"__proto__", "constructor"') },
    ])
    const { text } = await owner.get(`${flags}${flag.id}/`)
    expect(flag).toMatchObject({ active: true, rollout_percentage: null })
    expect(text).toContain(
      '"filters":{"__proto__":{"groups":[]},"groups":[{"properties":[],"__proto__":{"rollout_percentage":0},',
    )
    expect(text).toContain('"rollback_conditions":{"__proto__":{"polluted":1},"constructor":2}')
    expect({}).not.toHaveProperty('polluted')
  })

  describe('text that not every store could keep', () => {
    const fields: readonly [string, (text: string) => object][] = [
      ['name', (text) => ({ name: text })],
      ['tags', (text) => ({ tags: [text] })],
      ['evaluation_contexts', (text) => ({ evaluation_contexts: [text] })],
      ['a property key', (text) => ({ filters: { groups: [{ properties: [{ key: text, type: 'person' }] }] } })],
    ]
    for (const [field, body] of fields) {
      for (const [what, text, code] of [
        ['NUL', 'a\0b', 'null_characters_not_allowed'],
        ['a lone surrogate', 'a\ud800b', 'surrogate_characters_not_allowed'],
      ] as const) {
        it(`FLAG-7 is refused in ${field} (${what})`, async () => {
          const { owner, flags } = await newWorld()
          const { status, body: refused } = await owner.post(flags, { key: 'k', filters: EVERYBODY, ...body(text) })
          expect(status).toBe(400)
          expect(refused.code).toContain(code)
        })
      }
    }

    it('FLAG-7 is kept inside of documents, and answered as it came', async () => {
      const { owner, flags } = await newWorld()
      const document = { nul: 'a\0b', surrogate: 'a\ud800b', pair: '😀', 'key\0\udc00': [1] }
      const filters = { groups: [{ properties: [{ key: 'p', type: 'person', value: ['\0', '\udfff', '😀'] }] }] }
      const created = await owner.post(flags, { key: 'k', rollback_conditions: document, filters })
      expect(created.status).toBe(201)
      const { body } = await owner.get(`${flags}${created.body.id}/`)
      expect(body.rollback_conditions).toEqual(document)
      expect(body.filters).toMatchObject(filters)
    })

    it('FLAG-31 FLAG-161 finds nothing in a query, or is refused, and breaks nothing', async () => {
      const { owner, flags, newFlag } = await newWorld()
      await newFlag()
      for (const text of ['%00', 'a%00b', '%ED%A0%80', '%FF', '%', '%F0%9F%98%80', '\\', "'", '"', '%25', '_', ';--']) {
        const isTag = text !== '"'
        for (const name of ['search', 'key', 'limit', ...(isTag ? ['tags', 'excluded_tags'] : [])]) {
          expect((await owner.get(`${flags}?${name}=${text}`)).status, `${name}=${text}`).toBe(200)
        }
        for (const name of ['created_by_id', 'active', 'type', 'archived', 'evaluation_runtime']) {
          expect((await owner.get(`${flags}?${name}=${text}`)).status, `${name}=${text}`).toBe(400)
        }
        for (const name of ['tags', 'excluded_tags', 'excluded_properties', 'created_by_id']) {
          const ofText = encodeURIComponent(JSON.stringify(['\0', '\ud800', text]))
          const isOfText = name !== 'created_by_id'
          expect((await owner.get(`${flags}?${name}=${ofText}`)).status, name).toBe(isOfText ? 200 : 400)
          const mixed = encodeURIComponent(JSON.stringify(['\0', '\ud800', text, 1, null, {}, 1e300]))
          expect((await owner.get(`${flags}?${name}=${mixed}`)).status, name).toBe(400)
        }
        expect((await owner.get(`${flags}?order=${text}`)).status).toBe(400)
      }
    })

    it('HTTP-3 names nothing in a path', async () => {
      const { owner, organization, flags } = await newWorld()
      for (const text of ['%00', 'a%00b', '%ED%A0%80', '%FF', '%', '%2e%2e', '..', '%2F', ';', '%F0%9F%98%80', '１']) {
        for (const path of [
          `/api/projects/${text}/feature_flags/`,
          `${flags}${text}/`,
          `${flags}${text}/activity/`,
          `${flags}1/role_access/${text}/`,
          `/api/organizations/${text}/roles/`,
          `/api/organizations/${organization.id}/roles/${text}/`,
        ]) {
          expect((await owner.get(path)).status, path).toBe(404)
        }
      }
    })

    it('KEY-4 is no key and no token', async () => {
      const { anonymous, flags } = await newWorld()
      for (const text of ['%00', 'phs_%00', 'phx_%00', '%ED%A0%80', 'phc_%00']) {
        expect((await anonymous.get(`${flags}?personal_api_key=${text}`)).status, text).toBe(401)
        expect((await anonymous.get(`/flags/definitions?personal_api_key=${text}`)).status, text).toBe(401)
      }
      for (const token of ['\0', 'phc_\0', '\ud800']) {
        expect((await anonymous.post('/flags/', { token, distinct_id: 'u' })).status).toBe(401)
        expect((await anonymous.post('/batch/', { token })).status).toBe(401)
        expect((await anonymous.post(flags, { personal_api_key: token })).status).toBe(401)
      }
    })

    it('HTTP-71 is a subject like any other', async () => {
      const { anonymous, project, newFlag } = await newWorld()
      await newFlag({ filters: { groups: [{ rollout_percentage: 50 }] } })
      for (const text of ['\0', '\ud800', '😀', '', ' ', 'x'.repeat(100_000)]) {
        const subject = { distinct_id: text, person_properties: { [text]: text }, groups: { [text]: text } }
        const { status } = await anonymous.post('/flags/', { token: project.apiToken, ...subject })
        expect(status).toBe(200)
      }
    })
  })

  it('FLAG-42 refuses filters that are too large', async () => {
    const { owner, flags } = await newWorld()
    const filters = { groups: [{ description: 'x'.repeat(600_000) }] }
    const { status, body, text } = await owner.post(flags, { key: 'k', filters })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_input', attr: 'filters' })
    expect(text?.length).toBeLessThan(400)
  })

  it('FLAG-40 refuses numbers that are none, wherever ids and counts are meant', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (const number of [1e300, 1.5, '1', true, [], {}, 2 ** 53, -(2 ** 63)]) {
      const groups = [{ aggregation_group_type_index: number }]
      expect((await owner.patch(`${flags}${id}/`, { filters: { groups } })).status).toBe(400)
      expect((await owner.patch(`${flags}${id}/`, { analytics_dashboards: [number] })).status).toBe(400)
    }
    for (const version of [1e300, -1, 2 ** 53]) {
      expect((await owner.patch(`${flags}${id}/`, { version })).status).toBeLessThan(500)
    }
  })

  it('TIME-2 takes dates from the first to the last year, and refuses others', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    const write = async (date: string) => (await owner.patch(`${flags}${id}/`, { created_at: date })).status
    for (const date of [
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999Z',
      '2024-02-29',
      '2024-06-01T00:00+14:00',
    ]) {
      expect(await write(date), date).toBe(200)
    }
    const wrong = ['10000-01-01T00:00:00Z', '-0001-01-01', '2023-02-29', '2024-01-01T25:00Z', '0', '', 'now', '\0']
    for (const date of wrong) expect(await write(date), date).toBe(400)
  })

  it('FLAG-92 answers as before after all of this', async () => {
    const { owner, newFlag, flags } = await newWorld()
    const flag = await newFlag()
    expect((await owner.get(flags)).body).toMatchObject({ count: 1, results: [{ id: flag.id }] })
  })
}
