import { describe, expect, it } from 'vitest'
import { BUILT_AT } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { deletePerson } from './delete-person.ts'
import { listPersons, type PersonQuery, retrievePerson } from './persons.ts'
import { removePersonProperties, setPersonProperties, setPersonProperty } from './set-person-properties.ts'

const PAGE = { limit: 100, offset: 0 }

describe('a person', () => {
  it('PERSON-2 is made by the first properties, and keeps what is not named', async () => {
    const { context, project, clock } = await testDeck()
    const first = await setPersonProperties(context, 'u1', { properties: { plan: 'pro', tags: [1], gone: 1 } })
    expect(first).toEqual({
      projectId: project.id,
      distinctId: 'u1',
      properties: { plan: 'pro', tags: [1], gone: 1 },
      createdAt: BUILT_AT,
      updatedAt: BUILT_AT,
    })
    clock.advance(1000)
    const input = { properties: JSON.parse('{"plan":null,"tags":{"a":1},"__proto__":2}'), unset: ['gone', 'unknown'] }
    const second = await setPersonProperties(context, 'u1', input)
    expect(JSON.stringify(second.properties)).toBe('{"plan":null,"tags":{"a":1},"__proto__":2}')
    expect(second).toMatchObject({ createdAt: BUILT_AT })
    expect(second.updatedAt > BUILT_AT).toBe(true)
    expect(await retrievePerson(context, 'u1')).toEqual(second)
  })

  it('PERSON-2 keeps the properties of everybody who sets some at once', async () => {
    const { context } = await testDeck()
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    await Promise.all(names.map((name) => setPersonProperties(context, 'u1', { properties: { [name]: 1 } })))
    expect(Object.keys((await retrievePerson(context, 'u1')).properties).sort()).toEqual(names.sort())
  })

  it('PERSON-30 is changed by single properties only if there is one', async () => {
    const { context, as, member } = await testDeck()
    const set = (key: string, value: unknown) => setPersonProperty(context, 'u1', { key, value })
    await expect(set('a', 1)).rejects.toMatchObject({ kind: 'not_found' })
    expect((await listPersons(context, {}, PAGE)).count).toBe(0)
    await setPersonProperties(context, 'u1', { properties: { a: 1, b: 2 } })
    expect((await set('c', null)).properties).toEqual({ a: 1, b: 2, c: null })
    expect(JSON.stringify((await set('__proto__', 1)).properties)).toBe('{"a":1,"b":2,"c":null,"__proto__":1}')
    const changed = await removePersonProperties(context, 'u1', { $unset: ['a', '__proto__'] })
    expect(changed.properties).toEqual({ b: 2, c: null })
    expect(await retrievePerson(context, 'u1')).toEqual(changed)
    const reader = await as(member, { scopes: ['person:read'] })
    await expect(setPersonProperty(reader, 'u1', { key: '', value: 1 })).rejects.toMatchObject({
      kind: 'permission_denied',
    })
    await expect(set('', 1)).rejects.toMatchObject({ attr: 'key' })
    await expect(set('a', new Date())).rejects.toMatchObject({ attr: 'properties' })
  })

  it.each([
    ['PERSON-1 an empty id', '', {}, 'distinctId'],
    ['PERSON-1 a long id', 'x'.repeat(401), {}, 'distinctId'],
    ['PERSON-1 NUL in an id', 'a\0', {}, 'distinctId'],
    ['PERSON-2 properties that are a list', 'u1', { properties: [] }, 'properties'],
    ['PERSON-2 properties of null', 'u1', { properties: null }, 'properties'],
    ['PERSON-2 a name alone to unset', 'u1', { unset: 'plan' }, 'unset'],
    ['PERSON-3 too much', 'u1', { properties: { big: 'x'.repeat(512 * 1024) } }, 'properties'],
  ])('refuses %s', async (_, distinctId, input, attr) => {
    const { context } = await testDeck()
    await expect(setPersonProperties(context, distinctId, input as never)).rejects.toMatchObject({
      kind: 'validation',
      attr,
    })
    expect((await listPersons(context, {}, PAGE)).count).toBe(0)
  })

  it('PERSON-3 is measured with what is known already', async () => {
    const { context } = await testDeck()
    await setPersonProperties(context, 'u1', { properties: { a: 'x'.repeat(300_000) } })
    const more = { properties: { b: 'x'.repeat(300_000) } }
    await expect(setPersonProperties(context, 'u1', more)).rejects.toMatchObject({ attr: 'properties' })
    await expect(setPersonProperties(context, 'u1', { ...more, unset: ['a'] })).resolves.toBeDefined()
  })

  it('PERSON-4 is listed in order, and by the beginning of its id', async () => {
    const { context } = await testDeck()
    for (const id of ['b', 'ab', 'a', 'B']) await setPersonProperties(context, id, {})
    const ids = async (search: string) =>
      (await listPersons(context, { search }, PAGE)).items.map(({ distinctId }) => distinctId)
    expect(await ids('')).toEqual(['B', 'a', 'ab', 'b'])
    expect(await ids('a')).toEqual(['a', 'ab'])
    for (const nobody of ['a\0', 'x'.repeat(500)]) expect(await ids(nobody)).toEqual([])
  })

  it('PERSON-18 is found by its e-mail, and alone by its whole id', async () => {
    const { context } = await testDeck()
    await setPersonProperties(context, 'u2', { properties: { email: 'Ana@Acme.com' } })
    await setPersonProperties(context, 'ana@acme.com', { properties: {} })
    await setPersonProperties(context, 'u1', { properties: { email: 7 } })
    const ids = async (query: PersonQuery) => {
      const { count, items } = await listPersons(context, query, PAGE)
      expect(count).toBe(items.length)
      return items.map(({ distinctId }) => distinctId)
    }
    expect(await ids({ search: 'ANA@acme' })).toEqual(['u2'])
    expect(await ids({ search: 'ana@acme.com' })).toEqual(['ana@acme.com', 'u2'])
    expect(await ids({ distinctId: 'ana@acme.com' })).toEqual(['ana@acme.com'])
    expect(await ids({ distinctId: 'ana', search: 'u' })).toEqual([])
    await setPersonProperties(context, 'u2', { unset: ['email'] })
    expect(await ids({ search: 'ANA' })).toEqual([])
  })

  it('PERSON-6 needs a key that may', async () => {
    const { as, member, context } = await testDeck()
    await setPersonProperties(context, 'u1', {})
    const reader = await as(member, { scopes: ['person:read'] })
    const stranger = await as(member, { scopes: ['group:write', 'cohort:write'] })
    const refused = { kind: 'permission_denied' }
    await expect(setPersonProperties(reader, 'u1', {})).rejects.toMatchObject(refused)
    await expect(deletePerson(reader, 'u1')).rejects.toMatchObject(refused)
    await expect(retrievePerson(stranger, 'u1')).rejects.toMatchObject(refused)
    await expect(listPersons(stranger, {}, PAGE)).rejects.toMatchObject(refused)
    expect(await retrievePerson(reader, 'u1')).toBeDefined()
  })
})
