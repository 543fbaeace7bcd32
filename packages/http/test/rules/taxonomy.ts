import type { JsonObject } from '@flagdeck/core'
import { newPersonRow } from '@flagdeck/core/fixtures'
import { expect, it, onTestFinished } from 'vitest'
import { listIn, resultsOf } from '../support/api-response.ts'
import type { NewWorld } from '../support/world.ts'

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

async function worldWithPaths(newWorld: NewWorld) {
  const world = await newWorld()
  const project = `/api/projects/${world.project.id}/`
  return {
    ...world,
    insights: `${project}insights/`,
    persons: `${project}persons/`,
    groups: `${project}groups/`,
    events: `${project}event_definitions/`,
    properties: `${project}property_definitions/`,
  }
}

/** The activity of insights, trending insights, and definitions of events and properties, over HTTP. */
export function taxonomy(newWorld: NewWorld): void {
  it('ACT-20 the activity of insights comes in pages, of all or of one', async () => {
    const { owner, member, keyOf, insights } = await worldWithPaths(newWorld)
    const { body: insight } = await owner.post(insights, { name: 'First' })
    await owner.post(insights, { name: 'Second' })
    await owner.patch(`${insights}${insight.id}/`, { name: 'Third' })
    const link = (page: number) => `http://localhost${insights}activity/?page=${page}&limit=2`
    expect((await owner.get(`${insights}activity/?limit=2`)).body).toMatchObject({
      total_count: 3,
      next: link(2),
      previous: null,
      results: [
        { activity: 'updated', scope: 'Insight', item_id: String(insight.id), detail: { short_id: insight.short_id } },
        { activity: 'created', detail: { name: 'Second' } },
      ],
    })
    expect((await owner.get(`${insights}${insight.id}/activity/`)).body.total_count).toBe(2)
    await owner.patch(`${insights}${insight.id}/`, { deleted: true })
    expect((await owner.get(`${insights}${insight.short_id}/activity/`)).body).toMatchObject({
      total_count: 3,
      results: [{ activity: 'deleted' }, { activity: 'updated' }, { activity: 'created' }],
    })
    expect((await owner.get(`${insights}${Number(insight.id) + 1000}/activity/`)).status).toBe(404)
    expect((await owner.get(`${insights}activity/?limit=x`)).body).toMatchObject({ attr: 'limit' })
    for (const scope of ['insight:read', 'insight:write', 'activity_log:read'] as const) {
      expect((await (await keyOf(member, [scope])).get(`${insights}activity/`)).status, scope).toBe(200)
    }
    expect((await (await keyOf(member, ['dashboard:read'])).get(`${insights}activity/`)).status).toBe(403)
  })

  it('INSIGHT-58 INSIGHT-59 trending insights are those that were modified lately', async () => {
    const { api, owner, insights } = await worldWithPaths(newWorld)
    const { body: first } = await owner.post(insights, { name: 'First' })
    const { body: second } = await owner.post(insights, { name: 'Second' })
    api.clock.advance(1000)
    onTestFinished(() => api.clock.advance(-1000))
    await owner.patch(`${insights}${first.id}/`, { description: 'changed' })
    const { status, body } = await owner.get(`${insights}trending/?days=1`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 2, next: null, previous: null })
    const [listed] = resultsOf(await owner.get(`${insights}?search=first`))
    expect(listIn(body, 'results')[0]).toEqual({ ...listed, view_count: 0, viewers: [] })
    expect(listIn(body, 'results')[1]).toMatchObject({ id: second.id })
  })

  it('INSIGHT-60 trending insights come in pages, and refuse numbers that are none', async () => {
    const { owner, insights } = await worldWithPaths(newWorld)
    for (let n = 0; n < 11; n++) await owner.post(insights, { name: `${n}` })
    const { body } = await owner.get(`${insights}trending/`)
    expect([body.count, listIn(body, 'results').length]).toEqual([11, 10])
    expect(body.next).toBe(`http://localhost${insights}trending/?limit=10&offset=10`)
    expect((await owner.get(`${insights}trending/?limit=500&offset=10`)).body).toMatchObject({
      next: null,
      previous: `http://localhost${insights}trending/?limit=100`,
      results: [expect.anything()],
    })
    for (const query of ['days=0', 'days=x', 'days=3651', 'limit=0', 'limit=x', 'offset=-1', 'user=1']) {
      const refusal = await owner.get(`${insights}trending/?${query}`)
      expect(refusal, query).toMatchObject({ status: 400, body: { attr: query.split('=')[0] } })
    }
  })

  it('USAGE-77 HTTP-108 the event of flag calls is known once one was counted', async () => {
    const { owner, member, keyOf, events, api, project, newFlag } = await worldWithPaths(newWorld)
    expect((await owner.get(events)).body).toEqual({ count: 0, next: null, previous: null, results: [] })
    const { key } = await newFlag()
    const { usage, snapshots, clock } = api.deck.context
    await snapshots.get(project.id)
    const call = { variant: 'true', measure: 'exposures', source: 'sdk_remote', sdk: 'web' } as const
    const once = { count: 1, errors: 0, at: clock(), uuid: null, distinctId: 'u' }
    usage.record({ projectId: project.id, flagKey: key, ...call, ...once })
    await usage.flush()
    const { body } = await owner.get(events)
    expect(body).toMatchObject({
      count: 1,
      results: [{ id: UUID, name: '$feature_flag_called', tags: [], is_action: false, post_to_slack: false }],
    })
    expect((await owner.get(`${events}?search=flag+called&ordering=-last_seen_at&exclude_stale=true`)).body).toEqual(
      body,
    )
    expect((await owner.get(`${events}?names=a,b`)).body.count).toBe(0)
    expect((await owner.get(`${events}?excluded_properties=["$feature_flag_called"]`)).body.count).toBe(0)
    expect((await owner.get(`${events}?event_type=event_custom`)).body.count).toBe(0)
    for (const query of ['event_type=x', 'ordering=event', 'exclude_stale=x', 'excluded_properties=x', 'tags=["a"]']) {
      expect(await owner.get(`${events}?${query}`), query).toMatchObject({
        status: 400,
        body: { attr: query.split('=')[0] },
      })
    }
    expect((await (await keyOf(member, ['insight:read'])).get(events)).status).toBe(200)
    expect((await (await keyOf(member, ['person:read'])).get(events)).status).toBe(403)
  })

  it('USAGE-78 USAGE-79 HTTP-108 properties of persons, groups and events are listed', async () => {
    const { owner, persons, groups, properties } = await worldWithPaths(newWorld)
    await owner.patch(`${persons}a/`, { properties: { plan: 'pro', seats: 7 } })
    await owner.patch(`${persons}b/`, { properties: { plan: 'free', since: '2026-01-02' } })
    await owner.post(groups, { group_type_index: 0, group_key: 'x', group_properties: { size: 3 } })
    const list = async (query: Record<string, string>) => {
      const { status, body } = await owner.get(`${properties}?${new URLSearchParams(query)}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body
    }
    const person = await list({ type: 'person' })
    expect(person).toEqual({
      count: 3,
      count_is_capped: false,
      next: null,
      previous: null,
      results: [
        expect.objectContaining({ id: UUID, name: 'plan', property_type: 'String', is_numerical: false, tags: [] }),
        expect.objectContaining({ id: UUID, name: 'seats', property_type: 'Numeric', is_numerical: true }),
        expect.objectContaining({
          id: UUID,
          name: 'since',
          property_type: 'DateTime',
          is_seen_on_filtered_events: null,
        }),
      ],
    })
    expect(await list({ type: 'person' })).toEqual(person)
    const names = async (query: Record<string, string>) => listIn(await list(query), 'results').map(({ name }) => name)
    expect(await names({ type: 'person', properties: 'seats,plan', excluded_properties: '["plan"]' })).toEqual([
      'seats',
    ])
    expect(await names({ type: 'person', is_numerical: 'true', exclude_hidden: 'true' })).toEqual(['seats'])
    expect(await names({ type: 'person', search: 'PL an' })).toEqual(['plan'])
    expect(await names({ type: 'group', group_type_index: '0' })).toEqual(['size'])
    expect(await names({ exclude_core_properties: 'true' })).toEqual(['locally_evaluated'])
    expect(listIn(await list({ event_names: '["$feature_flag_called"]', search: '$lib' }), 'results')).toMatchObject([
      { name: '$lib', is_seen_on_filtered_events: true },
    ])
    expect(await list({ type: 'person', limit: '1', offset: '1' })).toMatchObject({
      count: 3,
      next: `http://localhost${properties}?limit=1&offset=2&type=person`,
      previous: `http://localhost${properties}?limit=1&type=person`,
      results: [{ name: 'seats' }],
    })
  })

  it('USAGE-78 USAGE-79 a refusal of properties names the wrong parameter, and keys need the scope', async () => {
    const { owner, member, keyOf, properties } = await worldWithPaths(newWorld)
    for (const [query, attr] of [
      ['type=session', 'type'],
      ['type=group', 'group_type_index'],
      ['type=group&group_type_index=5', 'group_type_index'],
      ['type=person&group_type_index=0', 'group_type_index'],
      ['type=person&event_names=["x"]', 'event_names'],
      ['type=person&filter_by_event_names=true', 'filter_by_event_names'],
      ['is_numerical=x', 'is_numerical'],
      ['excluded_properties={}', 'excluded_properties'],
      ['verified=true', 'verified'],
      [`search=${'x'.repeat(201)}`, 'search'],
    ]) {
      expect(await owner.get(`${properties}?${query}`), query).toMatchObject({ status: 400, body: { attr } })
    }
    for (const scope of ['person:read', 'group:read', 'insight:read'] as const) {
      const key = await keyOf(member, [scope])
      const statusOf = async (query: string) => (await key.get(`${properties}?${query}`)).status
      expect(await statusOf(''), scope).toBe(200)
      expect(await statusOf('type=person'), scope).toBe(scope === 'person:read' ? 200 : 403)
      expect(await statusOf('type=group&group_type_index=0'), scope).toBe(scope === 'group:read' ? 200 : 403)
    }
    expect((await (await keyOf(member, ['cohort:read'])).get(properties)).status).toBe(403)
  })

  it('USAGE-80 the last page of the properties of 10,000 persons leads to those of the rest', {
    timeout: 60_000,
  }, async () => {
    const { owner, api, project, properties } = await worldWithPaths(newWorld)
    const save = (numbers: readonly number[]) =>
      api.deck.context.store.write(async (tx) => {
        for (const n of numbers) {
          const properties: JsonObject = n < 10_000 ? { a: 1, b: 1 } : { a: 'x', c: 1 }
          const distinctId = `u${String(n).padStart(5, '0')}`
          await tx.persons.save(newPersonRow({ projectId: project.id, distinctId, properties }))
        }
      })
    // In parts: a transaction on PostgreSQL has a time limit.
    for (let first = 0; first < 10_000; first += 500) await save(Array.from({ length: 500 }, (_, n) => first + n))
    await save([10_000])
    const seen: unknown[] = []
    const counts: unknown[] = []
    for (let next: unknown = `${properties}?type=person&limit=1`; typeof next === 'string'; ) {
      const { body } = await owner.get(next.replace('http://localhost', ''))
      seen.push(...listIn(body, 'results').map(({ name, property_type: type }) => [name, type]))
      counts.push([body.count, body.count_is_capped])
      next = body.next
    }
    expect(seen).toEqual([
      ['a', 'Numeric'],
      ['b', 'Numeric'],
      ['a', 'String'],
      ['c', 'Numeric'],
    ])
    expect(counts).toEqual([
      [2, true],
      [2, true],
      [2, false],
      [2, false],
    ])
  })
}
