import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { derivedUuid } from '../../../runtime/derived-uuid.ts'
import { newGroupRow, newPersonRow } from '../../../testing/row-builders.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { listPropertyDefinitions, type PropertyDefinitionFilter } from './list-property-definitions.ts'

type Records = Readonly<Record<string, JsonObject>>

async function deckWith(persons: Records, groups: Records = {}) {
  const deck = await testDeck()
  const projectId = deck.project.id
  await deck.store.write(async (tx) => {
    for (const [distinctId, properties] of Object.entries(persons))
      await tx.persons.save(newPersonRow({ projectId, distinctId, properties }))
    for (const [key, properties] of Object.entries(groups))
      await tx.groups.save(newGroupRow({ projectId, groupTypeIndex: 1, key, properties }))
  })
  const list = (filter: PropertyDefinitionFilter) => listPropertyDefinitions(deck.context, filter)
  const names = async (filter: PropertyDefinitionFilter) =>
    (await list({ type: 'person', ...filter })).items.map(({ name }) => name)
  return { ...deck, list, names }
}

const PEOPLE: Records = {
  a: { email: 'a@x.test', seats: 7, since: '2026-01-02', mixed: 1, nothing: null, 'Plan name': 'pro' },
  b: { seats: null, since: '2026-01-02T10:00:00Z', mixed: 'x', active: true, list: [1], '$feature/x': 'on' },
  c: JSON.parse('{"__proto__":"own","nothing":null,"seats":1.5,"late":"2026-01-02","late text":"2026-01-02"}'),
  d: { late: 'tomorrow', [`${'l'.repeat(401)}`]: 1 },
}

describe('the properties of persons', () => {
  it('USAGE-78 are listed with the type of their values, by name', async () => {
    const { list } = await deckWith(PEOPLE)
    const { items, next } = await list({ type: 'person' })
    expect(next).toBeNull()
    expect(items.map(({ name, kind }) => [name, kind])).toEqual([
      ['$feature/x', 'String'],
      ['Plan name', 'String'],
      ['__proto__', 'String'],
      ['active', 'Boolean'],
      ['email', 'String'],
      ['late', 'String'],
      ['late text', 'DateTime'],
      ['list', null],
      ['mixed', 'String'],
      ['nothing', null],
      ['seats', 'Numeric'],
      ['since', 'DateTime'],
    ])
  })

  it('HTTP-108 have an id that follows from project, type and name', async () => {
    const { list, project } = await deckWith({ a: { plan: 1 } }, { g: { plan: 1 } })
    const id = async (filter: PropertyDefinitionFilter) => {
      const { items, idOf } = await list(filter)
      return items[0] && idOf(items[0])
    }
    const [person, again, group] = [
      await id({ type: 'person' }),
      await id({ type: 'person' }),
      await id({ type: 'group', groupTypeIndex: 1 }),
    ]
    expect(person).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(again).toBe(person)
    expect(group).not.toBe(person)
    expect(person).toBe(derivedUuid('person property', project.id, 'plan'))
    expect(person).not.toBe(derivedUuid('person property', project.id + 1, 'plan'))
  })

  it('USAGE-79 are chosen by name and type', async () => {
    const { names } = await deckWith(PEOPLE)
    expect(await names({ search: 'LATE tex' })).toEqual(['late text'])
    expect(await names({ search: 'name pl' })).toEqual(['Plan name'])
    expect(await names({ names: ['seats', 'email', 'unknown'] })).toEqual(['email', 'seats'])
    expect(await names({ names: ['seats', 'email'], excludedNames: ['seats'] })).toEqual(['email'])
    expect(await names({ isNumerical: true })).toEqual(['seats'])
    expect(await names({ isFeatureFlag: true })).toEqual(['$feature/x'])
    expect(await names({ isFeatureFlag: false, search: '$' })).toEqual([])
    expect(await names({ excludeCore: true, search: '$' })).toEqual(['$feature/x'])
    await expect(names({ search: 'x'.repeat(201) })).rejects.toMatchObject({ attr: 'search' })
  })

  it('USAGE-80 are those of 10,000 persons, and say where they continue', async () => {
    const { store, project, list } = await deckWith({})
    const ids = Array.from({ length: 10_050 }, (_, n) => `u${String(n).padStart(5, '0')}`)
    await store.write(async (tx) => {
      for (const [n, distinctId] of ids.entries()) {
        const properties = n < 10_000 ? { early: n } : { late: 'x' }
        await tx.persons.save(newPersonRow({ projectId: project.id, distinctId, properties }))
      }
    })
    const first = await list({ type: 'person' })
    expect([first.items.map(({ name }) => name), first.next]).toEqual([['early'], 'u09999'])
    const rest = await list({ type: 'person', after: first.next ?? '' })
    expect([rest.items.map(({ name }) => name), rest.next]).toEqual([['late'], null])
    await expect(list({ type: 'person', after: 'x'.repeat(401) })).rejects.toMatchObject({ attr: 'after' })
  })

  it('USAGE-80 are 10,000 names at most, and a person whose names do not fit begins the next part', async () => {
    const many = (prefix: string, length: number) =>
      Object.fromEntries(Array.from({ length }, (_, n) => [`${prefix}${n}`, 1]))
    const { list } = await deckWith({
      a: many('a', 6000),
      b: many('a', 6000),
      c: many('c', 6000),
      d: many('d', 12_000),
    })
    const parts: [number, string | null][] = []
    for (let after: string | null = ''; after !== null; ) {
      const { items, next } = await list({ type: 'person', after })
      parts.push([items.length, next])
      after = next
    }
    expect(parts).toEqual([
      [6000, 'b'],
      [6000, 'c'],
      [10_000, null],
    ])
  })
})

describe('the properties of groups and events', () => {
  it('USAGE-78 are those of the groups of one type', async () => {
    const { list } = await deckWith({ a: { plan: 1 } }, { g: { size: 3, name: 'Acme' } })
    const names = async (index: number) =>
      (await list({ type: 'group', groupTypeIndex: index })).items.map(({ name }) => name)
    expect(await names(1)).toEqual(['name', 'size'])
    expect(await names(0)).toEqual([])
    await expect(names(5)).rejects.toMatchObject({ attr: 'groupTypeIndex' })
  })

  it('USAGE-78 USAGE-79 are those by which queries choose events', async () => {
    const { list } = await deckWith({})
    expect((await list({})).items).toEqual([
      { name: '$feature_flag', kind: 'String', isSeenOnEvents: null },
      { name: '$feature_flag_response', kind: 'String', isSeenOnEvents: null },
      { name: '$lib', kind: 'String', isSeenOnEvents: null },
      { name: 'locally_evaluated', kind: 'Boolean', isSeenOnEvents: null },
    ])
    expect((await list({ excludeCore: true })).items).toMatchObject([{ name: 'locally_evaluated' }])
    const seen = async (eventNames: readonly string[], filterByEventNames = false) =>
      (await list({ search: 'lib', eventNames, filterByEventNames })).items.map((item) => item.isSeenOnEvents)
    expect(await seen(['$feature_flag_called', 'other'])).toEqual([true])
    expect(await seen(['other'])).toEqual([false])
    expect(await seen(['other'], true)).toEqual([])
  })

  it('USAGE-79 refuse parameters of another type', async () => {
    const { list } = await deckWith({})
    await expect(list({ type: 'group' })).rejects.toMatchObject({ attr: 'groupTypeIndex' })
    await expect(list({ type: 'person', groupTypeIndex: 0 })).rejects.toMatchObject({ attr: 'groupTypeIndex' })
    await expect(list({ type: 'person', eventNames: ['x'] })).rejects.toMatchObject({ attr: 'eventNames' })
    await expect(list({ type: 'person', filterByEventNames: true })).rejects.toMatchObject({
      attr: 'filterByEventNames',
    })
  })

  it('USAGE-78 take the right to read what they are of', async () => {
    const { as, member } = await testDeck()
    const ctx = await as(member, { scopes: ['person:read'] })
    await expect(listPropertyDefinitions(ctx, { type: 'person' })).resolves.toMatchObject({ items: [] })
    await expect(listPropertyDefinitions(ctx, {})).resolves.toMatchObject({ next: null })
    const groups = listPropertyDefinitions(ctx, { type: 'group', groupTypeIndex: 0 })
    await expect(groups).rejects.toMatchObject({ kind: 'permission_denied' })
    const stranger = await as(member, { scopes: ['cohort:read'] })
    await expect(listPropertyDefinitions(stranger, {})).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})
