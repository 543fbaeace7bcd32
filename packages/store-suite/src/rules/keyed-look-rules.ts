import { BUILT_AT } from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { type KeyedRows, keysOf, rowWith, seedKeys } from './keyed-rows.ts'
import { moment } from './moment.ts'
import { ODD_KEYS, SHUFFLED_KEYS } from './odd-keys.ts'
import { type StoreRule, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

/** Returns the rules for reading a table of rows with keys. `first` is the number of the first rule. */
export function keyedLookRules(rows: KeyedRows, first: number): StoreRule[] {
  const { name } = rows
  return [
    storeRule(
      `STORE-${first}`,
      `a ${name} is found by exactly its key, which may contain any characters`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, SHUFFLED_KEYS)
        await store.write(async (tx) => {
          for (const key of ODD_KEYS) {
            const expected = rowWith(rows, projectId, key)
            expect(await rows.find(tx, projectId, key)).toEqual(expected)
            expect(await rows.lock(tx, projectId, key)).toEqual(expected)
          }
          for (const other of ['b', 'a  ', 'Null', '\u00c9', '7', '']) {
            expect(await rows.find(tx, projectId, other)).toBeUndefined()
            expect(await rows.lock(tx, projectId, other)).toBeUndefined()
          }
        })
      },
    ),

    storeRule(
      `STORE-${first + 1}`,
      `saving a ${name} again replaces its properties and time of change`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, ['a', 'b'])
        const again = rowWith(rows, projectId, 'a', {
          properties: { other: true },
          createdAt: moment('2027-01-01'),
          updatedAt: moment('2027-01-02'),
        })
        await store.write((tx) => rows.save(tx, again))
        await store.read(async (tx) => {
          expect(await rows.find(tx, projectId, 'a')).toEqual({ ...again, createdAt: BUILT_AT })
          expect(await rows.find(tx, projectId, 'b')).toEqual(rowWith(rows, projectId, 'b'))
          expect((await rows.list(tx, projectId, '', ALL)).count).toBe(2)
        })
      },
    ),

    storeRule(`STORE-${first + 2}`, `${name}s are ordered by the bytes of their keys`, async ({ store }) => {
      const projectId = await seedKeys(store, rows, SHUFFLED_KEYS)
      await store.write((tx) => rows.save(tx, rowWith(rows, projectId, 'a')))
      await store.read(async (tx) => {
        const { count, items } = await rows.list(tx, projectId, '', ALL)
        expect(items).toEqual(ODD_KEYS.map((key) => rowWith(rows, projectId, key)))
        expect(count).toBe(ODD_KEYS.length)
        expect(await rows.after(tx, projectId, '', 1000)).toEqual(items)
        const part = await rows.list(tx, projectId, '', { limit: 5, offset: 7 })
        expect(part).toEqual({ count, items: items.slice(7, 12) })
      })
    }),

    storeRule(
      `STORE-${first + 7}`,
      `deleting a ${name} returns whether it existed, and deletes no other`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, ['a', 'A', 'ab'])
        const remove = (key: string) => store.write((tx) => rows.delete(tx, projectId, key))
        expect(await remove('a')).toBe(true)
        expect(await remove('a')).toBe(false)
        expect(await remove('%')).toBe(false)
        expect(keysOf((await store.read((tx) => rows.list(tx, projectId, '', ALL))).items)).toEqual(['A', 'ab'])
        const again = rowWith(rows, projectId, 'a', { createdAt: moment('2027-01-01') })
        await store.write((tx) => rows.save(tx, again))
        expect(await store.read((tx) => rows.find(tx, projectId, 'a'))).toEqual(again)
      },
    ),
  ]
}
