import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { BUILT_AT, newProjectRow } from '../../../testing/row-builders.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { createInsight } from './create-insight.ts'
import type { InsightInput } from './insight-input.ts'
import { type InsightListFilters, listInsights } from './list-insights.ts'
import { retrieveInsight } from './retrieve-insight.ts'
import { updateInsight } from './update-insight.ts'

const PAGE = { limit: 10, offset: 0 }
const QUERY = { kind: 'TrendsQuery', series: [] }

describe('a new insight', () => {
  it('DASH-90 has a short id, and is on no dashboard', async () => {
    const { as, member, project } = await testDeck()
    expect(
      await createInsight(await as(member), { name: 'Calls', query: QUERY, tags: ['A'], favorited: true }),
    ).toEqual({
      id: expect.any(Number),
      projectId: project.id,
      shortId: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
      name: 'Calls',
      derivedName: null,
      description: '',
      query: QUERY,
      tags: ['a'],
      favorited: true,
      saved: true,
      isSample: false,
      deleted: false,
      deletionId: null,
      createdBy: member,
      createdAt: BUILT_AT,
      updatedAt: BUILT_AT,
      lastModifiedAt: BUILT_AT,
      lastModifiedBy: member,
      dashboardIds: [],
      dashboardTiles: [],
      canEdit: true,
      effectiveRestrictionLevel: 21,
      effectivePrivilegeLevel: 37,
      userAccessLevel: 'editor',
    })
  })

  it('DASH-91 is placed on the dashboards that it names, or nothing is made', async () => {
    const { context, dashboards } = await testDeck()
    const [a, b, gone] = [
      await dashboards.create(),
      await dashboards.create(),
      await dashboards.create({ deleted: true }),
    ]
    const insight = await createInsight(context, { dashboardIds: [b.id, a.id, b.id] })
    expect(insight.dashboardIds).toEqual([a.id, b.id])
    for (const id of [gone.id, 999]) {
      await expect(createInsight(context, { dashboardIds: [a.id, id] })).rejects.toMatchObject({
        attr: 'dashboardIds',
        code: 'does_not_exist',
      })
    }
    expect((await listInsights(context, {}, PAGE)).count).toBe(1)
    expect((await dashboards.get(a.id)).tiles).toHaveLength(1)
  })

  const refusals: readonly [string, unknown, { attr: string; code: string }][] = [
    ['a query that is text', { query: 'x' }, { attr: 'query', code: 'not_a_dict' }],
    ['a long name', { name: 'x'.repeat(401) }, { attr: 'name', code: 'max_length' }],
    ['dashboards by name', { dashboardIds: ['x'] }, { attr: 'dashboardIds__0', code: 'invalid_input' }],
  ]
  it.each(refusals)('DASH-90 refuses %s', async (_, input, refusal) => {
    const { context } = await testDeck()
    await expect(createInsight(context, input as InsightInput)).rejects.toMatchObject(refusal)
  })

  const LEGACY = { insight: 'TRENDS', events: [{ id: '$feature_flag_called' }] }
  const unasked: readonly [string, object][] = [
    ['filters', { filters: LEGACY }],
    ['filters that are text', { filters: JSON.stringify(LEGACY) }],
    ['filters beside no query', { filters: LEGACY, query: null }],
    ['filters beside an empty query', { filters: LEGACY, query: {} }],
  ]
  it.each(unasked)('DASH-97 refuses %s, when it is made and when it is changed', async (_, sent) => {
    const { context } = await testDeck()
    const insight = await createInsight(context, { query: QUERY })
    const input = { ...sent, name: 7 } as unknown as InsightInput
    const refusal = {
      kind: 'validation',
      violations: [
        { attr: 'name', code: 'invalid_input' },
        {
          attr: 'filters',
          code: 'invalid_input',
          detail:
            'Insights use `query`; `filters` are no longer supported. Send a query, such as a TrendsQuery, instead.',
        },
      ],
    }
    await expect(createInsight(context, input)).rejects.toMatchObject(refusal)
    await expect(updateInsight(context, insight.id, input)).rejects.toMatchObject(refusal)
    expect((await listInsights(context, {}, PAGE)).items).toEqual([insight])
  })

  it.each([[{}], [null], [false], [0], [''], [[]]])('DASH-97 takes filters that say nothing: %j', async (filters) => {
    const { context } = await testDeck()
    const sent = { filters } as unknown as InsightInput
    const { id, query } = await createInsight(context, sent)
    expect([query, (await updateInsight(context, id, { ...sent, query: QUERY })).query]).toEqual([null, QUERY])
    expect(await updateInsight(context, id, sent)).toMatchObject({ query: QUERY })
  })

  it('DASH-97 counts the query where filters are beside it', async () => {
    const { context } = await testDeck()
    const sent = { filters: LEGACY, query: QUERY } as unknown as InsightInput
    const { id, ...made } = await createInsight(context, sent)
    expect([made.query, 'filters' in made]).toEqual([QUERY, false])
    expect((await updateInsight(context, id, sent)).query).toEqual(QUERY)
  })
})

describe('an insight', () => {
  it('DASH-90 is read by its id or its short id, in its project only', async () => {
    const { context, store, organization, deck } = await testDeck()
    const insight = await createInsight(context, { name: 'x' })
    expect(await retrieveInsight(context, insight.id)).toEqual(insight)
    expect(await retrieveInsight(context, insight.shortId)).toEqual(insight)
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const foreign = (await deck.project(sister.id)).context
    for (const id of [insight.id, insight.shortId]) {
      await expect(retrieveInsight(foreign, id)).rejects.toMatchObject({ kind: 'not_found' })
      await expect(updateInsight(foreign, id, {})).rejects.toMatchObject({ kind: 'not_found' })
    }
    await expect(retrieveInsight(context, Number.NaN)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('DASH-91 is put on and taken off 50 dashboards at a time', async () => {
    const { context, dashboards } = await testDeck()
    const ids: number[] = []
    for (let n = 0; n < 51; n++) ids.push((await dashboards.create()).id)
    const refusal = {
      attr: 'dashboardIds',
      code: 'max_length',
      message: 'An insight can be added to and removed from at most 50 dashboards in one request.',
    }
    await expect(createInsight(context, { dashboardIds: ids })).rejects.toMatchObject(refusal)
    const { id } = await createInsight(context, { dashboardIds: ids.slice(1) })
    expect((await updateInsight(context, id, { dashboardIds: ids })).dashboardIds).toHaveLength(51)
    await expect(updateInsight(context, id, { dashboardIds: [] })).rejects.toMatchObject(refusal)
    await updateInsight(context, id, { dashboardIds: ids.slice(50) })
    expect((await retrieveInsight(context, id)).dashboardIds).toEqual(ids.slice(50))
  })

  it('DASH-91 changes what is sent, and where it is shown', async () => {
    const { context, as, member, dashboards, clock } = await testDeck()
    const [a, b] = [await dashboards.create(), await dashboards.create()]
    const insight = await createInsight(context, { name: 'x', query: QUERY, dashboardIds: [a.id] })
    clock.advance(1000)
    const changed = await updateInsight(await as(member), insight.id, { description: 'd', dashboardIds: [b.id] })
    expect(changed).toMatchObject({
      name: 'x',
      query: QUERY,
      description: 'd',
      dashboardIds: [b.id],
      createdBy: null,
      lastModifiedBy: member,
      lastModifiedAt: timestampOf(clock()),
    })
    const back = await updateInsight(context, insight.id, { dashboardIds: [a.id, b.id], query: null })
    expect([back.dashboardIds, back.query]).toEqual([[a.id, b.id], null])
    expect((await dashboards.get(a.id)).tiles[0]?.id).toBe(insight.dashboardTiles[0]?.id)
    expect((await updateInsight(context, insight.id, {})).dashboardIds).toEqual([a.id, b.id])
  })

  it('DASH-91 loses no change of those who change it at once', async () => {
    const { context } = await testDeck()
    const { id } = await createInsight(context, {})
    await Promise.all(
      [{ name: 'n' }, { description: 'd' }, { favorited: true }].map((input) => updateInsight(context, id, input)),
    )
    expect(await retrieveInsight(context, id)).toMatchObject({ name: 'n', description: 'd', favorited: true })
  })

  it('DASH-93 is gone while it is deleted', async () => {
    const { context, dashboards } = await testDeck()
    const { id: dashboardId } = await dashboards.create()
    const { id } = await createInsight(context, { dashboardIds: [dashboardId] })
    expect(await updateInsight(context, id, { deleted: true })).toMatchObject({ deleted: true })
    for (const attempt of [retrieveInsight(context, id), updateInsight(context, id, { name: 'x' })]) {
      await expect(attempt).rejects.toMatchObject({ kind: 'not_found' })
    }
    expect([(await listInsights(context, {}, PAGE)).count, (await dashboards.get(dashboardId)).tiles]).toEqual([0, []])
    expect(await updateInsight(context, id, { deleted: false })).toMatchObject({ dashboardIds: [dashboardId] })
    expect((await dashboards.get(dashboardId)).tiles).toHaveLength(1)
  })

  it('DASH-94 is found by what it is', async () => {
    const { context, clock } = await testDeck()
    const first = await createInsight(context, { name: 'Calls of flags', tags: ['web'] })
    clock.advance(1000)
    await createInsight(context, { derivedName: 'Derived', description: 'Users', saved: false, favorited: true })
    const names = async (filters: InsightListFilters) =>
      (await listInsights(context, filters, PAGE)).items.map(({ name, derivedName }) => name ?? derivedName)
    expect(await names({})).toEqual(['Derived', 'Calls of flags'])
    expect(await names({ search: 'CALLS' })).toEqual(['Calls of flags'])
    expect(await names({ search: 'users' })).toEqual(['Derived'])
    expect(await names({ search: 'derived' })).toEqual(['Derived'])
    expect(await names({ tags: ['WEB'] })).toEqual(['Calls of flags'])
    expect(await names({ saved: 'true' })).toEqual(['Calls of flags'])
    expect(await names({ favorited: 'true' })).toEqual(['Derived'])
    expect(await names({ shortId: first.shortId })).toEqual(['Calls of flags'])
    await expect(names({ search: 'x'.repeat(201) })).rejects.toMatchObject({ attr: 'search' })
  })

  it('INSIGHT-61 is found by who made it, and by when it was made or modified', async () => {
    const { context, as, member, owner, clock } = await testDeck()
    const first = await createInsight(await as(member), { name: 'Member' })
    clock.advance(3 * 24 * 3_600_000)
    await createInsight(await as(owner), { name: 'Owner' })
    clock.advance(1000)
    await updateInsight(context, first.id, { description: 'changed' })
    const names = async (filters: InsightListFilters, ctx = context) =>
      (await listInsights(ctx, filters, PAGE)).items.map(({ name }) => name)
    expect(await names({ createdBy: String(owner.id) })).toEqual(['Owner'])
    expect(await names({ createdBy: JSON.stringify([member.id, owner.id]) })).toEqual(['Owner', 'Member'])
    expect(await names({ createdBy: '[]' })).toEqual([])
    expect(await names({ user: 'true' }, await as(member))).toEqual(['Member'])
    expect(await names({ user: 'true', createdBy: `${owner.id}` }, await as(member))).toEqual([])
    expect(await names({ user: 'true' })).toEqual([])
    expect(await names({ createdDateFrom: '-1d' })).toEqual(['Owner'])
    expect(await names({ createdDateTo: '-1d' })).toEqual(['Member'])
    expect(await names({ dateFrom: '-1d' })).toEqual(['Owner', 'Member'])
    expect(await names({ dateTo: '-1d' })).toEqual([])
    expect(await names({ dateFrom: '2020-01-01', dateTo: '2020-01-02T00:00:00+02:00' })).toEqual([])
    for (const [name, value] of Object.entries({
      createdBy: 'me',
      user: 'false',
      dateFrom: 'soon',
      dateTo: '2026-02-31',
      createdDateFrom: '',
      createdDateTo: '-7',
    }))
      await expect(names({ [name]: value }), name).rejects.toMatchObject({ attr: name })
    await expect(names({ createdBy: JSON.stringify(Array(101).fill(1)) })).rejects.toMatchObject({ attr: 'createdBy' })
  })

  it('INSIGHT-62 is not found by a filter that cannot be read', async () => {
    const { context } = await testDeck()
    for (const wrong of [{ saved: 'maybe' }, { favorited: 'ja' }]) {
      const refused = { attr: Object.keys(wrong)[0], message: 'Send true or false.' }
      await expect(listInsights(context, wrong, PAGE)).rejects.toMatchObject(refused)
    }
  })

  it('DASH-95 tells of no change that changed nothing', async () => {
    const { context, store, project } = await testDeck()
    const { id } = await createInsight(context, { name: 'x', tags: ['a'] })
    await updateInsight(context, id, {})
    await updateInsight(context, id, { name: 'x', tags: ['A'], dashboardIds: [] })
    const { items } = await store.read((tx) => tx.activity.list(project.id, { scope: 'Insight' }, PAGE))
    expect(items.map(({ verb }) => verb)).toEqual(['created'])
  })

  it('DASH-95 leaves a trace, and needs a key that is made for it', async () => {
    const { context, as, member, store, project } = await testDeck()
    const insight = await createInsight(context, { name: 'x' })
    await updateInsight(await as(member), insight.id, { name: 'y' })
    const { items } = await store.read((tx) => tx.activity.list(project.id, { scope: 'Insight' }, PAGE))
    expect(items).toMatchObject([
      {
        verb: 'updated',
        itemId: String(insight.id),
        user: { email: member.email },
        detail: { name: 'y', shortId: insight.shortId, changes: [{ field: 'name', before: 'x', after: 'y' }] },
      },
      { verb: 'created', user: null },
    ])
    const reader = await as(member, { scopes: ['insight:read', 'dashboard:write'] })
    await expect(createInsight(reader, {})).rejects.toMatchObject({
      message: "API key missing required scope 'insight:write'",
    })
    await expect(updateInsight(reader, insight.id, {})).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(retrieveInsight(reader, insight.id)).resolves.toBeDefined()
    const stranger = await as(member, { scopes: ['dashboard:write'] })
    await expect(listInsights(stranger, {}, PAGE)).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})
