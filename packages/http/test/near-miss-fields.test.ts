import { memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { resultsOf } from './support/api-response.ts'
import { openApi } from './support/api-under-test.ts'
import { TEMPLATE } from './support/dashboard-place.ts'
import { buildWorld } from './support/world.ts'

const QUERY = { kind: 'InsightVizNode', source: { kind: 'TrendsQuery', series: [] } }
const CRITERIA = {
  properties: { type: 'OR', values: [{ type: 'AND', values: [{ key: 'plan', type: 'person', value: 'pro' }] }] },
}

async function newWorld() {
  const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
  onTestFinished(() => api.close())
  const { owner, project } = await buildWorld(api)
  const at = (name: string) => `/api/projects/${project.id}/${name}/`
  const make = async (name: string, body: object) => {
    const { status, body: made } = await owner.post(at(name), body)
    expect(status).toBe(201)
    return `${at(name)}${made.id}/`
  }
  return { owner, at, make }
}

type Refusal = readonly [body: object, field: string, meant: string]

async function expectRefused(name: string, record: object, cases: readonly Refusal[]) {
  const { owner, at, make } = await newWorld()
  const url = await make(name, record)
  const read = async () => [(await owner.get(url)).text, (await owner.get(at(name))).text]
  const before = await read()
  for (const [body, field, meant] of cases) {
    const { [meant]: _, ...rest } = record as Readonly<Record<string, unknown>>
    for (const response of [await owner.post(at(name), { ...rest, ...body }), await owner.patch(url, body)]) {
      expect(response, field).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
      expect(response.body.attr).toBe(field)
      expect(response.body.detail).toBe(`Unknown field "${field}". Did you mean "${meant}"?`)
    }
  }
  expect(await read()).toEqual(before)
}

it('HTTP-112 a near miss of a field of a flag is refused', async () => {
  await expectRefused('feature_flags', { key: 'a' }, [
    [{ filter: { groups: [] } }, 'filter', 'filters'],
    [{ actve: false }, 'actve', 'active'],
    [{ Active: false }, 'Active', 'active'],
    [{ evaluationRuntime: 'server' }, 'evaluationRuntime', 'evaluation_runtime'],
    [{ analytics_dashboard: [1] }, 'analytics_dashboard', 'analytics_dashboards'],
  ])
})

it('HTTP-112 PUT, dry runs and previews refuse them as well', async () => {
  const { owner, make } = await newWorld()
  const url = await make('feature_flags', { key: 'a' })
  const refused = { status: 400, body: { attr: 'actve' } }
  expect(await owner.send('PUT', url, { json: { key: 'a', actve: false } })).toMatchObject(refused)
  expect(await owner.patch(`${url}?dry_run=true`, { actve: false })).toMatchObject(refused)
  expect(await owner.post(`${url}preview/`, { actve: false })).toMatchObject(refused)
})

it('COHORT-41 a near miss of a field of a cohort is refused', async () => {
  await expectRefused('cohorts', { name: 'a', filters: CRITERIA }, [
    [{ filter: CRITERIA }, 'filter', 'filters'],
    [{ descripton: 'x' }, 'descripton', 'description'],
  ])
  const { owner, at } = await newWorld()
  const { body } = await owner.post(at('cohorts'), { name: 'a', isStatic: true })
  expect(body).toMatchObject({
    attr: 'isStatic',
    detail: 'Unknown field "isStatic". Did you mean "is_static"?',
  })
})

it('DASH-104 a near miss of a field of a dashboard or a template is refused', async () => {
  await expectRefused('dashboards', { name: 'a' }, [
    [{ pined: true }, 'pined', 'pinned'],
    [{ restrictionLevel: 37 }, 'restrictionLevel', 'restriction_level'],
  ])
  const { owner, at, make } = await newWorld()
  const url = await make('dashboards', { name: 'a' })
  const pined = { status: 400, body: { attr: 'pined' } }
  expect(await owner.send('PUT', url, { json: { name: 'a', pined: true } })).toMatchObject(pined)
  const fromTemplate = await owner.post(`${at('dashboards')}create_from_template_json/`, {
    template: TEMPLATE,
    pined: true,
  })
  expect(fromTemplate).toMatchObject(pined)
  await expectRefused('dashboard_templates', TEMPLATE, [[{ isFeatured: true }, 'isFeatured', 'is_featured']])
})

it('INSIGHT-63 a near miss of a field of an insight is refused', async () => {
  await expectRefused('insights', { name: 'a', query: QUERY }, [
    [{ querry: QUERY }, 'querry', 'query'],
    [{ favourited: true }, 'favourited', 'favorited'],
  ])
})

it('HTTP-112 no near miss: fields of responses, null, and a name beside the field that it resembles', async () => {
  const { owner, at, make } = await newWorld()
  const both = { key: 'a', filters: { groups: [{}] }, filter: {}, actve: null }
  expect((await owner.post(at('feature_flags'), both)).status).toBe(201)
  const records: readonly [string, object][] = [
    ['feature_flags', { key: 'b', filters: { groups: [{}] } }],
    ['cohorts', { name: 'a', filters: CRITERIA }],
    ['dashboards', { name: 'a' }],
    ['dashboard_templates', TEMPLATE],
    ['insights', { name: 'a', query: QUERY }],
  ]
  for (const [name, record] of records) {
    const url = await make(name, record)
    const { body } = await owner.get(url)
    // Without the fields that can be written, the others resemble fields that are absent.
    const readOnly = Object.fromEntries(Object.entries(body).filter(([field]) => !Object.hasOwn(record, field)))
    const response = await owner.patch(url, { ...readOnly, tiles: undefined })
    expect(response, name).toMatchObject({ status: 200 })
  }
})

const READ = 'These fields of the body have no effect:'

it('FLAG-164 unknown fields of a flag are reported in `warnings`', async () => {
  const { owner, at, make } = await newWorld()
  const created = await owner.post(at('feature_flags'), { key: 'a', filters: { groups: [{}] }, groups: [], colour: 1 })
  expect(created.status).toBe(201)
  expect(created.body.warnings).toEqual([
    {
      code: 'unread_key',
      attr: null,
      detail: `${READ} "groups" (did you mean filters.groups?), "colour". Check for mistyped names.`,
    },
  ])
  const url = await make('feature_flags', { key: 'b', filters: { groups: [{}] } })
  const many = { colour: 1, weight: 2, shape: 3, four: 4, five: 5 }
  const patched = await owner.patch(url, many)
  expect(patched.body.warnings).toMatchObject([
    { detail: expect.stringContaining(`${READ} "colour", "weight", "shape" and 2 more.`) },
  ])
  const tried = await owner.patch(`${url}?dry_run=true`, { colour: 1 })
  expect(tried.body.warnings).toMatchObject([{ code: 'unread_key' }])
})

it('FLAG-164 a flag that is sent back has no warning, nor have fields of PostHog', async () => {
  const { owner, at, make } = await newWorld()
  const url = await make('feature_flags', { key: 'a', filters: { groups: [{ rollout_percentage: 25.5 }] } })
  const { body } = await owner.get(url)
  expect((await owner.patch(url, body)).body).not.toHaveProperty('warnings')
  const [listed] = resultsOf(await owner.get(`${at('feature_flags')}?usage=7d`))
  const posthog = { team: 1, team_id: 1, project_id: 1, evaluation_tags: [], _create_in_folder: 'x', gone: null }
  const again = await owner.post(at('feature_flags'), { ...listed, key: 'b', ...posthog })
  expect(again.status).toBe(201)
  expect(again.body).not.toHaveProperty('warnings')
})

it('FLAG-165 warns of a top-level `rollout_percentage` that the flag does not get', async () => {
  const { owner, at, make } = await newWorld()
  const url = await make('feature_flags', { key: 'a', filters: { groups: [{ rollout_percentage: 25.5 }] } })
  const patched = await owner.patch(url, { rollout_percentage: 80 })
  const detail = 'rollout_percentage is read-only and was not changed: set it in filters.groups[].rollout_percentage.'
  expect(patched.body).toMatchObject({
    rollout_percentage: 25,
    warnings: [{ code: 'unread_key', attr: 'rollout_percentage', detail }],
  })
  for (const same of [25, 25.5, null]) {
    expect((await owner.patch(url, { rollout_percentage: same })).body).not.toHaveProperty('warnings')
  }
  // A client that edits a whole record sends the percentage that it read.
  const edited = await owner.patch(url, { rollout_percentage: 25, filters: { groups: [{ rollout_percentage: 50 }] } })
  expect(edited.body).toMatchObject({ rollout_percentage: 50 })
  expect(edited.body).not.toHaveProperty('warnings')
  const created = await owner.post(at('feature_flags'), { key: 'b', rollout_percentage: 80, filters: { groups: [{}] } })
  expect(created).toMatchObject({ status: 201, body: { warnings: [{ attr: 'rollout_percentage' }] } })
})
