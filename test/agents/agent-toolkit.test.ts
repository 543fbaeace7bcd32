import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startValidatingProxy, type ValidatingProxy } from '../../packages/http/test/support/validating-proxy.ts'
import { describeOnNewestPostgres } from '../../packages/store-postgres/test/support/describe-on-newest-postgres.ts'
import { freePort } from '../services/free-port.ts'
import { agentOn } from './support/agent.ts'
import { type AgentService, agentService, CALLS } from './support/agent-service.ts'

const FLAG = {
  key: 'new-checkout',
  name: 'New checkout',
  description: 'Who sees the new checkout',
  active: true,
  filters: { groups: [{ properties: [{ key: 'plan', value: 'pro', operator: 'exact' }], rollout_percentage: 50 }] },
}

/** Tools of the toolkit for features that Flagdeck does not have, with the expected errors. */
const ELSEWHERE: readonly (readonly [tool: string, input: object, refusal: RegExp])[] = [
  ['list-errors', {}, /"code":"unsupported_query","detail":"\\"kind\\" is \\"ErrorTrackingQuery\\"/],
  ['error-details', { issueId: '0192d3a4-0000-7000-8000-000000000000' }, /"code":"unsupported_query"/],
  ['experiment-get-all', {}, /Not Found$/],
  ['experiment-get', { experimentId: 1 }, /Status Code: 404/],
  ['experiment-results-get', { experimentId: 1, refresh: false }, /Status Code: 404/],
  ['experiment-delete', { experimentId: 1 }, /status: 404$/],
  ['surveys-get-all', {}, /Status Code: 404/],
  ['survey-get', { surveyId: 'x' }, /Status Code: 404/],
  ['survey-create', { name: 'S', questions: [{ type: 'open', question: 'Why?' }] }, /Status Code: 404/],
  ['survey-delete', { surveyId: 'x' }, /Not Found$/],
  ['surveys-global-stats', {}, /Status Code: 404/],
  ['survey-stats', { survey_id: 'x' }, /Status Code: 404/],
  ['get-llm-total-costs-for-project', { projectId: 1 }, /"code":"unsupported_query".*math_property/],
  ['query-generate-hogql-from-question', { question: 'How many?' }, /Status Code: 404/],
  [
    'query-run',
    { query: { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery', query: 'select 1' } } },
    /is not supported: use TrendsQuery or FlagHealthQuery/,
  ],
]

/** Actions of an agent with a key that may only read flags, with the expected errors. */
const FORBIDDEN: readonly (readonly [tool: string, input: object, refusal: string | RegExp])[] = [
  ['create-feature-flag', { ...FLAG, key: 'other' }, "API key missing required scope 'feature_flag:write'"],
  ['update-feature-flag', { flagKey: FLAG.key, data: { active: false } }, "required scope 'feature_flag:write'"],
  // The toolkit does not pass on the message of a refused deletion.
  ['delete-feature-flag', { flagKey: FLAG.key }, 'Failed to delete feature flag: Forbidden'],
  ['dashboard-create', { data: { name: 'Board' } }, "required scope 'dashboard:write'"],
  ['insight-create-from-query', { data: { name: 'I', query: CALLS, favorited: false } }, "scope 'insight:write'"],
  ['organizations-get', {}, "API key missing required scope 'organization:read'"],
  ['query-run', { query: CALLS }, "API key missing required scope 'query:read'"],
]

/** Declares the tests of an agent's normal work. */
function declareWork(newService: () => Promise<AgentService>): void {
  const ownersAgent = ownersAgentOf(newService)

  test('AGENT-1 makes a flag, reads, changes and deletes it', async () => {
    const { use } = await ownersAgent()
    const { id } = await use('create-feature-flag', FLAG)
    expect(await use('feature-flag-get-all')).toEqual([{ id, key: FLAG.key, name: FLAG.name, active: true }])
    const found = await use('feature-flag-get-definition', { flagKey: FLAG.key })
    expect(found).toMatchObject({ id, key: FLAG.key, filters: FLAG.filters })
    expect(await use('feature-flag-get-definition', { flagId: id })).toEqual(found)
    expect(await use('update-feature-flag', { flagKey: FLAG.key, data: { active: false } })).toMatchObject({
      active: false,
      filters: FLAG.filters,
    })
    expect(await use('delete-feature-flag', { flagKey: FLAG.key })).toMatchObject({ success: true })
    expect(await use('feature-flag-get-all')).toEqual([])
  })

  test('AGENT-1 asks a query, keeps it as an insight, changes and deletes that', async () => {
    const { use, service } = await ownersAgent()
    await use('create-feature-flag', FLAG)
    await service.countCall(FLAG.key)
    const called = expect.objectContaining({ label: FLAG.key, count: 1 })
    expect(await use('query-run', { query: CALLS })).toEqual([called])
    const { id, short_id } = await use('insight-create-from-query', {
      data: { name: 'Calls', query: CALLS, favorited: true },
    })
    expect(await use('insight-query', { insightId: short_id })).toMatchObject({ insight: { id }, results: [called] })
    expect(await use('insights-get-all', { data: { search: 'Calls' } })).toMatchObject([{ id, short_id }])
    const renamed = { name: 'Calls a week', query: CALLS }
    expect(await use('insight-update', { insightId: short_id, data: renamed })).toMatchObject({ name: 'Calls a week' })
    expect(await use('insight-get', { insightId: String(id) })).toMatchObject({ name: 'Calls a week', favorited: true })
    expect(await use('insight-delete', { insightId: short_id })).toMatchObject({ success: true })
    expect(await use('insights-get-all')).toEqual([])
  })

  test('AGENT-1 makes a dashboard, puts an insight on it, changes and deletes it', async () => {
    const { use } = await ownersAgent()
    const { id: dashboardId } = await use('dashboard-create', {
      data: { name: 'Board', description: 'd', tags: ['x'] },
    })
    const { short_id } = await use('insight-create-from-query', {
      data: { name: 'Calls', query: CALLS, favorited: false },
    })
    await use('add-insight-to-dashboard', { data: { insightId: short_id, dashboardId } })
    expect(await use('dashboard-get', { dashboardId })).toMatchObject({
      name: 'Board',
      tiles: [{ insight: { short_id } }],
    })
    expect(await use('dashboard-update', { dashboardId, data: { name: 'First' } })).toMatchObject({ name: 'First' })
    expect(await use('dashboards-get-all', { data: { search: 'first' } })).toMatchObject([{ id: dashboardId }])
    expect(await use('dashboard-delete', { dashboardId })).toMatchObject({ success: true })
    expect(await use('dashboards-get-all')).toEqual([])
  })

  test('AGENT-1 looks round in its organization, and works in the project that it switched to', async () => {
    const { use, service } = await ownersAgent()
    await use('create-feature-flag', FLAG)
    const { id: second } = await service.ask('POST', '/api/projects/', { name: 'Second' })
    const [{ id: orgId }] = await use('organizations-get')
    await use('switch-organization', { orgId })
    expect(await use('organization-details-get')).toMatchObject({ id: orgId })
    expect((await use('projects-get')).map(({ id }: { readonly id: number }) => id)).toContain(second)
    await use('switch-project', { projectId: second })
    expect(await use('feature-flag-get-all')).toEqual([])
  })
}

/** Declares the tests of an agent's work, and of refused actions. */
function declareFor(newService: () => Promise<AgentService>): void {
  const ownersAgent = ownersAgentOf(newService)
  declareWork(newService)

  test('AGENT-2 reads with a key for that, and is told by a sentence that it may not write', async () => {
    const { use, service, tools } = await ownersAgent()
    await use('create-feature-flag', FLAG)
    const { id: other } = await service.ask('POST', '/api/projects/', { name: 'Other' })
    const [{ id }] = (await use('projects-get')).filter((project: { readonly id: number }) => project.id !== other)
    const key = await service.ask('POST', '/api/personal_api_keys/', {
      label: 'Reads flags',
      scopes: ['user:read', 'feature_flag:read'],
      scoped_teams: [id],
    })
    const limited = await agentOn(service.url, key.value)
    expect(limited.tools.map(({ name }) => name).sort()).toEqual([
      'feature-flag-get-all',
      'feature-flag-get-definition',
      'organizations-get',
    ])
    const everything = await agentOn(service.url, key.value, tools)
    const before = await limited.use('feature-flag-get-definition', { flagKey: FLAG.key })
    expect(before).toMatchObject({ key: FLAG.key, active: true })
    for (const [tool, input, refusal] of FORBIDDEN)
      await expect(everything.use(tool, input), tool).rejects.toThrow(refusal)
    expect(await limited.use('feature-flag-get-definition', { flagKey: FLAG.key })).toEqual(before)
    await everything.use('switch-project', { projectId: other })
    await expect(limited.use('feature-flag-get-all')).rejects.toThrow('Forbidden')
  })

  test('AGENT-3 needs user:read to find its project, and says so', async () => {
    const { service } = await ownersAgent()
    const body = { label: 'Flags alone', scopes: ['feature_flag:read'] }
    const { value } = await service.ask('POST', '/api/personal_api_keys/', body)
    const { use } = await agentOn(service.url, value)
    await expect(use('feature-flag-get-all')).rejects.toThrow("API key missing required scope 'user:read'")
  })

  test('AGENT-4 is refused plainly what is not here', async () => {
    const { use } = await ownersAgent()
    for (const [tool, input, refusal] of ELSEWHERE) await expect(use(tool, input), tool).rejects.toThrow(refusal)
    expect(await use('feature-flag-get-all')).toEqual([])
  })

  test('AGENT-1 lists the names of events and of the properties of persons', async () => {
    const { use } = await ownersAgent()
    expect(await use('event-definitions-list', {})).toEqual([])
    expect(await use('properties-list', { type: 'person' })).toEqual([])
  })

  test('AGENT-4 is refused a flag that breaks a rule by its code', async () => {
    const { use } = await ownersAgent()
    await use('create-feature-flag', FLAG)
    await expect(use('create-feature-flag', FLAG)).rejects.toThrow('Validation error: unique')
    await expect(use('create-feature-flag', { ...FLAG, key: 'a b' })).rejects.toThrow('Validation error: invalid_key')
  })
}

function ownersAgentOf(newService: () => Promise<AgentService>) {
  return async () => {
    const service = await newService()
    return { service, ...(await agentOn(service.url, service.ownerKey)) }
  }
}

describe('@posthog/agent-toolkit 0.2.4 on SQLite', () => declareFor(() => agentService()))

describeOnNewestPostgres('@posthog/agent-toolkit 0.2.4 on PostgreSQL', ({ url }) =>
  declareFor(() => agentService({ postgresUrl: url })),
)

describe('HTTP-87 @posthog/agent-toolkit 0.2.4 through a validating proxy', () => {
  let port: number
  let proxy: ValidatingProxy
  beforeAll(async () => {
    port = await freePort()
    proxy = await startValidatingProxy(`http://127.0.0.1:${port}`)
  })
  // Undefined if it did not start.
  afterAll(() => proxy?.close())

  // The servers start one after the other behind the same proxy.
  declareWork(async () => ({ ...(await agentService({ port })), url: proxy.url }))
})
