import { expect, it } from 'vitest'
import { KEY_ENDPOINTS, newPlace, urlAt } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

const WRITES = KEY_ENDPOINTS.filter(({ body }) => body !== undefined)
const JSON_TYPE = { 'content-type': 'application/json' }
const MARKER = 'MARKER-'.repeat(60)

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Bodies that no endpoint accepts. */
const BODIES: Readonly<Record<string, string | Uint8Array>> = {
  'deep lists': deep(100_000, '[', ']'),
  'deep objects': deep(20_000, '{"a":', '}').replace(':}', ':1}'),
  'deep filters': `{"key":"k","name":"n","filters":${deep(5000, '[', ']')}}`,
  'deep and unfinished': '['.repeat(500_000),
  'not UTF-8': new Uint8Array([0x7b, 0x22, 0x6b, 0x65, 0x79, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d]),
  'overlong UTF-8': new Uint8Array([0x22, 0xc0, 0xaf, 0x22]),
  'UTF-16': new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  'a list': `["${MARKER}"]`,
  'a text': `"${MARKER}"`,
  'a number': '1e999',
  null: 'null',
  'two documents': `{"key":"${MARKER}"}{}`,
  'a trailing comma': `{"key":"${MARKER}",}`,
  'single quotes': `{'key':'${MARKER}'}`,
  'bare words': `{key:${MARKER}}`,
  NaN: '{"key":NaN}',
  'a NUL byte': '{"key":"k"\0}',
}

/** Bodies that are refused while they are read: docs/behaviour/http.md. */
export function hostileBodies(newWorld: NewWorld): void {
  for (const endpoint of WRITES) {
    it(`HTTP-14 ${endpoint.operationId} refuses every body that is none, repeats nothing of it, and changes nothing`, async () => {
      const world = await newWorld()
      const place = await newPlace(world, endpoint)
      const before = world.api.writesBegun()
      for (const [what, body] of Object.entries(BODIES)) {
        const { status, text } = await world.owner.send(endpoint.method, urlAt(endpoint, place), {
          body,
          headers: JSON_TYPE,
        })
        expect(status, what).toBe(400)
        expect(text?.length, what).toBeLessThan(200)
        expect(text, what).not.toContain('MARKER-MARKER')
      }
      expect(world.api.writesBegun()).toBe(before)
    })
  }

  it('VALID-5 repeats at most a little of a value that it refuses', async () => {
    const { owner, flags, newFlag, organization } = await newWorld()
    const { id } = await newFlag()
    const long = 'LONG'.repeat(50_000)
    const property = { key: 'p', type: 'person' }
    const filters = [
      { groups: [{ properties: [{ ...property, operator: long }] }] },
      { groups: [{ properties: [{ ...property, type: long }] }] },
      { groups: [{ properties: [{ ...property, operator: 'is_date_before', value: long }] }] },
      { groups: [{ properties: [{ ...property, operator: 'semver_gt', value: long }] }] },
      { groups: [{ properties: [{ ...property, operator: 'regex', value: `(${long}` }] }] },
      { groups: [{ properties: [{ key: long, type: 'flag', operator: 'flag_evaluates_to' }] }] },
      { groups: [{ properties: [{ key: 'id', type: 'cohort', value: long }] }] },
      { groups: [{ variant: long }], multivariate: { variants: [{ key: 'a', rollout_percentage: 100 }] } },
      { groups: [{}], payloads: { [long]: '1' } },
      { groups: [{}], payloads: { true: long } },
    ]
    const answers = [
      ...filters.map((each) => owner.patch(`${flags}${id}/`, { filters: each })),
      owner.patch(`${flags}${id}/`, { evaluation_runtime: long, created_at: long, key: `${long} ` }),
      owner.get(`${flags}?order=${long}`),
      owner.post(`${flags}${id}/role_access/`, { role_id: long }),
      owner.post(`/api/organizations/${organization.id}/roles/`, { name: 'R', feature_flags_access_level: long }),
      owner.post('/api/projects/', { timezone: long }),
    ]
    for (const [index, { status, text }] of (await Promise.all(answers)).entries()) {
      expect(status, `${index} ${text?.slice(0, 200)}`).toBe(400)
      expect(text?.length, `${index} ${text?.slice(0, 200)}`).toBeLessThan(1000)
    }
  })

  it('HTTP-17 lists a bounded number of broken rules, however many there are', async () => {
    const { owner, flags } = await newWorld()
    const properties = Array.from({ length: 20_000 }, () => ({ key: 5, type: 'x', operator: 'y' }))
    const { status, text } = await owner.post(flags, { key: 'k', filters: { groups: [{ properties }] } })
    expect(status).toBe(400)
    expect(text?.length).toBeLessThan(50_000)
  })
}
