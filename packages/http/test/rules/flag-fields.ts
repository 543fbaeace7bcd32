import { describe, expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const ANY_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/)

/** The fields of a flag in every response that contains one. */
export function flagFields(newWorld: NewWorld): void {
  it('HTTP-60 answers every field when a flag is created', async () => {
    const { owner, flags } = await newWorld()
    const { status, body } = await owner.post(flags, { key: 'beta', filters: EVERYBODY })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.any(Number),
      name: '',
      key: 'beta',
      deleted: false,
      active: true,
      created_by: {
        id: owner.user.id,
        uuid: owner.user.uuid,
        distinct_id: owner.user.distinctId,
        first_name: 'owner',
        email: owner.user.email,
        is_email_verified: null,
      },
      created_at: '2026-01-01T12:00:00Z',
      is_simple_flag: true,
      rollout_percentage: 100,
      ensure_experience_continuity: false,
      experiment_set: [],
      rollback_conditions: null,
      performed_rollback: null,
      can_edit: true,
      tags: [],
      usage_dashboard: null,
    })
  })

  it('FLAG-1 answers the newer fields that current clients read', async () => {
    const { owner, flags } = await newWorld()
    const { body } = await owner.post(flags, { key: 'beta', filters: EVERYBODY })
    expect(body).toMatchObject({
      archived: false,
      updated_at: ANY_TIME,
      version: 1,
      last_modified_by: { id: owner.user.id },
      experiment_set_metadata: [],
      surveys: [],
      features: [],
      evaluation_contexts: [],
      analytics_dashboards: [],
      has_enriched_analytics: false,
      owner: '',
      user_access_level: 'manager',
      is_remote_configuration: false,
      has_encrypted_payloads: false,
      status: 'ACTIVE',
      evaluation_runtime: 'all',
      bucketing_identifier: 'distinct_id',
      last_called_at: null,
      is_used_in_replay_settings: false,
      is_eligible_for_experiment: false,
    })
  })

  it('HTTP-60 answers the same flag on create, retrieve, list and role access', async () => {
    const { owner, flags, newFlag, newRole } = await newWorld()
    const flag = await newFlag({ name: 'The new one', tags: ['b', 'a'] })
    expect((await owner.get(`${flags}${flag.id}/`)).body).toEqual(flag)
    expect(resultsOf(await owner.get(flags))).toEqual([flag])
    const role = await newRole(37)
    const access = await owner.post(`${flags}${flag.id}/role_access/`, { role_id: role.id })
    expect(access.body.feature_flag).toEqual(flag)
  })

  it('HTTP-60 writes every writable field, and answers it as it was sent', async () => {
    const { owner, flags } = await newWorld()
    const writable = {
      name: 'Checkout, second edition',
      key: 'new-checkout',
      active: false,
      deleted: false,
      archived: true,
      created_at: '2024-02-29T10:11:12.123456Z',
      ensure_experience_continuity: true,
      rollback_conditions: { threshold: [0.5, null], nested: { deep: 'ü' } },
      performed_rollback: true,
      tags: ['alpha', 'beta'],
      evaluation_contexts: ['web'],
      evaluation_runtime: 'server',
      bucketing_identifier: 'distinct_id',
      is_remote_configuration: true,
      has_enriched_analytics: true,
      owner: 'Team Checkout',
    }
    const created = await owner.post(flags, { ...writable, filters: EVERYBODY })
    expect(created.body).toMatchObject(writable)
    const retrieved = await owner.get(`${flags}${created.body.id}/`)
    expect(retrieved.body).toMatchObject(writable)
    const patched = await owner.patch(`${flags}${created.body.id}/`, { ...writable, name: 'x' })
    expect(patched.body).toMatchObject({ ...writable, name: 'x', version: 2 })
  })

  it('FLAG-19 takes free-form objects and lists as rollback conditions', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (const value of [[], [1, 'two', null], {}, { __proto__: null, a: { b: [] } }, null]) {
      const { body } = await owner.patch(`${flags}${id}/`, { rollback_conditions: value })
      expect(body.rollback_conditions).toEqual(value)
    }
  })

  it('FLAG-10 ignores fields that are only answered, and fields nobody knows', async () => {
    const { owner, member, flags } = await newWorld()
    const readOnly = {
      id: 999_999,
      created_by: { id: member.user.id },
      is_simple_flag: false,
      rollout_percentage: 7,
      experiment_set: [1],
      can_edit: false,
      usage_dashboard: 12,
      user_access_level: 'none',
      status: 'STALE',
      last_called_at: '2020-01-01T00:00:00Z',
      project_id: 1,
      team_id: 1,
      version: 40,
      unknown: { deep: true },
    }
    const { status, body } = await owner.post(flags, { key: 'k', filters: EVERYBODY, ...readOnly })
    expect(status).toBe(201)
    expect(body.id).not.toBe(999_999)
    expect(body).toMatchObject({
      created_by: { id: owner.user.id },
      is_simple_flag: true,
      rollout_percentage: 100,
      experiment_set: [],
      can_edit: true,
      usage_dashboard: null,
      status: 'ACTIVE',
      last_called_at: null,
      version: 1,
    })
    expect(body).not.toHaveProperty('unknown')
  })

  it('FLAG-10 takes a flag back as it answered it', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const flag = await newFlag({ tags: ['a'], rollback_conditions: [1] })
    const { status, body } = await owner.patch(`${flags}${flag.id}/`, flag)
    expect(status).toBe(200)
    // The body contains `active: true`, and every such write ends a rollback.
    expect(body).toEqual({ ...flag, version: 2, performed_rollback: false })
  })

  it('FLAG-83 derives is_simple_flag and rollout_percentage from the filters', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ filters: { groups: [{ rollout_percentage: 25.5 }] } })
    const derived = async (filters: unknown) => {
      const { body } = await owner.patch(`${flags}${id}/`, { filters })
      return [body.is_simple_flag, body.rollout_percentage]
    }
    expect((await owner.get(`${flags}${id}/`)).body.rollout_percentage).toBe(25)
    expect(await derived({ groups: [{}] })).toEqual([true, null])
    const filtered = { properties: [{ key: 'plan', type: 'person', value: 'pro' }], rollout_percentage: 30 }
    expect(await derived({ groups: [filtered] })).toEqual([false, null])
    expect(await derived({ groups: [{ rollout_percentage: 1 }, { rollout_percentage: 2 }] })).toEqual([false, null])
    expect(await derived({ groups: [{ rollout_percentage: 1, aggregation_group_type_index: 0 }] })).toEqual([
      false,
      null,
    ])
  })

  describe('refusals', () => {
    const refusals: readonly [string, unknown, object][] = [
      ['no key', { filters: EVERYBODY }, { code: 'required', attr: 'key', detail: 'This field is required.' }],
      ['a null key', { key: null }, { code: 'null', attr: 'key' }],
      ['an empty key', { key: '' }, { code: 'blank', attr: 'key' }],
      ['a key that is a number', { key: 5 }, { code: 'invalid_input', attr: 'key' }],
      ['a key with blanks', { key: 'a b' }, { code: 'invalid_key', attr: 'key' }],
      [
        'a key that is too long',
        { key: 'k'.repeat(401) },
        { code: 'max_length', attr: 'key', detail: 'Ensure this field has no more than 400 characters.' },
      ],
      ['a null name', { key: 'k', name: null }, { code: 'null', attr: 'name' }],
      [
        'an active that is no boolean',
        { key: 'k', active: 'maybe' },
        { code: 'invalid_input', attr: 'active', detail: 'Must be a valid boolean.' },
      ],
      ['a null active', { key: 'k', active: null }, { code: 'null', attr: 'active' }],
      ['filters that are text', { key: 'k', filters: 'all' }, { code: 'not_a_dict', attr: 'filters' }],
      ['tags that are no list', { key: 'k', tags: 'a' }, { code: 'not_a_list', attr: 'tags' }],
      ['a tag that is no text', { key: 'k', tags: ['a', 5] }, { code: 'invalid_input', attr: 'tags__1' }],
      ['a date that is none', { key: 'k', created_at: 'yesterday' }, { code: 'invalid_input', attr: 'created_at' }],
      [
        'an unknown runtime',
        { key: 'k', evaluation_runtime: 'edge' },
        {
          code: 'invalid_choice',
          attr: 'evaluation_runtime',
          detail: '"edge" is not a valid choice. Choose one of: server, client, all.',
        },
      ],
      [
        'archived and active at once',
        { key: 'k', active: true, archived: true },
        { code: 'invalid_input', attr: null },
      ],
      [
        'an unknown dashboard',
        { key: 'k', analytics_dashboards: [7] },
        { code: 'does_not_exist', attr: 'analytics_dashboards', detail: 'Invalid pk "7" - object does not exist.' },
      ],
      ['a body that is a list', [1], { code: 'invalid_input', attr: null }],
    ]
    for (const [what, body, expected] of refusals) {
      it(`FLAG-2 refuses ${what} with 400 and creates nothing`, async () => {
        const { owner, flags } = await newWorld()
        const response = await owner.post(flags, body)
        expect(response.status).toBe(400)
        expect(response.body).toMatchObject({ type: 'validation_error', ...expected })
        expect((await owner.get(flags)).body.count).toBe(0)
      })
    }

    it('HTTP-17 reports the first broken rule by field order, and all of them in extra.errors', async () => {
      const { owner, flags } = await newWorld()
      const { body } = await owner.post(flags, { tags: 3, active: 'x', key: 'a b' })
      expect(body).toMatchObject({ code: 'invalid_key', attr: 'key' })
      const { errors } = body.extra as { errors: { attr: string }[] } // an error body
      expect(errors.map(({ attr }) => attr)).toEqual(['key', 'active', 'tags'])
    })

    it('FLAG-40 names the place inside the filters', async () => {
      const { owner, flags } = await newWorld()
      const { body } = await owner.post(flags, { key: 'k', filters: { groups: [{ rollout_percentage: 101 }] } })
      expect(body).toMatchObject({
        code: 'structural.groups[].rollout_percentage.max_value',
        detail: 'groups[0].rollout_percentage: Ensure this value is less than or equal to 100.',
        attr: 'filters',
      })
    })

    it('FLAG-12 refuses a key that a live flag has', async () => {
      const { owner, flags } = await newWorld()
      await owner.post(flags, { key: 'taken', filters: EVERYBODY })
      const { status, body } = await owner.post(flags, { key: 'taken', filters: EVERYBODY })
      expect(status).toBe(400)
      expect(body).toEqual({
        type: 'validation_error',
        code: 'unique',
        detail: 'There is already a feature flag with this key.',
        attr: 'key',
      })
    })
  })

  it('FLAG-5 takes evaluation contexts by the name that older clients have for them', async () => {
    const { owner, flags } = await newWorld()
    const created = await owner.post(flags, { key: 'k', evaluation_tags: ['web', ' app '] })
    expect(created.body.evaluation_contexts).toEqual(['web', 'app'])
    const url = `${flags}${created.body.id}/`
    const both = { evaluation_tags: ['old'], evaluation_contexts: ['new'] }
    expect((await owner.patch(url, both)).body.evaluation_contexts).toEqual(['new'])
    expect((await owner.patch(url, { evaluation_tags: 'x' })).body).toMatchObject({ attr: 'evaluation_contexts' })
    expect((await owner.patch(url, { evaluation_tags: [] })).body.evaluation_contexts).toEqual([])
  })

  it('HTTP-12 takes form bodies as well as JSON', async () => {
    const { owner, flags } = await newWorld()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await owner.send('POST', flags, {
      headers,
      body: 'key=from-a-form&name=Two+words&active=false',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ key: 'from-a-form', name: 'Two words', active: false })
  })

  it('HTTP-12 takes lists, filters and the version of a flag in a form', async () => {
    const { owner, flags } = await newWorld()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (method: string, url: string, form: string) => owner.send(method, url, { headers, body: form })
    const filters = encodeURIComponent('{"groups": [{"rollout_percentage": 25}]}')
    const created = await send('POST', flags, `key=f&tags=a&tags=b&filters=${filters}`)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({ tags: ['a', 'b'], filters: { groups: [{ rollout_percentage: 25 }] } })
    const url = `${flags}${created.body.id}/`
    const changed = await send('PATCH', url, 'version=1&tags=c&rollback_conditions=[1]')
    expect(changed.body).toMatchObject({ version: 2, tags: ['c'], rollback_conditions: [1] })
    expect((await send('PATCH', url, 'filters=x')).body).toMatchObject({ code: 'not_a_dict', attr: 'filters' })
    const { status } = await send('PATCH', url, 'version=1&tags=d')
    expect(status).toBe(409)
  })
}
