import type { JsonValue, Store } from '@flagdeck/core/store'
import { BUILT_AT } from '@flagdeck/core/testing'
import { expect } from 'vitest'
import { type Keyed, type KeyedRows, keysOf, rowWith, seedKeys } from './keyed-rows.ts'
import { moment } from './moment.ts'
import { ODD_KEYS, SHUFFLED_KEYS } from './odd-keys.ts'
import { type StoreRule, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

/** What every table of rows under a key has to keep to, `first` being the number of the first rule. */
export function keyedLookRules(rows: KeyedRows, first: number): StoreRule[] {
  const { name } = rows
  return [
    storeRule(
      `STORE-${first}`,
      `a ${name} is found by exactly its key, whatever that looks like`,
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
      `saving a ${name} again replaces properties and time of change`,
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

    storeRule(`STORE-${first + 2}`, `${name}s come in the order of the bytes of their keys`, async ({ store }) => {
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
      `STORE-${first + 3}`,
      `a prefix of ${name}s is taken as it is: case and pattern signs count`,
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
      `a prefix of ${name}s may end with the last character of a script, or of all`,
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
      },
    ),

    storeRule(`STORE-${first + 5}`, `a walk over ${name}s meets each that stays exactly once`, async ({ store }) => {
      const stays = Array.from({ length: 50 }, (_, n) => `key ${String(n).padStart(3, '0')}`)
      const projectId = await seedKeys(store, rows, stays)
      const after = (key: string) => store.read((tx) => rows.after(tx, projectId, key, 7))
      const met = await walk(after, async (batch, countMet) => {
        // Rows that come all the time ahead of a walk would keep it from ever ending.
        if (countMet > 100) return
        await store.write(async (tx) => {
          const around = ['key', `${batch[0]}!`, `${batch.at(-1)}!`, `key 0${countMet}x`]
          for (const key of around) await rows.save(tx, rowWith(rows, projectId, key))
          await rows.delete(tx, projectId, `${batch[0]}!`)
        })
      })
      expect(met.filter((key) => stays.includes(key))).toEqual(stays)
      expect(new Set(met).size).toBe(met.length)
    }),

    storeRule(
      `STORE-${first + 6}`,
      `after answers no more ${name}s than asked for, and none past the end`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, ['a', 'b', 'c', 'd'])
        const after = async (key: string, limit: number) =>
          keysOf(await store.read((tx) => rows.after(tx, projectId, key, limit)))
        expect(await after('', 2)).toEqual(['a', 'b'])
        expect(await after('b', 2)).toEqual(['c', 'd'])
        expect(await after('bb', 1)).toEqual(['c'])
        expect(await after('d', 2)).toEqual([])
        expect(await after('zzz', 1000)).toEqual([])
      },
    ),

    storeRule(
      `STORE-${first + 7}`,
      `deleting a ${name} answers whether it was there, and takes no other`,
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

    storeRule(
      `STORE-${first + 8}`,
      `thousands of ${name}s are found, paged and walked over like a few`,
      async ({ store }) => {
        const keys = Array.from({ length: 1500 }, (_, n) => `key ${String((n * 7919) % 1500).padStart(4, '0')}`)
        const projectId = await seedKeys(store, rows, keys)
        const sorted = [...keys].sort()
        await store.read(async (tx) => {
          const { count, items } = await rows.list(tx, projectId, 'key 1', { limit: 10, offset: 400 })
          expect({ count, keys: keysOf(items) }).toEqual({ count: 500, keys: sorted.slice(1400, 1410) })
          expect(await walk((key) => rows.after(tx, projectId, key, 700))).toEqual(sorted)
        })
      },
    ),

    storeRule(
      `STORE-${first + 9}`,
      `a ${name} is found by the beginning of its ${rows.foundBy} as well, whatever the case, and once`,
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

/** The keys that a walk from each last one to the next meets. It fails when it goes round and round. */
async function walk(
  after: (key: string) => Promise<readonly Keyed[]>,
  between: (batch: readonly string[], countMet: number) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  const met: string[] = []
  for (;;) {
    const batch = keysOf(await after(met.at(-1) ?? ''))
    if (batch.length === 0) return met
    expect(met).not.toContain(batch[0])
    met.push(...batch)
    await between(batch, met.length)
  }
}

/** Saves a row for each key, with this value of what they are found by. */
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
