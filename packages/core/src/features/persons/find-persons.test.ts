import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { newPersonRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { findPersons } from './find-persons.ts'
import { listPersonValues } from './list-person-values.ts'
import type { PersonFilter, PersonPropertyFilter } from './person-filter.ts'

async function deckWith(persons: Readonly<Record<string, JsonObject>>) {
  const deck = await testDeck()
  await deck.store.write(async (tx) => {
    for (const [distinctId, properties] of Object.entries(persons))
      await tx.persons.save(newPersonRow({ projectId: deck.project.id, distinctId, properties }))
  })
  const found = async (filter: PersonFilter) =>
    (await findPersons(deck.context, filter)).items.map(({ distinctId }) => distinctId)
  const by = (...properties: readonly PersonPropertyFilter[]) => found({ properties })
  return { ...deck, found, by }
}

const PEOPLE: Readonly<Record<string, JsonObject>> = {
  a: { email: 'Ana@Acme.test', plan: 'pro', seats: 7 },
  b: { email: 'bo@acme.test', plan: 'free', seats: 12 },
  c: { email: 'ana@acme.test', plan: null },
  d: { email: 7, plan: 'PRO', version: '1.2.3' },
  e: {},
  f: JSON.parse('{"__proto__":"own","email":["ana@acme.test"]}'),
}

describe('persons by their e-mail', () => {
  it('PERSON-24 are those of exactly that address, whatever its case', async () => {
    const { found } = await deckWith({ ...PEOPLE, g: { email: `${'l'.repeat(254)}m` }, h: { email: '' } })
    expect(await found({ email: 'ANA@acme.test' })).toEqual(['a', 'c'])
    expect(await found({ email: 'ana@acme' })).toEqual([])
    expect(await found({ email: '7' })).toEqual([])
    expect(await found({ email: `${'l'.repeat(254)}n` })).toEqual([])
    expect(await found({ email: `${'L'.repeat(254)}m` })).toEqual(['g'])
    await expect(found({ email: '' })).rejects.toMatchObject({ attr: 'email', kind: 'validation' })
    await expect(found({ distinctId: '' })).rejects.toMatchObject({ attr: 'distinctId' })
  })

  it('PERSON-24 are found among all persons where more than 1,000 have the address', async () => {
    const many = Array.from({ length: 1100 }, (_, n) => [`u${n}`, { email: 'Same@acme.test' }])
    const { context } = await deckWith({ ...PEOPLE, ...Object.fromEntries(many) })
    const { items, next } = await findPersons(context, { email: 'same@acme.test' }, { limit: 1000 })
    expect(items.length).toBe(1000)
    const rest = await findPersons(context, { email: 'same@acme.test' }, { limit: 1000, after: next ?? '' })
    expect([rest.items.length, rest.next]).toEqual([100, null])
  })

  it('PERSON-25 and other filters have to match, too', async () => {
    const { found } = await deckWith(PEOPLE)
    const properties = [{ key: 'plan', value: 'pro' }]
    expect(await found({ email: 'ana@acme.test', properties })).toEqual(['a'])
    expect(await found({ email: 'ana@acme.test', distinctId: 'c' })).toEqual(['c'])
    expect(await found({ email: 'ana@acme.test', distinctId: 'b' })).toEqual([])
    expect(await found({ email: 'ana@acme.test', search: 'c' })).toEqual(['c'])
    expect(await found({ properties, search: 'ana@' })).toEqual(['a'])
    expect(await found({ properties, distinctId: 'a' })).toEqual(['a'])
    expect(await found({ properties, distinctId: 'x'.repeat(401) })).toEqual([])
    expect(await found({ properties, search: 'x'.repeat(401) })).toEqual([])
  })
})

describe('persons by their properties', () => {
  it('PERSON-25 are those that match every filter, as the conditions of flags compare', async () => {
    const { by } = await deckWith(PEOPLE)
    expect(await by({ key: 'plan', value: 'pro', type: 'person' })).toEqual(['a', 'd'])
    expect(await by({ key: 'plan', value: ['free', 'pro'], operator: 'exact' })).toEqual(['a', 'b', 'd'])
    expect(await by({ key: 'email', value: 'ACME', operator: 'icontains' })).toEqual(['a', 'b', 'c', 'f'])
    expect(
      await by({ key: 'plan', value: 'r', operator: 'not_icontains' }, { key: 'plan', operator: 'is_set' }),
    ).toEqual(['c'])
    expect(await by({ key: 'plan', operator: 'is_set' })).toEqual(['a', 'b', 'c', 'd'])
    expect(await by({ key: 'plan', operator: 'is_not_set' })).toEqual(['e', 'f'])
    expect(await by({ key: 'seats', value: 7, operator: 'gt' })).toEqual(['b'])
    expect(await by({ key: 'seats', value: 7 })).toEqual(['a'])
    expect(await by({ key: 'email', value: '^bo@', operator: 'regex' })).toEqual(['b'])
    expect(await by({ key: 'version', value: '1.2.0', operator: 'semver_gte' })).toEqual(['d'])
    expect(await by({ key: '__proto__', value: 'own' })).toEqual(['f'])
    expect(await by({ key: 'constructor', operator: 'is_set' })).toEqual([])
    expect(await by({ key: 'distinct_id', value: 'e' })).toEqual(['e'])
    expect(await by()).toEqual(Object.keys(PEOPLE))
  })

  it.each([
    ['another type', { key: 'a', value: 1, type: 'cohort' }, 'properties__0__type'],
    ['an unknown operator', { key: 'a', value: 1, operator: 'like' }, 'properties__0__operator'],
    ['an unknown field', { key: 'a', value: 1, values: [] }, 'properties__0'],
    ['no key', { value: 1 }, 'properties__0__key'],
    ['no value', { key: 'a' }, 'properties'],
    ['an operator of cohorts', { key: 'a', value: 1, operator: 'in' }, 'properties'],
    ['an operator of flags', { key: 'a', value: true, operator: 'flag_evaluates_to' }, 'properties'],
    ['a value of the wrong kind', { key: 'a', value: ['b'], operator: 'icontains' }, 'properties'],
    ['a pattern that is none', { key: 'a', value: '(', operator: 'regex' }, 'properties'],
  ])('PERSON-27 refuses %s', async (_, filter, attr) => {
    const { by } = await deckWith({})
    // TypeScript already refuses some of them.
    await expect(by(filter as PersonPropertyFilter)).rejects.toMatchObject({ kind: 'validation', attr })
  })

  it('PERSON-27 refuses more than 50 filters, and a key without person:read', async () => {
    const { by, as, member } = await deckWith({})
    const many = Array.from({ length: 51 }, () => ({ key: 'a', value: 1 }))
    await expect(by(...many)).rejects.toMatchObject({ attr: 'properties' })
    const other = await as(member, { scopes: ['feature_flag:write'] })
    await expect(findPersons(other, {})).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(listPersonValues(other, { key: 'a' })).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})

describe('a search through many persons', () => {
  const MANY = 10_250
  const idOf = (n: number) => `p${String(n).padStart(5, '0')}`

  it('PERSON-26 reads 10,000 at most, and says where it continues', async () => {
    const { context, store, project } = await testDeck()
    await store.write(async (tx) => {
      for (let n = 0; n < MANY; n++) {
        const properties = { plan: n % 5000 === 4999 || n === MANY - 1 ? 'rare' : 'usual' }
        await tx.persons.save(newPersonRow({ projectId: project.id, distinctId: idOf(n), properties }))
      }
    })
    const rare = { properties: [{ key: 'plan', value: 'rare' }] }
    const first = await findPersons(context, rare)
    expect(first.items.map(({ distinctId }) => distinctId)).toEqual([idOf(4999), idOf(9999)])
    expect(first.next).toBe(idOf(9999))
    const second = await findPersons(context, rare, { after: first.next ?? '' })
    expect(second).toMatchObject({ items: [{ distinctId: idOf(MANY - 1) }], next: null })
    const none = await findPersons(context, { properties: [{ key: 'plan', value: 'none' }] })
    expect(none).toEqual({ items: [], next: idOf(9999) })
    const one = await findPersons(context, rare, { limit: 1 })
    expect(one).toMatchObject({ items: [{ distinctId: idOf(4999) }], next: idOf(4999) })
    const last = await findPersons(context, rare, { limit: 1, after: idOf(10_000) })
    expect(last).toMatchObject({ items: [{ distinctId: idOf(MANY - 1) }], next: null })
    const values = await listPersonValues(context, { key: 'plan' })
    expect(values).toEqual({
      values: [
        { name: 'usual', count: 9998 },
        { name: 'rare', count: 2 },
      ],
      next: idOf(9999),
    })
    const rest = await listPersonValues(context, { key: 'plan', after: values.next ?? '' })
    expect(rest).toMatchObject({ values: [{ count: 249 }, { count: 1 }], next: null })
  })

  it('PERSON-26 reads few large persons at a time, and 32 MiB at most', async () => {
    const { context, store, project } = await testDeck()
    const large = 'x'.repeat(500_000)
    await store.write(async (tx) => {
      for (let n = 0; n < 90; n++)
        await tx.persons.save(newPersonRow({ projectId: project.id, distinctId: idOf(n), properties: { large } }))
    })
    const seen: string[] = []
    let after: string | null = ''
    let pages = 0
    while (after !== null) {
      const page: { items: readonly { distinctId: string }[]; next: string | null } = await findPersons(
        context,
        { properties: [{ key: 'large', operator: 'is_set' }] },
        { after, limit: 1000 },
      )
      seen.push(...page.items.map(({ distinctId }) => distinctId))
      after = page.next
      pages++
    }
    expect(seen).toEqual(Array.from({ length: 90 }, (_, n) => idOf(n)))
    expect(pages).toBeGreaterThan(1)
  })
})

describe('the values of a property', () => {
  it('PERSON-29 are told as text with their number, the most frequent first', async () => {
    const { context } = await deckWith({
      ...PEOPLE,
      x: { plan: 'free', tags: ['a', 'b'] },
      y: { plan: true, tags: 'x'.repeat(401) },
    })
    const values = async (key: string, value?: string) => (await listPersonValues(context, { key, value })).values
    expect(await values('plan')).toEqual([
      { name: 'free', count: 2 },
      { name: 'PRO', count: 1 },
      { name: 'pro', count: 1 },
      { name: 'true', count: 1 },
    ])
    expect(await values('plan', 'PR')).toEqual([
      { name: 'PRO', count: 1 },
      { name: 'pro', count: 1 },
    ])
    expect(await values('tags')).toEqual([{ name: '["a","b"]', count: 1 }])
    expect(await values('constructor')).toEqual([])
    await expect(values('')).rejects.toMatchObject({ attr: 'key' })
  })
})
