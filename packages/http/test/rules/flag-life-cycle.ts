import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

/** Actions on flags that need no body, and on several flags together: docs/behaviour/flags.md. */
export function flagLifeCycle(newWorld: NewWorld): void {
  it('FLAG-100 switches a flag, and writes nothing where it is so already', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const flag = await newFlag()
    const url = `${flags}${flag.id}/`
    const disabled = await owner.post(`${url}disable/`, {})
    expect(disabled).toMatchObject({ status: 200, body: { active: false, archived: false, version: 2 } })
    expect(disabled.headers.etag).toBeDefined()
    expect((await owner.post(`${url}disable/`, {})).body).toEqual(disabled.body)
    expect((await owner.post(`${url}archive/`, {})).body).toMatchObject({ archived: true, version: 3 })
    expect((await owner.post(`${url}unarchive/`, {})).body).toMatchObject({ archived: false, version: 4 })
    expect((await owner.post(`${url}enable/`, {})).body).toMatchObject({ active: true, version: 5 })
    expect((await owner.get(`${url}activity/`)).body.total_count).toBe(5)
  })

  it('FLAG-100 refuses a deleted flag in the form that clients of actions read', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    await owner.patch(`${flags}${id}/`, { deleted: true })
    const detail = 'Cannot enable a deleted feature flag. Restore it first.'
    expect(await owner.post(`${flags}${id}/enable/`, {})).toMatchObject({
      status: 400,
      body: { success: false, error: detail, detail, type: 'validation_error' },
    })
  })

  it('FLAG-101 tells status and dependants', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const base = await newFlag({ key: 'base', filters: EVERYBODY, owner: 'Ada' })
    const property = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const top = await newFlag({ key: 'top', filters: { groups: [{ properties: [property] }] } })
    expect(JSON.parse((await owner.get(`${flags}${base.id}/dependent_flags/`)).text ?? '')).toEqual([
      { id: top.id, key: 'top', name: 'top', active: true },
    ])
    await owner.post(`${flags}${top.id}/disable/`, {})
    const listed = async (query: string) =>
      JSON.parse((await owner.get(`${flags}${base.id}/dependent_flags/${query}`)).text ?? '')
    expect(await listed('')).toEqual([])
    expect(await listed('?include_inactive=true')).toEqual([{ id: top.id, key: 'top', name: 'top', active: false }])
    expect((await owner.get(`${flags}${base.id}/status/`)).body).toEqual({
      status: 'active',
      reason: 'Flag has no usage data yet',
      reason_states_rollout: false,
      owner: 'Ada',
      rollout: {
        effectively_full_rollout: true,
        has_targeting_conditions: false,
        max_rollout_percentage: 100,
        is_multivariate: false,
      },
    })
  })

  it('FLAG-84 follows the rule that the project was given', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    const { id } = await newFlag({
      created_at: '2020-01-01T00:00:00Z',
      filters: { groups: [{ rollout_percentage: 5 }] },
    })
    expect((await owner.get(`${flags}${id}/status/`)).body).toMatchObject({ status: 'active' })
    const staleness = { not_called_days: 7, never_called_days: 14, rolled_out_days: null }
    const changed = await owner.patch(`/api/projects/${project.id}/`, {
      staleness: { not_called_days: 7, never_called_days: 14 },
    })
    expect(changed).toMatchObject({ status: 200, body: { staleness } })
    expect((await owner.get(`${flags}${id}/status/`)).body).toMatchObject({ status: 'stale' })
    expect(resultsOf(await owner.get(`${flags}?active=STALE`)).map((flag) => flag.id)).toEqual([id])
    expect((await owner.get(`${flags}${id}/`)).body.status).toBe('STALE')
  })

  it('FLAG-102 deletes several flags at once and tells of each other why not', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const one = await newFlag({ key: 'one', filters: EVERYBODY })
    const two = await newFlag({ key: 'two', filters: { groups: [{ rollout_percentage: 5 }] } })
    const answer = await owner.post(`${flags}bulk_delete/`, { ids: [one.id, String(two.id), 999_999, 'x'] })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        deleted: [
          { id: one.id, key: 'one', rollout_state: 'fully_rolled_out', active_variant: null },
          { id: two.id, key: 'two', rollout_state: 'partial', active_variant: null },
        ],
        errors: [
          { id: 'x', reason: 'Invalid flag ID format' },
          { id: 999_999, reason: 'Flag not found' },
        ],
      },
    })
    expect((await owner.get(flags)).body.count).toBe(0)
    expect((await owner.get(`${flags}${one.id}/activity/`)).body.total_count).toBe(2)
  })

  it('FLAG-102 deletes what the filters of a list match', async () => {
    const { owner, flags, newFlag } = await newWorld()
    await newFlag({ key: 'old', tags: ['x'], active: false })
    await newFlag({ key: 'kept', tags: ['y'] })
    const filters = { tags: ['x'], active: false }
    const { body } = await owner.post(`${flags}bulk_delete/`, { filters })
    expect(body.deleted).toMatchObject([{ key: 'old' }])
    expect(resultsOf(await owner.get(flags)).map(({ key }) => key)).toEqual(['kept'])
  })

  const wrong = [
    [{}, 'Send either ids or filters.'],
    [{ ids: [], filters: {} }, 'Send either ids or filters.'],
    [{ filters: { zoo: 1, key: 'k', ant: 2, order: 'key' } }, 'Unknown filter keys: ant, order, zoo'],
  ] as const
  for (const [sent, error] of wrong) {
    it(`FLAG-102 refuses ${JSON.stringify(sent)}`, async () => {
      const { owner, flags, newFlag } = await newWorld()
      await newFlag()
      expect(await owner.post(`${flags}bulk_delete/`, sent)).toMatchObject({ status: 400, body: { error } })
      expect((await owner.get(flags)).body.count).toBe(1)
    })
  }

  const dangerous = [
    [{ tags: '["to-remove"' }, 'tags', 'Send a JSON list of text, such as ["a","b"], or one text without commas.'],
    [{ tags: { a: 1 } }, 'tags', 'Send a JSON list of text, such as ["a","b"], or one text without commas.'],
    [{ tags: 'a,b' }, 'tags', 'Send a JSON list of text, such as ["a","b"], or one text without commas.'],
    [{ type: 'bool' }, 'type', 'Send one of boolean, multivariant, experiment, remote_config.'],
    [{ archived: 'ja' }, 'archived', 'Send true or false.'],
    [{ excluded_tags: null, active: true }, 'excluded_tags', 'This filter is empty. Send a value, or omit the filter.'],
    [{ tags: [] }, 'tags', 'This filter is empty. Send a value, or omit the filter.'],
    [{}, null, 'Send at least one filter, or ids.'],
  ] as const
  for (const [filters, attr, detail] of dangerous) {
    it(`FLAG-162 deletes nothing by the filters ${JSON.stringify(filters)}`, async () => {
      const { owner, flags, newFlag } = await newWorld()
      await newFlag({ tags: ['a'] })
      for (const query of ['', '?dry_run=true']) {
        const { status, body } = await owner.post(`${flags}bulk_delete/${query}`, { filters })
        expect([status, body.attr]).toEqual([400, attr])
        expect(body.detail).toContain(detail)
      }
      expect((await owner.get(flags)).body.count).toBe(1)
    })
  }

  it('FLAG-161 FLAG-162 deletes the flags with a tag that is sent as text', async () => {
    const { owner, flags, newFlag } = await newWorld()
    await newFlag({ key: 'gone', tags: ['to-remove'] })
    await newFlag({ key: 'kept', tags: ['a'] })
    const { body } = await owner.post(`${flags}bulk_delete/`, { filters: { tags: 'to-remove' } })
    expect(body.deleted).toMatchObject([{ key: 'gone' }])
    expect(resultsOf(await owner.get(flags)).map(({ key }) => key)).toEqual(['kept'])
  })

  it('FLAG-104 changes the tags of several flags', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const [one, two] = [await newFlag({ tags: ['a'] }), await newFlag({ tags: ['b'] })]
    const sent = { ids: [one.id, two.id, 999_999], action: 'add', tags: [' A ', 'c'] }
    expect((await owner.post(`${flags}bulk_update_tags/`, sent)).body).toEqual({
      updated: [
        { id: one.id, tags: ['a', 'c'] },
        { id: two.id, tags: ['b', 'a', 'c'] },
      ],
      skipped: [{ id: 999_999, reason: 'Not found or no edit access' }],
    })
    expect(resultsOf(await owner.get(`${flags}?tags=["c"]`))).toHaveLength(2)
    const empty = await owner.post(`${flags}bulk_update_tags/`, { ...sent, tags: [] })
    expect(empty).toMatchObject({
      status: 400,
      body: { attr: 'tags', error: "tags must not be empty for action 'add'." },
    })
  })

  it('FLAG-105 FLAG-106 tells keys by ids, and ids by filters', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const one = await newFlag({ key: 'one', tags: ['x'] })
    await newFlag({ key: 'two' })
    const keys = await owner.post(`${flags}bulk_keys/`, { ids: [one.id, 999_999, 'x'] })
    expect(keys.body).toEqual({ keys: { [one.id]: 'one' }, warning: 'Invalid flag IDs ignored: 1' })
    expect((await owner.post(`${flags}bulk_keys/`, { ids: ['x'] })).body).toMatchObject({
      error: 'Invalid flag IDs provided',
    })
    expect((await owner.get(`${flags}matching_ids/?tags=["x"]`)).body).toEqual({ ids: [one.id], total: 1 })
  })

  it('FLAG-156 refuses to tell the keys of no ids', async () => {
    const { owner, flags } = await newWorld()
    for (const sent of [{}, { ids: [] }]) {
      const { status, body } = await owner.post(`${flags}bulk_keys/`, sent)
      expect([status, body.code, body.attr]).toEqual([400, 'required', 'ids'])
    }
  })

  it('FLAG-159 lists the keys of several projects, each with the flag of the first that has it', async () => {
    const { owner, organization, project, sister, foreign, flags } = await newWorld()
    const there = `/api/projects/${sister.id}/feature_flags/`
    const [a, b] = [
      (await owner.post(flags, { key: 'cmp-a', name: 'Alpha', filters: EVERYBODY })).body,
      (await owner.post(there, { key: 'cmp-b', name: 'Beta', active: false })).body,
    ]
    const copy = (await owner.post(there, { key: 'cmp-a', name: 'Alpha there' })).body
    await owner.patch(`${there}${(await owner.post(there, { key: 'cmp-c' })).body.id}/`, { deleted: true })
    const url = `/api/organizations/${organization.id}/feature_flags/keys/`
    const ids = async (query: string) => resultsOf(await owner.get(`${url}?search=cmp-${query}`)).map((flag) => flag.id)
    const first = await owner.get(`${url}?search=cmp-&limit=1`)
    expect(first.body).toMatchObject({ count: 2, previous: null, results: [{ id: a.id }] })
    expect(Object.keys(resultsOf(first)[0] ?? {})).toEqual(['id', 'team_id', 'key', 'name', 'active', 'filters'])
    expect((await owner.get(String(first.body.next).replace('http://localhost', ''))).body).toMatchObject({
      next: null,
      results: [{ id: b.id, team_id: sister.id }],
    })
    expect(await ids(`&team_ids=${sister.id},${project.id}`)).toEqual([copy.id, b.id])
    expect(await ids(`&team_ids=${project.id}&team_ids=${project.id}`)).toEqual([a.id])
    expect((await owner.get(`${url}?search=alpha there`)).body.results).toMatchObject([{ id: copy.id }])
    expect((await owner.get(`${url}?team_ids=${foreign.project.id}`)).status).toBe(404)
    for (const wrong of ['x', '', '1,', '0x1', '-1']) {
      expect((await owner.get(`${url}?team_ids=${wrong}`)).status, wrong).toBe(400)
    }
    expect((await owner.get(`${url}?order=key`)).status).toBe(400)
  })

  it('FLAG-157 lists the flags of a key in all projects of the organization that the caller may read', async () => {
    const { owner, outsider, keyOf, organization, project, sister, foreign, newFlag } = await newWorld()
    const { id, key, created_at, filters } = await newFlag({ key: 'everywhere-1', filters: EVERYBODY })
    const there = `/api/projects/${sister.id}/feature_flags/`
    const twin = (await owner.post(there, { key, active: false, filters: EVERYBODY })).body
    await outsider.post(`/api/projects/${foreign.project.id}/feature_flags/`, { key, filters: EVERYBODY })
    const url = `/api/organizations/${organization.id}/feature_flags/${key}/`
    const list = (answer: { readonly text: string | null }) => JSON.parse(String(answer.text)) as JsonObject[]
    const [first, second, ...others] = list(await owner.get(url))
    expect(others).toEqual([])
    expect(second).toMatchObject({ flag_id: twin.id, team_id: sister.id, active: false })
    expect({ ...first }).toEqual({
      flag_id: id,
      team_id: project.id,
      key,
      created_by: expect.objectContaining({ id: owner.user.id }),
      filters,
      created_at,
      active: true,
    })
    const part = await owner.get(`${url}?limit=1`)
    expect(list(part)).toEqual([first])
    expect(String(part.headers.link)).toContain('offset=1')
    const bound = await keyOf(owner, ['feature_flag:read'], { projectIds: [sister.id] })
    expect(list(await bound.get(url)).map((each) => each.flag_id)).toEqual([twin.id])
    await owner.patch(`${there}${twin.id}/`, { deleted: true })
    expect(list(await owner.get(url))).toHaveLength(1)
    expect((await owner.get(url.replace('everywhere', 'nowhere'))).status).toBe(404)
    expect((await outsider.get(url)).status).toBe(403)
  })

  it('DRY-1 DRY-2 tells what a change would do, with its preview, and writes nothing', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    await owner.post(`/api/projects/${project.id}/cohorts/`, { name: 'list', is_static: true })
    const flag = await newFlag({ filters: EVERYBODY })
    const url = `${flags}${flag.id}/`
    const before = await owner.get(url)
    const created = await owner.post(`${flags}?dry_run=true`, { key: 'tried', filters: EVERYBODY })
    expect(created).toMatchObject({ status: 200, body: { key: 'tried', version: 1, preview: { complete: true } } })
    const updated = await owner.patch(`${url}?dry_run=true`, { active: false })
    expect(updated).toMatchObject({ status: 200, body: { active: false, version: 2, preview: { dependants: [] } } })
    expect(updated.headers.etag).toBeUndefined()
    expect(updated.headers['flagdeck-version']).toBeUndefined()
    expect((await owner.post(`${url}disable/?dry_run=true`, {})).body).toMatchObject({ active: false, version: 2 })
    const bulk = { ids: [flag.id] }
    expect((await owner.post(`${flags}bulk_delete/?dry_run=true`, bulk)).body.deleted).toHaveLength(1)
    const tags = { ...bulk, action: 'add', tags: ['x'] }
    expect((await owner.post(`${flags}bulk_update_tags/?dry_run=true`, tags)).body.updated).toHaveLength(1)
    expect(await owner.get(url)).toMatchObject({ body: before.body, headers: { etag: before.headers.etag } })
    expect((await owner.get(flags)).body.count).toBe(1)
    expect((await owner.get(`${url}activity/`)).body.total_count).toBe(1)
  })

  it('DRY-1 refuses what the change would be refused, and what is neither true nor false', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { key } = await newFlag()
    expect(await owner.post(`${flags}?dry_run=true`, { key })).toMatchObject({ status: 400, body: { code: 'unique' } })
    expect((await owner.post(`${flags}?dry_run=perhaps`, { key: 'other' })).status).toBe(400)
    expect((await owner.post(`${flags}?dry_run=false`, { key: 'other' })).status).toBe(201)
  })

  it('DRY-1 keeps nothing under an idempotency key', async () => {
    const { owner, flags } = await newWorld()
    const headers = { 'idempotency-key': 'dry' }
    expect((await owner.post(`${flags}?dry_run=true`, { key: 'k' }, { headers })).status).toBe(200)
    expect((await owner.get(flags)).body.count).toBe(0)
  })

  it('DRY-1 DRY-2 tells what restoring a version would do, with its preview, and writes nothing', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ name: 'first' })
    await owner.patch(`${flags}${id}/`, { name: 'second' })
    const tried = await owner.post(`${flags}${id}/versions/1/restore/?dry_run=true`, {})
    expect(tried).toMatchObject({ status: 200, body: { name: 'first', version: 3, preview: { complete: true } } })
    expect(tried.headers.etag).toBeUndefined()
    expect((await owner.get(`${flags}${id}/`)).body).toMatchObject({ name: 'second', version: 2 })
  })

  it('DRY-1 tells what restoring a dashboard or a cohort would do', async () => {
    const { owner, project } = await newWorld()
    for (const things of ['dashboards', 'cohorts']) {
      const url = `/api/projects/${project.id}/${things}/`
      const { id } = (await owner.post(url, { name: 'first', ...(things === 'cohorts' ? { is_static: true } : {}) }))
        .body
      await owner.patch(`${url}${id}/`, { name: 'second' })
      const tried = await owner.post(`${url}${id}/versions/1/restore/?dry_run=true`, {})
      expect(tried).toMatchObject({ status: 200, body: { name: 'first' } })
      expect(tried.headers['flagdeck-version']).toBeUndefined()
      expect((await owner.get(`${url}${id}/`)).body).toMatchObject({ name: 'second' })
    }
  })

  it('FLAG-110 copies a flag to other projects, and tells where it could not', async () => {
    const { owner, organization, project, sister, foreign, newFlag } = await newWorld()
    const { key } = await newFlag()
    const url = `/api/organizations/${organization.id}/feature_flags/copy_flags/`
    const target_project_ids = [sister.id, foreign.project.id]
    const sent = { feature_flag_key: key, from_project: project.id, target_project_ids }
    expect((await owner.post(`${url}?dry_run=true`, sent)).body.success).toMatchObject([{ key, version: 1 }])
    expect(await owner.post(url, { ...sent, disable_copied_flag: true })).toMatchObject({
      status: 200,
      body: {
        success: [{ key, active: false }],
        failed: [{ project_id: foreign.project.id, error_message: "You don't have access to the project." }],
      },
    })
    expect((await owner.get(`/api/projects/${sister.id}/feature_flags/?key=${key}`)).body.count).toBe(1)
    const error = 'Missing required fields'
    expect(await owner.post(url, { from_project: project.id })).toMatchObject({ status: 400, body: { error } })
  })

  it('FLAG-111 reports what a copy would change, with dry_run in the body too, and leaves the flag on or off', async () => {
    const { owner, organization, project, sister, newFlag } = await newWorld()
    const { key } = await newFlag({ filters: EVERYBODY })
    const there = `/api/projects/${sister.id}/feature_flags/`
    const few = { groups: [{ properties: [], rollout_percentage: 5 }] }
    const { id } = (await owner.post(there, { key, active: false, filters: few })).body
    const url = `/api/organizations/${organization.id}/feature_flags/copy_flags/`
    const sent = { feature_flag_key: key, from_project: project.id, target_project_ids: [sister.id] }
    const changed = { action: 'update', kind: 'flag', name: key }
    const changes = [{ project_id: sister.id, changes: [changed] }]
    expect((await owner.post(url, { ...sent, dry_run: true })).body).toMatchObject({ changes, failed: [] })
    expect((await owner.get(`${there}${id}/`)).body).toMatchObject({ version: 1, filters: few })
    expect((await owner.post(url, { ...sent, dry_run: 'maybe' })).status).toBe(400)
    expect((await owner.post(url, sent)).body).toMatchObject({ success: [{ active: false }], changes })
  })

  it('FLAG-173 copies only from the versions that the dry run reported', async () => {
    const { owner, organization, project, sister, newFlag } = await newWorld()
    const { id: source, key } = await newFlag({ filters: EVERYBODY })
    const here = `/api/projects/${project.id}/feature_flags/${source}/`
    const there = `/api/projects/${sister.id}/feature_flags/`
    const url = `/api/organizations/${organization.id}/feature_flags/copy_flags/`
    const sent = { feature_flag_key: key, from_project: project.id, target_project_ids: [sister.id] }
    const plan = async () => {
      const { changes } = (await owner.post(`${url}?dry_run=true`, sent)).body
      const [planned] = changes as JsonObject[]
      return {
        project_id: planned?.project_id ?? null,
        source_version: planned?.source_version ?? null,
        target_version: planned?.target_version ?? null,
      }
    }
    const copyFrom = (versions: object) => owner.post(url, { ...sent, expected_versions: [versions] })
    const isRefused = { status: 409, body: { code: 'conflict', detail: expect.stringContaining('plan it again') } }
    const beforeCreated = await plan()
    expect(beforeCreated).toEqual({ project_id: sister.id, source_version: 1, target_version: null })
    const { id } = (await owner.post(there, { key, active: false })).body
    expect(await copyFrom(beforeCreated)).toMatchObject(isRefused)
    const beforeTarget = await plan()
    expect(beforeTarget.target_version).toBe(1)
    await owner.patch(`${there}${id}/`, { name: 'incident' })
    expect(await copyFrom(beforeTarget)).toMatchObject(isRefused)
    expect((await owner.post(`${url}?dry_run=true`, { ...sent, expected_versions: [beforeTarget] })).status).toBe(409)
    const beforeSource = await plan()
    await owner.patch(here, { name: 'later' })
    expect(await copyFrom(beforeSource)).toMatchObject(isRefused)
    expect((await owner.get(`${there}${id}/`)).body).toMatchObject({ version: 2, name: 'incident' })
    expect(await copyFrom(await plan())).toMatchObject({
      status: 200,
      body: { success: [{ name: 'later' }], failed: [] },
    })
    expect((await copyFrom({ ...(await plan()), project_id: project.id })).body.failed).toMatchObject([
      { error_message: `expected_versions has no versions for project ${sister.id}.` },
    ])
  })

  it('FLAG-144 copies flags that it depends on with copy_dependencies, and refuses copy_schedule', async () => {
    const { owner, organization, project, sister, newFlag } = await newWorld()
    const base = await newFlag()
    const property = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const { key } = await newFlag({ filters: { groups: [{ properties: [property] }] } })
    const url = `/api/organizations/${organization.id}/feature_flags/copy_flags/`
    const sent = { feature_flag_key: key, from_project: project.id, target_project_ids: [sister.id] }
    const detail = 'Scheduled changes do not exist here, so they cannot be copied. Send false.'
    expect(await owner.post(url, { ...sent, copy_schedule: true })).toMatchObject({
      status: 400,
      body: { attr: 'copy_schedule', detail },
    })
    const plain = await owner.post(url, { ...sent, copy_schedule: false, copy_dependencies: false })
    const error_message = expect.stringContaining(`the flag "${base.key}"`)
    expect(plain.body).toMatchObject({ success: [], failed: [{ error_message }] })
    const copied = await owner.post(url, { ...sent, copy_dependencies: true })
    const changes = [{ changes: [{ name: base.key }, { name: key }] }]
    const success = [{ key, copied_dependency_keys: [base.key] }]
    expect(copied.body).toMatchObject({ success, changes, failed: [] })
    const again = (await owner.post(url, sent)).body.success
    expect(again).toEqual([expect.not.objectContaining({ copied_dependency_keys: expect.anything() })])
  })

  it('FLAG-160 says what a copy with the flags that it depends on would do', async () => {
    const { owner, organization, project, sister, foreign, newFlag } = await newWorld()
    const [base, other] = [await newFlag(), await newFlag()]
    const on = ({ id }: { id: number }) => ({ key: `${id}`, type: 'flag', operator: 'flag_evaluates_to', value: true })
    const { key } = await newFlag({ filters: { groups: [{ properties: [on(base), on(other)] }] } })
    const url = `/api/organizations/${organization.id}/feature_flags/copy_flags/`
    const sent = { feature_flag_key: key, from_project: project.id, target_project_ids: [sister.id] }
    await owner.post(url, { ...sent, feature_flag_key: other.key })
    const ask = (body: object) => owner.post(`${url}dependency_requirements/`, body)
    expect(await ask(sent)).toMatchObject({
      status: 200,
      body: {
        can_copy_dependencies: true,
        dependency_count: 2,
        copied_dependency_keys: [base.key],
        reused_dependency_keys: [other.key],
        warnings: [],
        reason: '1 flag would also be copied.',
      },
    })
    expect((await owner.get(`/api/projects/${sister.id}/feature_flags/?key=${key}`)).body.count).toBe(0)
    const warning = `Project ${foreign.project.id}: You don't have access to the project.`
    expect((await ask({ ...sent, target_project_ids: [sister.id, foreign.project.id] })).body).toMatchObject({
      can_copy_dependencies: false,
      copied_dependency_keys: [],
      reused_dependency_keys: [],
      warnings: [warning],
      reason: warning,
    })
    await owner.post(url, { ...sent, copy_dependencies: true })
    expect((await ask(sent)).body).toMatchObject({ can_copy_dependencies: false, copied_dependency_keys: [] })
    const alone = (await ask({ ...sent, feature_flag_key: base.key })).body
    expect(alone).toMatchObject({ dependency_count: 0, reason: 'This flag does not depend on other flags.' })
    expect((await ask({ ...sent, feature_flag_key: 'gone' })).status).toBe(400)
    expect((await ask({ ...sent, target_project_ids: [] })).status).toBe(400)
  })

  it('IMPACT-27 makes a static cohort of the persons for whom a flag is on', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    await owner.patch(`/api/projects/${project.id}/persons/ada/`, { properties: { plan: 'pro' } })
    const { id } = await newFlag({ filters: EVERYBODY })
    const { status, body } = await owner.post(`${flags}${id}/create_static_cohort_for_flag/`, {})
    expect(status).toBe(201)
    expect(body.cohort).toMatchObject({ is_static: true, count: 1 })
  })

  it('HTTP-79 answers below an environment as below the project, and links to what was asked for', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    await newFlag()
    const environment = `/api/environments/${project.id}/feature_flags/`
    expect((await owner.get(`${environment}${id}/`)).body).toEqual((await owner.get(`${flags}${id}/`)).body)
    expect((await owner.get(`${environment}?limit=1`)).body.next).toContain(environment)
    expect((await owner.patch(`${environment}${id}/`, { name: 'there' })).body).toMatchObject({ name: 'there' })
  })
}
