import { describe, expect, it } from 'vitest'
import type { Store } from '../../../data/store.ts'
import type { DomainError } from '../../../foundation/errors/domain-error.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { box } from '../../../testing/dashboards/furnished-dashboard.ts'
import { storedState } from '../../../testing/dashboards/stored-state.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { runInsightQuery } from '../../usage/query/run-insight-query.ts'
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts'
import { createTemplate, updateTemplate } from './change-template.ts'
import { createDashboardFromTemplate } from './create-dashboard-from-template.ts'
import {
  type AnyTemplate,
  listTemplates,
  retrieveTemplate,
  type TemplateListFilters,
  templatePages,
} from './list-templates.ts'
import type { CreateTemplateInput } from './template-input.ts'

const QUERY = { kind: 'TrendsQuery', series: [{ event: '{EVENT}' }] }
const TEMPLATE = {
  template_name: 'Launch',
  dashboard_description: 'How the launch goes',
  dashboard_filters: { date_from: '-7d' },
  tags: ['Launch '],
  created_by: { id: 7 },
  tiles: [
    {
      type: 'INSIGHT',
      name: 'Calls',
      description: 'All',
      query: QUERY,
      filters: { a: 1 },
      color: 'blue',
      layouts: box(0, 0),
    },
    { type: 'TEXT', body: '{EVENT}', layouts: box(0, 5), transparent_background: true },
  ],
} satisfies JsonObject
const make = async (template: unknown) => {
  const { dashboards } = await testDeck()
  return dashboards.createFromTemplate(template as JsonObject)
}

describe('a dashboard from JSON', () => {
  it('DASH-71 is what the template says', async () => {
    const { as, member } = await testDeck()
    const dashboard = await createDashboardFromTemplate(await as(member), { template: TEMPLATE })
    expect(dashboard).toMatchObject({
      name: 'Launch',
      description: 'How the launch goes',
      filters: { date_from: '-7d' },
      tags: ['launch'],
      creationMode: 'default',
      createdBy: member,
      tiles: [
        {
          color: 'blue',
          layouts: box(0, 0),
          insight: { name: 'Calls', description: 'All', query: QUERY, isSample: true, createdBy: member },
        },
        { transparentBackground: true, text: { body: '{EVENT}', createdBy: null } },
      ],
    })
  })

  it('DASH-73 has defaults where variables are left', async () => {
    const variable = { id: 'EVENT', name: 'E', type: 'event', description: 'd', required: false }
    const event = { id: '$feature_flag_called', name: 'call' }
    const template = { ...TEMPLATE, tiles: TEMPLATE.tiles.slice(0, 1), variables: [{ ...variable, default: event }] }
    expect((await make(template)).tiles[0]?.insight?.query).toEqual({ kind: 'TrendsQuery', series: [{ event }] })
  })

  const variable = { id: 'V', name: 'V', type: 'event', description: '', required: false, default: { id: 'x' } }
  const longDefault = { id: 'x'.repeat(30_000) }
  const used = (times: number) => [{ type: 'INSIGHT', query: { all: Array.from({ length: times }, () => '{V}') } }]
  const tooLong: readonly [string, readonly JsonObject[], JsonObject][] = [
    ['what tiles take of them', used(3), { ...variable, default: longDefault }],
    ['what many tiles take of them', Array.from({ length: 900 }, () => used(9)).flat(), variable],
    ['themselves', TEMPLATE.tiles, { ...variable, default: { id: 'x'.repeat(65_536) } }],
  ]
  it.each(tooLong)('DASH-79 is refused when its variables are too long: %s', async (_, tiles, variable) => {
    const template = { ...TEMPLATE, tiles, variables: [variable] }
    await expect(make(template)).rejects.toMatchObject({ attr: 'template__variables', code: 'max_length' })
  })

  it('DASH-79 takes as much of its variables as fits', async () => {
    const template = { ...TEMPLATE, tiles: used(2), variables: [{ ...variable, default: longDefault }] }
    expect((await make(template)).tiles[0]?.insight?.query).toEqual({ all: [longDefault, longDefault] })
  })

  it('DASH-79 stops taking defaults when they are too long together', async () => {
    let taken = 0
    const long = Object.defineProperty({}, 'id', { enumerable: true, get: () => (++taken ? 'x'.repeat(1000) : '') })
    const template = { ...TEMPLATE, tiles: used(50_000), variables: [{ ...variable, default: long }] }
    const { context } = await testDeck()
    await expect(createDashboardFromTemplate(context, { template })).rejects.toMatchObject({ code: 'max_length' })
    expect(taken).toBeLessThan(20)
  })

  const { template_name: _, ...nameless } = TEMPLATE
  const firstLines: readonly [unknown, string][] = [
    [nameless, "'template_name' is a required property"],
    [{}, "'template_name' is a required property"],
    [{ template_name: 'x' }, "'dashboard_description' is a required property"],
    [{ ...TEMPLATE, tiles: undefined }, "'tiles' is a required property"],
    [{ ...TEMPLATE, tiles: [] }, '[] should be non-empty'],
    [{ ...TEMPLATE, tiles: {} }, "{} is not of type 'array'"],
    [{ ...TEMPLATE, tiles: ['x'] }, "'x' is not of type 'object'"],
    [{ ...TEMPLATE, template_name: null }, "None is not of type 'string'"],
    [{ ...TEMPLATE, template_name: 5, tiles: [] }, "5 is not of type 'string'"],
    [{ ...TEMPLATE, dashboard_filters: "it's" }, `"it's" is not of type 'object'`],
    [{ ...TEMPLATE, team_id: 'x' }, "'x' is not of type 'number', 'null'"],
    [{ ...TEMPLATE, is_featured: 1 }, "1 is not of type 'boolean'"],
    [{ ...TEMPLATE, tags: ['a', true] }, "True is not of type 'string'"],
    [{ ...TEMPLATE, variables: [{}] }, "'id' is a required property"],
    ['x', "'x' is not of type 'object'"],
    [null, "None is not of type 'object'"],
  ]
  it.each(firstLines)('DASH-70 is refused with the sentence that clients know: %j', async (template, line) => {
    const sent = JSON.parse(JSON.stringify(template))
    const refusal = await make(sent).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'validation', code: 'invalid_input', attr: null })
    const [first, , second, , , third] = (refusal as Error).message.split('\n')
    expect(first).toBe(line)
    expect(second).toMatch(/^Failed validating '(required|type|minItems)' in schema:$/)
    expect(third).toBe('On instance:')
  })

  it('DASH-70 is refused for a variable of another type', async () => {
    const variable = { id: 'E', name: 'E', type: 'person', default: {}, description: '', required: true }
    await expect(make({ ...TEMPLATE, variables: [variable] })).rejects.toMatchObject({
      message: expect.stringMatching(/^'person' is not one of \['event', 'element'\]\n/),
    })
    await expect(make({ ...TEMPLATE, variables: null })).resolves.toBeDefined()
  })

  it('DASH-70 does not repeat a long template in its refusal', async () => {
    const long = { ...nameless, dashboard_description: 'x'.repeat(100_000) }
    const refusal = await make(long).catch((error: Error) => error)
    expect((refusal as Error).message.length).toBeLessThan(3000)
  })

  it('DASH-70 tells the first ten of many things that are broken, however large the template is', async () => {
    let reads = 0
    const broken = Object.defineProperty({}, 'id', { enumerable: true, get: () => ++reads })
    const variables = Array.from({ length: 500 }, () => broken)
    const refusal = await make({ ...TEMPLATE, is_featured: 1, extra: 'x'.repeat(100_000), variables }).catch(
      (error: unknown) => error,
    )
    const { message, violations } = refusal as DomainError
    expect(message).toMatch(/^1 is not of type 'boolean'\n/)
    expect(violations).toHaveLength(10)
    expect(violations.every(({ detail }) => detail.length < 4000)).toBe(true)
    // Each item is read to validate that it is JSON, and to find violations; ten of them are reported.
    expect(reads).toBeLessThan(1500)
  })

  it.each([
    [{ tiles: Array.from({ length: 1001 }, () => 5) }, { message: 'A dashboard can have at most 1,000 tiles.' }],
    [{ variables: Array.from({ length: 501 }, () => ({})) }, { attr: 'template__variables', code: 'max_length' }],
    [{ tags: Array.from({ length: 501 }, () => 5) }, { attr: 'template__tags', code: 'max_length' }],
  ])('DASH-70 is refused for a list that is too long, whatever is in it', async (list, refusal) => {
    const error = await make({ ...TEMPLATE, ...list }).catch((error: unknown) => error)
    expect(error).toMatchObject(refusal)
    expect((error as DomainError).violations).toHaveLength(1)
  })

  const tiles: readonly [string, unknown, { attr: string; code: string }][] = [
    ['a button', { type: 'BUTTON' }, { attr: 'template__tiles__2__type', code: 'invalid_choice' }],
    ['a tile of no type', { body: 'x' }, { attr: 'template__tiles__2__type', code: 'required' }],
    ['a long text', { type: 'TEXT', body: 'x'.repeat(4001) }, { attr: 'template__tiles__2__body', code: 'max_length' }],
    [
      'a query that is text',
      { type: 'INSIGHT', query: 'x' },
      { attr: 'template__tiles__2__query', code: 'not_a_dict' },
    ],
    [
      'a tile of an insight without a query',
      { type: 'INSIGHT' },
      { attr: 'template__tiles__2__query', code: 'required' },
    ],
    [
      'a tile that asks by filters',
      { type: 'INSIGHT', filters: { events: [] } },
      { attr: 'template__tiles__2__query', code: 'required' },
    ],
    [
      'a tile that asks by filters beside an empty query',
      { type: 'INSIGHT', filters: { events: [] }, query: {} },
      { attr: 'template__tiles__2__query', code: 'invalid_input' },
    ],
    ['layouts that are null', { type: 'TEXT', layouts: null }, { attr: 'template__tiles__2__layouts', code: 'null' }],
  ]
  it.each(tiles)('DASH-73 refuses %s by its place', async (_, tile, refusal) => {
    await expect(make({ ...TEMPLATE, tiles: [...TEMPLATE.tiles, tile] })).rejects.toMatchObject(refusal)
  })

  it('DASH-70 refuses no template at all, and a name that is too long or has NUL', async () => {
    const { context } = await testDeck()
    await expect(createDashboardFromTemplate(context, {} as { template: null })).rejects.toMatchObject({
      attr: 'template',
      code: 'required',
    })
    await expect(make({ ...TEMPLATE, template_name: 'x'.repeat(401) })).rejects.toMatchObject({
      attr: 'template__template_name',
      code: 'max_length',
    })
    await expect(make({ ...TEMPLATE, dashboard_description: '\0' })).rejects.toMatchObject({
      attr: 'template__dashboard_description',
    })
  })
})

describe('a dashboard from a template by name', () => {
  const sent = { name: 'Mine', description: 'mine', tags: ['A '], filters: { x: 1 }, pinned: true, variables: { v: 1 } }
  const empty = { name: '', description: '', filters: {}, tags: [] }

  it('DASH-72 keeps what was sent, and adds to the tags', async () => {
    const { dashboards } = await testDeck()
    expect(await dashboards.create({ ...sent, useTemplate: 'DEFAULT_APP', restrictionLevel: 37 })).toMatchObject({
      ...sent,
      tags: ['a', 'feature flags'],
      restrictionLevel: 37,
      creationMode: 'template',
    })
  })

  it('DASH-72 takes what was sent empty from the template', async () => {
    const { dashboards } = await testDeck()
    const [builtIn] = BUILT_IN_TEMPLATES
    expect(await dashboards.create({ ...empty, useTemplate: 'Flag usage' })).toMatchObject({
      name: 'Flag usage',
      description: builtIn?.dashboardDescription,
      filters: builtIn?.dashboardFilters,
      tags: builtIn?.tags,
    })
  })

  it('DASH-71 keeps what was sent beside the JSON of one too', async () => {
    const { context, dashboards } = await testDeck()
    expect(await dashboards.createFromTemplate(TEMPLATE, { ...sent, restrictionLevel: 37 })).toMatchObject({
      ...sent,
      tags: ['a', 'launch'],
      restrictionLevel: 37,
      creationMode: 'default',
    })
    const { template_name: name, dashboard_description: description, dashboard_filters: filters } = TEMPLATE
    const expected = { name, description, filters, tags: ['launch'], pinned: false, restrictionLevel: 21 }
    expect(await dashboards.createFromTemplate(TEMPLATE, empty)).toMatchObject(expected)
    const before = await storedState(context)
    const wrong = { ...sent, template: TEMPLATE, pinned: 'perhaps', restrictionLevel: 5 } as never
    await expect(createDashboardFromTemplate(context, wrong)).rejects.toMatchObject({
      violations: [{ attr: 'pinned' }, { attr: 'restrictionLevel', code: 'invalid_choice' }],
    })
    expect(await storedState(context)).toEqual(before)
  })

  it.each([{ useTemplate: 'Flag usage' }, { useDashboard: 1 }])(
    'DASH-23 is made from one thing: not from JSON and %j',
    async (source) => {
      const { context } = await testDeck()
      await expect(
        createDashboardFromTemplate(context, { template: TEMPLATE, ...source } as never),
      ).rejects.toMatchObject({ attr: Object.keys(source)[0], code: 'invalid_input' })
      const nothing = { template: TEMPLATE, useTemplate: '', useDashboard: null } as never
      expect(await createDashboardFromTemplate(context, nothing)).toMatchObject({ name: 'Launch' })
    },
  )

  it('DASH-96 has insights that nobody described where the template does not', async () => {
    const { dashboards } = await testDeck()
    const insight = { type: 'INSIGHT', query: null }
    const tiles = [insight, { ...insight, description: null }, { ...insight, description: '' }]
    const { id, ...made } = await dashboards.createFromTemplate({ ...TEMPLATE, tiles })
    const descriptions = ({ tiles }: Pick<typeof made, 'tiles'>) => tiles.map(({ insight }) => insight?.description)
    expect(descriptions(made)).toEqual([null, null, ''])
    const template = await dashboards.exportTemplate(id)
    expect(descriptions(await dashboards.createFromTemplate(template))).toEqual([null, null, ''])
    expect(descriptions(await dashboards.create({ useDashboard: id, duplicateTiles: true }))).toEqual([null, null, ''])
  })

  it("DASH-74 finds the project's own before those that come with the service", async () => {
    const { context, dashboards } = await testDeck()
    const first = await dashboards.create({ useTemplate: 'Product analytics' })
    expect([first.name, first.tiles.length]).toEqual(['Flag usage', 5])
    const own = { templateName: 'Flag usage', tiles: [{ type: 'TEXT', body: 'ours' }] }
    const { id } = await createTemplate(context, own)
    expect((await dashboards.create({ useTemplate: 'Flag usage' })).tiles).toMatchObject([{ text: { body: 'ours' } }])
    await updateTemplate(context, id, { deleted: true })
    expect((await dashboards.create({ useTemplate: 'Flag usage' })).tiles).toHaveLength(5)
  })

  it.each(BUILT_IN_TEMPLATES.map(({ templateName }) => templateName))(
    'DASH-75 asks what can be answered: %s',
    async (useTemplate) => {
      const { store, project, clock, dashboards } = await testDeck()
      const { tiles, filters } = await dashboards.create({ useTemplate })
      for (const { insight } of tiles) {
        if (!insight) continue
        const options = { now: clock(), dashboardFilters: filters }
        const answer = await store.read((tx) => runInsightQuery(tx, project, insight.query, options))
        expect(answer).not.toHaveProperty('error')
      }
    },
  )

  it('DASH-76 comes out of an export as it was', async () => {
    const { dashboards } = await testDeck()
    for (const useTemplate of BUILT_IN_TEMPLATES.map(({ templateName }) => templateName)) {
      const original = await dashboards.create({ useTemplate })
      await dashboards.update(original.id, {
        tiles: [
          { id: original.tiles[0]?.id, filtersOverrides: { date_from: '-1d' }, showDescription: true, color: 'red' },
          { text: { body: 'A "text" with {BRACES}' }, transparentBackground: false },
        ],
        filters: { date_from: '-2d' },
        name: 'Exported',
      })
      const template = await dashboards.exportTemplate(original.id)
      const again = await dashboards.createFromTemplate(template)
      expect(again.tiles).toHaveLength(original.tiles.length + 1)
      expect(again).toMatchObject({ name: 'Exported', filters: { date_from: '-2d' }, tags: original.tags })
      expect(await dashboards.exportTemplate(again.id)).toEqual(template)
    }
  })
})

describe('templates of a project', () => {
  const kept: CreateTemplateInput = { templateName: 'Kept', tiles: [{ type: 'TEXT', body: 'x' }] }
  const listed = async (context: Parameters<typeof listTemplates>[0], filters: TemplateListFilters = {}) => {
    const { items } = await listTemplates(context, filters, { limit: 10, offset: 0 })
    return items.map(({ templateName }: AnyTemplate) => templateName)
  }

  it('DASH-77 are kept as sent, and changed in part', async () => {
    const { as, member } = await testDeck()
    const ctx = await as(member)
    const template = await createTemplate(ctx, {
      ...kept,
      tags: ['A', 'a '],
      scope: null,
      imageUrl: 'x',
      dashboardFilters: null,
    })
    expect(template).toMatchObject({
      ...kept,
      tags: ['a'],
      scope: 'team',
      dashboardFilters: {},
      dashboardDescription: '',
      isFeatured: false,
      createdBy: member,
    })
    const changed = await updateTemplate(ctx, template.id.toUpperCase(), {
      isFeatured: true,
      dashboardDescription: 'd',
    })
    expect(changed).toEqual({ ...template, isFeatured: true, dashboardDescription: 'd' })
    expect(await retrieveTemplate(ctx, template.id)).toEqual(changed)
  })

  it('DASH-77 are deleted softly', async () => {
    const { context } = await testDeck()
    const { id } = await createTemplate(context, kept)
    await updateTemplate(context, id, { deleted: true })
    await expect(retrieveTemplate(context, id)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(updateTemplate(context, id, { templateName: 'x' })).rejects.toMatchObject({ kind: 'not_found' })
    const taken = {
      attr: 'templateName',
      message: 'A dashboard template with this name already exists for this project.',
    }
    await createTemplate(context, kept)
    await expect(updateTemplate(context, id, { deleted: false })).rejects.toMatchObject(taken)
    await expect(createTemplate(context, kept)).rejects.toMatchObject(taken)
    const restored = await updateTemplate(context, id, { deleted: false, templateName: 'Back' })
    expect(await listed(context, { scope: 'team' })).toEqual(['Back', 'Kept'])
    expect(restored).toMatchObject({ deleted: false })
  })

  it('DASH-77 are refused when nothing can be made of them', async () => {
    const { context } = await testDeck()
    const before = await storedState(context)
    const refusals: readonly [unknown, object][] = [
      [{ templateName: 'x' }, { attr: null, message: 'You need to provide tiles for the template.' }],
      [
        { ...kept, tiles: [] },
        { attr: null, message: 'You need to provide tiles for the template.' },
      ],
      [{ tiles: kept.tiles }, { attr: 'templateName', code: 'required' }],
      [{ ...kept, tiles: [{ type: 'X' }] }, { attr: 'tiles__0__type' }],
      [
        { ...kept, scope: 'mine' },
        { attr: 'scope', code: 'invalid_choice' },
      ],
    ]
    for (const [input, refusal] of refusals) {
      await expect(createTemplate(context, input as CreateTemplateInput)).rejects.toMatchObject(refusal)
    }
    expect(await storedState(context)).toEqual(before)
  })

  it('DASH-77 are not those that come with the service', async () => {
    const { context } = await testDeck()
    for (const { id } of BUILT_IN_TEMPLATES) {
      expect(await retrieveTemplate(context, id)).toMatchObject({ id, projectId: null })
      await expect(updateTemplate(context, id, { deleted: true })).rejects.toMatchObject({
        kind: 'permission_denied',
        message: "You don't have edit permissions for this dashboard template.",
      })
    }
    await expect(updateTemplate(context, 'nonsense', {})).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('DASH-77 are two hundred at most', async () => {
    const { context, store } = await testDeck()
    const template = await createTemplate(context, kept)
    await store.write(async (tx) => {
      for (let n = 1; n < 200; n++)
        await tx.dashboardTemplates.insert({ ...template, id: `id-${n}`, templateName: `T${n}` })
    })
    const full = { message: 'A project can have at most 200 dashboard templates.' }
    await expect(createTemplate(context, { ...kept, templateName: 'more' })).rejects.toMatchObject(full)
    await updateTemplate(context, template.id, { deleted: true })
    await createTemplate(context, { ...kept, templateName: 'more' })
    await expect(updateTemplate(context, template.id, { deleted: false })).rejects.toMatchObject(full)
  })

  it('DASH-78 are listed with those that come with the service', async () => {
    const { context, as, member } = await testDeck()
    await createTemplate(context, { ...kept, templateName: 'flag board', isFeatured: true, scope: 'feature_flag' })
    const names = ['flag board', 'Flag health: stale and unknown flags', 'Flag usage', 'Rollout watch']
    expect(await listed(context)).toEqual(names)
    expect(await listed(context, { ordering: '-template_name' })).toEqual(names.toReversed())
    expect(await listed(context, { scope: 'feature_flag' })).toEqual(['flag board'])
    expect(await listed(context, { isFeatured: 'true' })).toEqual(['flag board', 'Flag usage'])
    expect(await listed(context, { search: 'WHILE FLAGS' })).toEqual(['Rollout watch'])
    const page = await listTemplates(context, {}, { limit: 1, offset: 3 })
    expect([page.count, page.items[0]?.templateName]).toEqual([4, 'Rollout watch'])
    const stranger = await as(member, { scopes: ['cohort:read'] })
    await expect(listed(stranger)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('DASH-103 are not listed by a filter that cannot be read', async () => {
    const { context } = await testDeck()
    for (const [wrong, detail] of [
      [{ isFeatured: 'ja' }, 'Send true or false.'],
      [{ scope: 'mine' }, 'Send one of team, global, feature_flag.'],
      [{ ordering: 'name' }, 'Send one of template_name, -template_name.'],
    ] as const) {
      const refused = { attr: Object.keys(wrong)[0], message: expect.stringContaining(detail) }
      await expect(listed(context, wrong)).rejects.toMatchObject(refused)
    }
  })

  it('DASH-99 are read once when a list is read in parts, and only those that it shows', async () => {
    const { context, store } = await testDeck()
    const template = await createTemplate(context, { ...kept, dashboardDescription: 'Needle' })
    await store.write(async (tx) => {
      for (let n = 1; n < 50; n++) {
        await tx.dashboardTemplates.insert({ ...template, id: context.ids.uuid(), templateName: `T${n}` })
      }
    })
    const reads: string[] = []
    const ctx = watchedReads(context, (ids) => reads.push(...ids))
    const pages = templatePages(ctx, {})
    const items: AnyTemplate[] = []
    for (let offset = 0; offset < 53; offset += 3) items.push(...(await pages({ limit: 3, offset })).items)
    expect(items).toEqual((await listTemplates(context, {}, { limit: 100, offset: 0 })).items)
    expect([items.length, reads.length, new Set(reads).size]).toEqual([53, 50, 50])
    reads.length = 0
    expect((await listTemplates(ctx, {}, { limit: 2, offset: 10 })).items).toHaveLength(2)
    expect(reads).toHaveLength(2)
    expect((await listTemplates(ctx, { search: 'needle' }, { limit: 2, offset: 0 })).count).toBe(50)
    expect((await listTemplates(ctx, { search: 'none' }, { limit: 2, offset: 0 })).count).toBe(0)
  })
})

/** Returns a context that reports the ids of the templates that are read. */
function watchedReads(context: ProjectContext, onRead: (ids: readonly string[]) => void): ProjectContext {
  const read: Store['read'] = (work) =>
    context.store.read((tx) => {
      const findMany: typeof tx.dashboardTemplates.findMany = (projectId, ids) => {
        onRead(ids)
        return tx.dashboardTemplates.findMany(projectId, ids)
      }
      return work({ ...tx, dashboardTemplates: { ...tx.dashboardTemplates, findMany } })
    })
  return { ...context, store: { ...context.store, read } }
}
