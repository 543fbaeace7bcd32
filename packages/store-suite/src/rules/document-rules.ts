import type { FieldChange, FlagFilters, JsonObject, JsonValue, Store } from '@flagdeck/core'
import {
  insertDashboard,
  insertInsight,
  newActivityRow,
  newDashboardTemplateRow,
  newGroupRow,
  newPersonRow,
  newTileRow,
  seedCohort,
  seedFlag,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const documentRules: StoreRuleGroup = {
  title: 'JSON documents',
  about:
    'These values are stored as JSON: filters, rollback conditions, properties, queries, layouts, and the details and steps of activity entries. They are returned with equal values, and with their keys in the original order.',
  rules: [
    storeRule('STORE-140', 'documents can have sixty levels of nesting', async ({ store }) => {
      await expectDocumentsKept(store, [nested(60, (inner) => [inner]), nested(60, (inner) => ({ inner }))])
    }),

    storeRule('STORE-141', 'keys with a special meaning in JavaScript are ordinary keys', async ({ store }) => {
      const documents = [
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
        '{"__proto__":null,"toString":1,"hasOwnProperty":2,"valueOf":{"__proto__":[]}}',
        '{"__proto__":"text"}',
        '{"length":3,"0":"a","then":null,"toJSON":"x"}',
      ]
      await expectDocumentsKept(store, documents.map(parsed))
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
      const payloads = JSON.parse('{"__proto__":"1","constructor":"2","true":"3"}')
      const { project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id, filters: { groups: [], payloads } })
      const stored = await store.read((tx) => tx.flags.find(project.id, flag.id))
      expect(JSON.stringify(stored?.filters.payloads)).toBe('{"__proto__":"1","constructor":"2","true":"3"}')
    }),

    storeRule(
      'STORE-142',
      'documents can contain NUL, lone surrogates and every other character',
      async ({ store }) => {
        const texts = [
          '\u0000',
          'a\u0000b\u0000',
          '\uD800',
          'x\uDC00y',
          '\uDC00\uD800',
          '\\u0000',
          '\u2028\u2029',
          '\uFFFF',
        ]
        const keys = texts.map((text): JsonValue => ({ [text]: text }))
        await expectDocumentsKept(store, [texts, ...texts, ...keys, allCharactersBelow(0x180)])
      },
    ),

    storeRule('STORE-143', 'numbers are stored exactly; -0 becomes 0', async ({ store }) => {
      const numbers = [0, 1.0, -1, 0.1, 1 / 3, 100 / 3, 1e21, 1e-7, 12345678.90123456, 2 ** 53, 2 ** 53 - 1, -(2 ** 53)]
      const limits = [
        Number.MAX_VALUE,
        Number.MIN_VALUE,
        Number.EPSILON,
        5e-324,
        1.7976931348623157e308,
        2 ** 63,
        2 ** 64,
      ]
      await expectDocumentsKept(store, [numbers, limits, ...numbers, ...limits])
      const { project } = await seedTenant(store)
      const flag = await seedFlag(store, { projectId: project.id, rollbackConditions: [-0] })
      const stored = await store.read((tx) => tx.flags.find(project.id, flag.id))
      expect(stored?.rollbackConditions).toEqual([0])
    }),

    storeRule(
      'STORE-144',
      'keys are returned in their original order, and an empty key is a key',
      async ({ store }) => {
        const documents = ['{"b":1,"a":2,"":3,"B":4,"aa":5,"A":{"z":1,"y":{"":{}}}}', '{"":""}', '{"é":1,"e\u0301":2}']
        await expectDocumentsKept(store, documents.map(parsed))
      },
    ),

    storeRule(
      'STORE-145',
      'scalars, empty documents and text that looks like JSON are stored unchanged',
      async ({ store }) => {
        await expectDocumentsKept(store, [
          null,
          true,
          false,
          0,
          '',
          'null',
          '"',
          '{}',
          '[]',
          '1',
          {},
          [],
          [[]],
          [{}],
          [null],
        ])
      },
    ),

    storeRule('STORE-146', 'filters of half a mebibyte are stored completely', async ({ store }) => {
      const values = Array.from({ length: 20_000 }, (_, n) => `user-${n}@example.test`)
      await expectDocumentsKept(store, [values, 'x'.repeat(500_000)])
    }),
  ],
}

/** Fails unless every column for a document stores each of these unchanged. */
async function expectDocumentsKept(store: Store, documents: readonly JsonValue[]): Promise<void> {
  const { project } = await seedTenant(store)
  for (const document of documents) {
    const filters = filtersWith(document)
    const changes = [changeOf(document)]
    const detail = { changes, trigger: document, type: null, name: null, shortId: null }
    const { id } = await seedFlag(store, { projectId: project.id, filters, rollbackConditions: document })
    const [undone, whole] = [
      { undo: { set: document }, before: null },
      { undo: null, before: { document } },
    ]
    const steps = [undone, whole].map((kept, n) => ({ version: n + 2, ...kept, walk: 0 }))
    for (const step of steps) {
      await store.write((tx) => tx.activity.append(newActivityRow({ projectId: project.id, detail, step })))
    }
    await expectPropertiesKept(store, project.id, { document, documents: [document] })
    await expectDashboardDocumentsKept(store, project.id, { document, documents: [document] })
    await store.read(async (tx) => {
      const flag = await tx.flags.find(project.id, id)
      const activity = await tx.activity.list(project.id, { scope: 'FeatureFlag' }, { limit: 2, offset: 0 })
      expect(JSON.stringify(flag?.rollbackConditions)).toBe(JSON.stringify(document))
      expect(JSON.stringify(flag?.filters)).toBe(JSON.stringify(filters))
      expect(JSON.stringify(activity.items[0]?.detail)).toBe(JSON.stringify(detail))
      expect(JSON.stringify(activity.items.map(({ step }) => step))).toBe(JSON.stringify(steps.toReversed()))
    })
  }
}

/** Fails unless every column for a JSON object stores this one unchanged. */
async function expectPropertiesKept(store: Store, projectId: number, properties: JsonObject): Promise<void> {
  const person = newPersonRow({ projectId, properties })
  const group = newGroupRow({ projectId, properties })
  const cohort = await seedCohort(store, { projectId, properties })
  await store.write(async (tx) => {
    await tx.persons.save(person)
    await tx.groups.save(group)
  })
  const found = await store.read(async (tx) => [
    await tx.persons.find(projectId, person.distinctId),
    await tx.groups.find(projectId, group.groupTypeIndex, group.key),
    await tx.cohorts.find(projectId, cohort.id),
  ])
  const text = JSON.stringify(properties)
  expect(found.map((row) => JSON.stringify(row?.properties))).toEqual([text, text, text])
}

/** Fails unless dashboards and their contents store this document unchanged. */
async function expectDashboardDocumentsKept(store: Store, projectId: number, document: JsonObject): Promise<void> {
  const documents = [document, [document]]
  const found = await store.write(async (tx) => {
    const fields = { filters: document, variables: document, breakdownColors: documents }
    const { id: dashboardId } = await insertDashboard(tx, { projectId, ...fields })
    const { id: insightId } = await insertInsight(tx, { projectId, query: document })
    const content = { kind: 'insight', insightId } as const
    const display = { layouts: document, filtersOverrides: document }
    const { id: tileId } = await tx.tiles.insert(newTileRow({ projectId, dashboardId, content, ...display }))
    const parts = { dashboardFilters: document, tiles: [document], variables: documents }
    const template = newDashboardTemplateRow({ projectId, ...parts })
    await tx.dashboardTemplates.insert(template)
    const [dashboard, [insight]] = [
      await tx.dashboards.find(projectId, dashboardId),
      await tx.insights.findMany(projectId, [insightId]),
    ]
    const [tile, stored] = [
      await tx.tiles.find(projectId, tileId),
      await tx.dashboardTemplates.find(projectId, template.id),
    ]
    return {
      objects: [dashboard?.filters, dashboard?.variables, insight?.query, tile?.layouts, tile?.filtersOverrides],
      template: [stored?.dashboardFilters, stored?.tiles[0]],
      lists: [dashboard?.breakdownColors, stored?.variables],
    }
  })
  const text = JSON.stringify(document)
  for (const object of [...found.objects, ...found.template]) expect(JSON.stringify(object)).toBe(text)
  for (const list of found.lists) expect(JSON.stringify(list)).toBe(JSON.stringify(documents))
}

function filtersWith(document: JsonValue): FlagFilters {
  return { groups: [{ sort_key: document, properties: [{ key: 'a', type: 'person', value: document }] }] }
}

function changeOf(document: JsonValue): FieldChange {
  return { type: 'FeatureFlag', action: 'changed', field: 'filters', before: document, after: [document] }
}

function nested(levels: number, wrap: (inner: JsonValue) => JsonValue): JsonValue {
  let document: JsonValue = 'innermost'
  for (let level = 0; level < levels; level++) document = wrap(document)
  return document
}

/**
 * Returns parsed JSON. `JSON.parse` makes `__proto__` an own key, like a request body; a literal would set the
 * prototype.
 */
function parsed(text: string): JsonValue {
  return JSON.parse(text)
}

function allCharactersBelow(limit: number): string {
  return Array.from({ length: limit }, (_, code) => String.fromCharCode(code)).join('')
}
