import type { JsonValue, Store } from '@flagdeck/core'
import { expect } from 'vitest'
import { type KeyedRows, keysOf, rowWith, seedKeys } from './keyed-rows.ts'
import { ODD_KEYS, SHUFFLED_KEYS } from './odd-keys.ts'
import { type StoreRule, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

/** Returns the rules for finding rows of such a table by a prefix. */
export function keyedSearchRules(rows: KeyedRows, first: number): StoreRule[] {
  const { name } = rows
  return [
    storeRule(
      `STORE-${first + 3}`,
      `a prefix of ${name}s matches literally: case and pattern characters count`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, SHUFFLED_KEYS)
        const prefixes = [
          'a',
          'A',
          'a%',
          'a_',
          '%',
          '_',
          '\\',
          '\\x',
          'nul',
          'NUL',
          ' ',
          'a ',
          'e',
          'zz',
          'q',
          "'",
          '[',
          '?',
          '*',
        ]
        for (const prefix of prefixes) await expectFound(store, rows, projectId, prefix)
      },
    ),

    storeRule(
      `STORE-${first + 4}`,
      `a prefix of ${name}s may end with the last character of a script, or of Unicode; half of a surrogate pair does not match a whole one`,
      async ({ store }) => {
        const ends = ['\u007f', '\ud7ff', '\udfff', '\uffff', '\u{10ffff}', '\u{10ffff}\u{10ffff}', 'a\u{10ffff}']
        const neighbours = ['\u0080', '\ue000', '\u{10000}', 'b', '\u{10fffe}\u{10ffff}']
        const keys = [
          ...ends,
          ...neighbours,
          ...ends.map((end) => `${end}x`),
          ...ends.map((end) => `${end}\u{10ffff}z`),
        ]
        const projectId = await seedKeys(store, rows, [...new Set(keys)])
        for (const prefix of [...ends, ...neighbours]) await expectFound(store, rows, projectId, prefix, keys)
        const halved = await seedKeys(store, rows, ['a\u{1f600}', 'a\ud83d', 'a\ud83dx'])
        await expectFound(store, rows, halved, 'a\ud83d', ['a\ud83d', 'a\ud83dx'])
      },
    ),

    storeRule(
      `STORE-${first + 9}`,
      `a ${name} is also found by the start of its ${rows.foundBy}, regardless of case, and returned once`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, ['ana', 'b'])
        await saveCalled(store, rows, projectId, {
          a: 'Zoé@Acme.com',
          b: 'zoe@acme.com',
          ana: 'ANA@x',
          c: 'z_e',
          d: 'z\0\ud800',
          e: '\u{10ffff}x',
          long: `${'l'.repeat(254)}m`,
          'zo of another name': '',
        })
        await saveCalled(store, rows, projectId, { number: 7, list: ['zo'], none: null })
        const found = async (search: string, page = ALL) => {
          const { count, items } = await store.read((tx) => rows.list(tx, projectId, search, page))
          return { count, keys: keysOf(items) }
        }
        expect(await found('zo')).toEqual({ count: 3, keys: ['a', 'b', 'zo of another name'] })
        expect(await found('zo', { limit: 1, offset: 1 })).toEqual({ count: 3, keys: ['b'] })
        expect(await found('ZOÉ')).toEqual({ count: 1, keys: ['a'] })
        expect(await found('Ana')).toEqual({ count: 1, keys: ['ana'] })
        expect(await found('a')).toEqual({ count: 2, keys: ['a', 'ana'] })
        expect(await found('z_')).toEqual({ count: 1, keys: ['c'] })
        expect(await found('7')).toEqual({ count: 0, keys: [] })
        for (const [search, key] of [
          ['z\0\ud800', 'd'],
          ['\u{10ffff}', 'e'],
          ['l'.repeat(254), 'long'],
        ] as const)
          expect(await found(search)).toEqual({ count: 1, keys: [key] })
        expect(await found(`${'l'.repeat(254)}m`)).toEqual({ count: 0, keys: [] })
        await saveCalled(store, rows, projectId, { a: undefined, b: 'yes' })
        expect(await found('zo')).toEqual({ count: 1, keys: ['zo of another name'] })
        await store.write((tx) => rows.delete(tx, projectId, 'b'))
        expect(await found('yes')).toEqual({ count: 0, keys: [] })
      },
    ),
  ]
}

async function expectFound(
  store: Store,
  rows: KeyedRows,
  projectId: number,
  prefix: string,
  keys: readonly string[] = ODD_KEYS,
): Promise<void> {
  const { count, items } = await store.read((tx) => rows.list(tx, projectId, prefix, ALL))
  const expected = keys.filter((key) => key.startsWith(prefix))
  expect({ prefix, keys: keysOf(items).sort() }).toEqual({ prefix, keys: [...new Set(expected)].sort() })
  expect({ prefix, count }).toEqual({ prefix, count: items.length })
}

/** Saves a row for each key, with this value of the property by which rows are found. */
async function saveCalled(
  store: Store,
  rows: KeyedRows,
  projectId: number,
  called: Readonly<Record<string, JsonValue | undefined>>,
): Promise<void> {
  await store.write(async (tx) => {
    for (const [key, value] of Object.entries(called)) {
      const properties = value === undefined ? {} : { [rows.foundBy]: value }
      await rows.save(tx, rowWith(rows, projectId, key, { properties }))
    }
  })
}
