import { expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { findFlag, retrieveFlag } from './retrieve-flag.ts'

it('FLAG-13 reads a flag by its id, deleted or not', async () => {
  const { flags } = await testDeck()
  const flag = await flags.create({ key: 'a', filters: { groups: [{}] } })
  expect(await flags.get(flag.id)).toEqual(flag)
  const deleted = await flags.delete(flag.id)
  expect(await flags.get(flag.id)).toEqual(deleted)
})

it.each([0, -1, 404, 1.5, Number.NaN, 2 ** 53])('FLAG-13 knows no flag by the id %d', async (id) => {
  const { flags } = await testDeck()
  await expect(flags.get(id)).rejects.toMatchObject({ kind: 'not_found', apiDetail: 'Not found.' })
})

it('FLAG-13 reads a live flag by its key', async () => {
  const { flags } = await testDeck()
  const flag = await flags.create({ key: 'a', filters: { groups: [{}] } })
  expect(await flags.find('a')).toEqual(flag)
  expect(await flags.find('A')).toBeUndefined()
})

it('KEY-1 needs the scope feature_flag:read', async () => {
  const { as, member, flags } = await testDeck()
  const { id } = await flags.create({ key: 'a' })
  const ctx = await as(member, { scopes: ['dashboard:read'] })
  const refused = { kind: 'permission_denied', message: "API key missing required scope 'feature_flag:read'" }
  await expect(retrieveFlag(ctx, id)).rejects.toMatchObject(refused)
  await expect(findFlag(ctx, 'a')).rejects.toMatchObject(refused)
})
