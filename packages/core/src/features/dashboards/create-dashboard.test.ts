import { describe, expect, it } from 'vitest'
import { storedState } from '../../testing/dashboards/stored-state.ts'
import { BUILT_AT, newProjectRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { applyImport } from '../portability/import-project.ts'
import { createDashboard } from './create-dashboard.ts'
import type { CreateDashboardInput } from './dashboard-input.ts'
import { createTextTile } from './tiles/change-text-tile.ts'
import { updateDashboard } from './update-dashboard.ts'

const create = async (input: unknown) => createDashboard((await testDeck()).context, input as CreateDashboardInput)

describe('a new dashboard', () => {
  it('DASH-1 needs no field at all', async () => {
    const { as, member, project } = await testDeck()
    expect(await createDashboard(await as(member), {})).toEqual({
      id: expect.any(Number),
      projectId: project.id,
      name: null,
      description: '',
      pinned: false,
      deleted: false,
      createdBy: member,
      createdAt: BUILT_AT,
      lastAccessedAt: null,
      creationMode: 'default',
      filters: {},
      persistedFilters: null,
      variables: {},
      persistedVariables: null,
      breakdownColors: [],
      dataColorThemeId: null,
      quickFilterIds: [],
      tags: [],
      restrictionLevel: 21,
      effectiveRestrictionLevel: 21,
      effectivePrivilegeLevel: 37,
      canRestrict: true,
      canEdit: true,
      userAccessLevel: 'manager',
      version: 1,
      tiles: [],
    })
  })

  it('DASH-1 keeps what was sent, in the forms that clients send', async () => {
    const colors = [{ breakdownValue: '', colorToken: null, source: 'x' }]
    expect(
      await create({
        name: '',
        pinned: 'true',
        filters: { date_from: '-7d' },
        tags: [' Beta ', 'beta', '', 'ui'],
        breakdownColors: colors,
        quickFilterIds: null,
        restrictionLevel: '37',
        useDashboard: null,
        useTemplate: '',
        deleteInsights: false,
      }),
    ).toMatchObject({
      name: '',
      pinned: true,
      filters: { date_from: '-7d' },
      persistedFilters: { date_from: '-7d' },
      tags: ['beta', 'ui'],
      breakdownColors: colors,
      quickFilterIds: [],
      restrictionLevel: 37,
      creationMode: 'default',
    })
  })

  it('DASH-2 takes what clients send for nothing as nothing', async () => {
    for (const nothing of [null, false, 0, '', []]) {
      expect(await create({ filters: nothing, variables: nothing })).toMatchObject({ filters: {}, variables: {} })
    }
  })

  it('DASH-10 ignores what nobody may set', async () => {
    const sent = { creationMode: 'unlisted', createdBy: null, version: 7, id: 99 }
    expect(await create(sent)).toMatchObject({ creationMode: 'default', version: 1 })
  })

  const refusals: readonly [string, unknown, { code: string; attr: string | null; message?: string }][] = [
    ['DASH-1 a long name', { name: 'x'.repeat(401) }, { code: 'max_length', attr: 'name' }],
    ['DASH-1 a name with NUL', { name: 'a\0' }, { code: 'null_characters_not_allowed', attr: 'name' }],
    [
      'DASH-1 a description of null',
      { description: null },
      { code: 'null', attr: 'description', message: 'This field may not be null.' },
    ],
    ['DASH-1 tags that are no list', { tags: 'beta' }, { code: 'not_a_list', attr: 'tags' }],
    ['DASH-1 colours that are an object', { breakdownColors: {} }, { code: 'not_a_list', attr: 'breakdownColors' }],
    [
      'DASH-1 a colour without a value',
      { breakdownColors: [{ colorToken: null }] },
      { code: 'required', attr: 'breakdownColors__0__breakdownValue' },
    ],
    ['DASH-1 quick filters by name', { quickFilterIds: ['x'] }, { code: 'invalid_input', attr: 'quickFilterIds__0' }],
    [
      'DASH-2 filters that are text',
      { filters: 'x' },
      { code: 'invalid_input', attr: null, message: 'Filters must be a dictionary' },
    ],
    [
      'DASH-2 variables that are a list',
      { variables: [1] },
      { code: 'invalid_input', attr: null, message: 'Variables must be a dictionary' },
    ],
    [
      'DASH-80 another restriction level',
      { restrictionLevel: 5 },
      {
        code: 'invalid_choice',
        attr: 'restrictionLevel',
        message: '"5" is not a valid choice. Choose one of: 21, 37.',
      },
    ],
    [
      'DASH-20 a template and a dashboard at once',
      { useTemplate: 'Flag usage', useDashboard: 1 },
      { code: 'invalid_input', attr: null, message: '`use_dashboard` and `use_template` cannot be used together' },
    ],
    [
      'DASH-20 an empty text for a dashboard',
      { useTemplate: 'Flag usage', useDashboard: '' },
      { code: 'invalid_input', attr: 'useDashboard' },
    ],
    [
      'DASH-21 a dashboard that there is not',
      { useDashboard: 99 },
      { code: 'invalid_input', attr: 'useDashboard', message: 'Invalid value provided' },
    ],
    [
      'DASH-74 a template that there is not',
      { useTemplate: 'Nothing' },
      { code: 'invalid_input', attr: 'useTemplate', message: 'Invalid template provided: Nothing' },
    ],
  ]
  it.each(refusals)('refuses %s', async (_, input, refusal) => {
    await expect(create(input)).rejects.toMatchObject({ kind: 'validation', ...refusal })
  })

  it('DASH-13 is refused with everything that is wrong at once', async () => {
    await expect(create({ name: 1, tags: 'x', filters: 'x' })).rejects.toMatchObject({
      attr: 'name',
      violations: [{ attr: 'name' }, { attr: 'tags' }, { detail: 'Filters must be a dictionary' }],
    })
  })

  it('DASH-14 needs a key that may write dashboards, and a refusal leaves no trace', async () => {
    const { as, member, context } = await testDeck()
    const before = await storedState(context)
    const reader = await as(member, { scopes: ['dashboard:read', 'feature_flag:write'] })
    await expect(createDashboard(reader, {})).rejects.toMatchObject({
      kind: 'permission_denied',
      message: "API key missing required scope 'dashboard:write'",
    })
    await expect(createDashboard(context, { useTemplate: 'Nothing' })).rejects.toMatchObject({ kind: 'validation' })
    expect(await storedState(context)).toEqual(before)
  })
})

describe('a dashboard from another', () => {
  async function original() {
    const deck = await testDeck()
    const source = await createDashboard(deck.context, {
      name: 'Source',
      description: 'Of the source',
      useTemplate: 'Flag usage',
      tags: ['theirs'],
      pinned: true,
      restrictionLevel: 37,
    })
    await createTextTile(deck.context, source.id, { body: 'Hello', color: 'blue', layouts: { sm: { x: 0, y: 50 } } })
    const { tiles } = await updateDashboard(deck.context, source.id, {
      filters: { date_from: '-9d' },
      variables: { a: 1 },
      tiles: [{ id: source.tiles[0]?.id, filtersOverrides: { date_from: '-1d' }, showDescription: true }],
    })
    return { ...deck, source, tiles }
  }
  const looks = (tiles: readonly object[]) =>
    tiles.map((tile) => ({ ...tile, id: 0, dashboardId: 0, insight: null, text: null, content: null }))

  it('DASH-21 has its filters and nothing that was its own', async () => {
    const { context, source } = await original()
    expect(await createDashboard(context, { useDashboard: source.id, name: 'Copy', filters: {} })).toMatchObject({
      name: 'Copy',
      description: '',
      tags: [],
      pinned: false,
      restrictionLevel: 21,
      creationMode: 'duplicate',
      filters: { date_from: '-9d' },
      variables: { a: 1 },
    })
    const own = await createDashboard(context, { useDashboard: source.id, filters: { date_from: '-3d' } })
    expect(own.filters).toEqual({ date_from: '-3d' })
  })

  it('DASH-22 shows the same insights and texts', async () => {
    const { context, source, tiles } = await original()
    const copy = await createDashboard(context, { useDashboard: source.id })
    expect(copy.tiles.map(({ content }) => content)).toEqual(tiles.map(({ content }) => content))
    expect(looks(copy.tiles)).toEqual(looks(tiles))
    expect(copy.tiles[0]?.insight?.dashboardIds).toEqual([source.id, copy.id])
    expect(copy.tiles.at(-1)?.text?.dashboardTiles.map(({ dashboardId }) => dashboardId)).toEqual([source.id, copy.id])
  })

  it('DASH-22 shows copies when asked to', async () => {
    const { context, source, tiles, store } = await original()
    await store.write(async (tx) => {
      const [first] = await tx.insights.findMany(context.project.id, [tiles[0]?.insight?.id ?? 0])
      if (first) await tx.insights.update({ ...first, name: null }, '')
    })
    const copy = await createDashboard(context, { useDashboard: source.id, duplicateTiles: true })
    const names = tiles.slice(1, -1).map(({ insight }) => `${insight?.name} (Copy)`)
    expect(copy.tiles.map(({ insight }) => insight?.name)).toEqual([null, ...names, undefined])
    expect(copy.tiles.at(-1)?.text?.body).toBe('Hello')
    expect(looks(copy.tiles)).toEqual(looks(tiles))
    const ids = new Set(tiles.map(({ content }) => JSON.stringify(content)))
    expect(copy.tiles.filter(({ content }) => ids.has(JSON.stringify(content)))).toEqual([])
  })

  it('DASH-22 shows live tiles only', async () => {
    const { context, source, tiles } = await original()
    await updateDashboard(context, source.id, { tiles: [{ id: tiles[0]?.id, deleted: true }] })
    const copy = await createDashboard(context, { useDashboard: source.id })
    expect(copy.tiles).toHaveLength(tiles.length - 1)
  })

  it('DASH-21 refuses one that is deleted or of another project', async () => {
    const { context, source, store, organization, deck } = await original()
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const foreign = (await deck.project(sister.id)).context
    await expect(createDashboard(foreign, { useDashboard: source.id })).rejects.toMatchObject({ attr: 'useDashboard' })
    await updateDashboard(context, source.id, { deleted: true })
    await expect(createDashboard(context, { useDashboard: source.id })).rejects.toMatchObject({ attr: 'useDashboard' })
  })
})

describe('the number of dashboards of a project', () => {
  const refused = {
    message:
      'This project would have 3 dashboards. The limit is 2 dashboards. Please delete unused dashboards, or raise ' +
      'FLAGDECK_MAX_DASHBOARDS_PER_PROJECT, or the limits.maxDashboardsPerProject option of the library.',
  }

  it('DASH-98 has a limit for all ways to create or restore one', async () => {
    const { context, dashboards, flags } = await testDeck({ limits: { maxDashboardsPerProject: 2 } })
    const [first] = [await dashboards.create({ name: 'a' }), await dashboards.create({ name: 'b' })]
    const flag = await flags.create({ key: 'k' })
    const template = { template_name: 't', dashboard_description: '', dashboard_filters: {}, tiles: [{ type: 'TEXT' }] }
    const before = await storedState(context)
    const attempts = [
      () => dashboards.create({ name: 'c' }),
      () => dashboards.create({ useDashboard: first.id }),
      () => dashboards.create({ useTemplate: 'DEFAULT_APP' }),
      () => dashboards.createFromTemplate({ ...template, tags: [] }),
      () => dashboards.createForFlag(flag.id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(refused)
    expect(await storedState(context)).toEqual(before)
    await dashboards.update(first.id, { deleted: true })
    const usage = await dashboards.createForFlag(flag.id)
    expect(usage.usageDashboardId).not.toBeNull()
    await expect(dashboards.update(first.id, { deleted: false })).rejects.toMatchObject(refused)
    await dashboards.update(first.id, { deleted: true })
  })

  it('DASH-98 holds for requests that create dashboards concurrently', async () => {
    const { dashboards } = await testDeck({ limits: { maxDashboardsPerProject: 2 } })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => dashboards.create({})))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('DASH-98 holds for the outcome of an import', async () => {
    const { context, dashboards } = await testDeck({ limits: { maxDashboardsPerProject: 2 } })
    const documentOf = (...names: string[]) => ({ flagdeck_export: 1, dashboards: names.map((name) => ({ name })) })
    await applyImport(context, documentOf('a', 'b'))
    await expect(applyImport(context, documentOf('c'))).rejects.toThrow('limits.maxDashboardsPerProject')
    await applyImport(context, documentOf('c', 'd'), { prune: true })
    expect((await dashboards.list({})).items.map(({ name }) => name)).toEqual(['c', 'd'])
  })
})
