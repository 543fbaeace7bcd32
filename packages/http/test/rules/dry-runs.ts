import { expect, it } from 'vitest'
import type { NewWorld } from '../support/world.ts'

const USES_OF_FLAGS = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: '$feature_flag_called' }] }

/** Dry runs of cohorts, dashboards and insights: docs/behaviour/flags.md. */
export function dryRuns(newWorld: NewWorld): void {
  it('DRY-1 DRY-2 tells what creating and changing a cohort, a dashboard or an insight would do, and writes nothing', async () => {
    const { owner, project } = await newWorld()
    const pro = { type: 'AND', values: [{ key: 'plan', type: 'person', value: 'pro' }] }
    const kinds = [
      ['cohorts', { filters: { properties: pro } }],
      ['dashboards', { tags: ['x'] }],
      ['insights', { query: USES_OF_FLAGS }],
    ] as const
    for (const [things, fields] of kinds) {
      const url = `/api/projects/${project.id}/${things}/`
      const sent = { ...fields, name: 'first' }
      const headers = { 'idempotency-key': `once-${things}` }
      const tried = await owner.post(`${url}?dry_run=true`, sent, { headers })
      expect(tried, things).toMatchObject({ status: 200, body: { name: 'first' } })
      expect((await owner.get(url)).body.count, things).toBe(0)
      const { status, body: made } = await owner.post(url, sent, { headers })
      expect(status, things).toBe(201)
      const before = await owner.get(`${url}${made.id}/`)
      const updated = await owner.patch(`${url}${made.id}/?dry_run=true`, { name: 'second' })
      expect(updated, things).toMatchObject({
        status: 200,
        body: { ...(made.version && { version: 2 }), name: 'second' },
      })
      for (const { headers: told } of [tried, updated]) {
        expect([told.etag, told['flagdeck-version']], things).toEqual([undefined, undefined])
      }
      const deleted = await owner.patch(`${url}${made.id}/?dry_run=true`, { deleted: true })
      expect(deleted, things).toMatchObject({ status: 200, body: { deleted: true } })
      const after = await owner.get(`${url}${made.id}/`)
      expect(after.body.name, things).toBe('first')
      expect(after.body.version, things).toBe(before.body.version)
      expect(after.headers.etag, things).toBe(before.headers.etag)
    }
  })

  it('HTTP-111 refuses a mistyped dry_run, and a dry run of an endpoint that has none, and writes nothing', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    const flag = await newFlag({ key: 'kept', tags: ['a'] })
    const api = `/api/projects/${project.id}/`
    const meant = 'Did you mean "dry_run"?'
    const requests = [
      ['POST', `${flags}bulk_delete/`, { ids: [flag.id] }, meant],
      ['POST', flags, { key: 'another' }, meant],
      ['PATCH', `${flags}${flag.id}/`, { name: 'changed' }, meant],
      ['POST', `${api}cohorts/`, { name: 'c', is_static: true }, meant],
      ['POST', `${api}dashboards/`, { name: 'd' }, meant],
      ['DELETE', `${flags}${flag.id}/role_access/1/`, undefined, 'This endpoint has no dry run'],
      ['PATCH', `${api}`, { name: 'changed' }, 'This endpoint has no dry run'],
    ] as const
    for (const [method, url, sent, detail] of requests) {
      for (const name of ['dryrun', 'dry_runn', 'dryRun', 'dry-run', 'DRY_RUN', 'dry_rnu', 'dry', 'is_dry_run']) {
        const response = await owner.send(method, `${url}?${name}=true`, { json: sent })
        expect([response.status, response.body.attr], `${method} ${url} ${name}`).toEqual([400, name])
        expect(response.body.detail).toContain(detail)
      }
    }
    const exact = await owner.patch(`${api}?dry_run=true`, { name: 'changed' })
    expect(exact).toMatchObject({ status: 400, body: { attr: 'dry_run' } })
    expect((await owner.get(`${flags}${flag.id}/`)).body).toMatchObject({ name: flag.name, deleted: false })
    for (const things of ['feature_flags', 'cohorts', 'dashboards']) {
      const { body } = await owner.get(`${api}${things}/`)
      expect(body.count, things).toBe(things === 'feature_flags' ? 1 : 0)
    }
    expect((await owner.get(api)).body.name).toBe(project.name)
  })

  it('HTTP-111 refuses dry_run in a body that does not take it, and writes nothing', async () => {
    const { owner, project, flags, newFlag } = await newWorld()
    const { id, name } = await newFlag({ key: 'kept' })
    const api = `/api/projects/${project.id}/`
    const inQuery = 'Send "dry_run" as a query parameter: ?dry_run=true.'
    const requests = [
      ['POST', `${flags}${id}/disable/`, {}, inQuery],
      ['PATCH', `${flags}${id}/`, { name: 'changed' }, inQuery],
      ['POST', `${api}cohorts/`, { name: 'c', is_static: true }, inQuery],
      ['POST', `${flags}${id}/reset_usage/`, {}, 'This endpoint has no dry run'],
    ] as const
    for (const [method, url, sent, detail] of requests) {
      for (const field of ['dry_run', 'dryRun', 'is_dry_run']) {
        const response = await owner.send(method, url, { json: { ...sent, [field]: true } })
        expect([response.status, response.body.attr], `${method} ${url} ${field}`).toEqual([400, field])
        expect(response.body.detail).toContain(detail)
      }
    }
    expect((await owner.get(`${flags}${id}/`)).body).toMatchObject({ name, active: true, version: 1 })
    expect((await owner.get(`${api}cohorts/`)).body.count).toBe(0)
    expect((await owner.post(`${flags}${id}/disable/`, { reason: 'broken' })).status).toBe(200)
  })

  it('HTTP-111 writes in spite of other unknown parameters', async () => {
    const { owner, flags } = await newWorld()
    const { status } = await owner.post(`${flags}?_=1&format=json&source=ci&run=5`, { key: 'k' })
    expect(status).toBe(201)
    const many = Array.from({ length: 101 }, (_, n) => `p${n}=1`).join('&')
    const refused = await owner.post(`${flags}?${many}&dryrun=true`, { key: 'other' })
    expect(refused).toMatchObject({ status: 400, body: { detail: 'Send at most 100 different query parameters.' } })
  })

  it('DRY-1 refuses of cohorts and dashboards what the change would be refused', async () => {
    const { owner, project, flags } = await newWorld()
    const api = `/api/projects/${project.id}/`
    const { body: cohort } = await owner.post(`${api}cohorts/`, { name: 'list', is_static: true })
    const inCohort = { key: 'id', type: 'cohort', value: cohort.id }
    await owner.post(flags, { key: 'k', filters: { groups: [{ properties: [inCohort] }] } })
    const refused = [
      await owner.post(`${api}cohorts/?dry_run=true`, { name: '' }),
      await owner.patch(`${api}cohorts/${cohort.id}/?dry_run=true`, { deleted: true }),
      await owner.post(`${api}dashboards/?dry_run=true`, { name: 5 }),
      await owner.post(`${api}dashboards/?dry_run=true`, { use_dashboard: 999_999 }),
      await owner.post(`${api}dashboards/?dry_run=perhaps`, { name: 'x' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    const { body: dashboard } = await owner.post(`${api}dashboards/`, { name: 'first' })
    const headers = { 'if-match': '"9"' }
    const stale = await owner.patch(`${api}dashboards/${dashboard.id}/?dry_run=true`, { name: 'x' }, { headers })
    expect(stale.status).toBe(412)
    const unknown = await owner.patch(`${api}dashboards/${dashboard.id}/?dry_run=true`, { tiles: [{ id: 999_999 }] })
    expect(unknown).toMatchObject({ status: 200, headers: { 'x-ignored-tiles': '999999' } })
  })

  it('DRY-1 tells what a dashboard of a template or of another would show, and keeps neither tiles nor insights', async () => {
    const { owner, project } = await newWorld()
    const api = `/api/projects/${project.id}/`
    const { body: source } = await owner.post(`${api}dashboards/`, { name: 'source' })
    await owner.post(`${api}dashboards/${source.id}/create_text_tile/`, { body: 'Hi' })
    const template = {
      template_name: 'T',
      dashboard_description: '',
      dashboard_filters: {},
      tiles: [{ type: 'INSIGHT', name: 'Uses', query: USES_OF_FLAGS }],
    }
    const tried = [
      await owner.post(`${api}dashboards/?dry_run=true`, { use_dashboard: source.id, duplicate_tiles: true }),
      await owner.post(`${api}dashboards/create_from_template_json/?dry_run=true`, { template }),
    ]
    for (const { status, body } of tried) {
      expect(status).toBe(200)
      expect(body.tiles).toHaveLength(1)
    }
    expect((await owner.get(`${api}dashboards/`)).body.count).toBe(1)
    expect((await owner.get(`${api}insights/`)).body.count).toBe(0)
  })
}
