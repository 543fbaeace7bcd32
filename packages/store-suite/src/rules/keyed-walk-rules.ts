import { expect } from 'vitest'
import { type Keyed, type KeyedRows, keysOf, rowWith, seedKeys } from './keyed-rows.ts'
import { type StoreRule, storeRule } from './store-rule.ts'

/** Returns the rules for iterating over such a table, however many rows it has. */
export function keyedWalkRules(rows: KeyedRows, first: number): StoreRule[] {
  const { name } = rows
  return [
    storeRule(
      `STORE-${first + 5}`,
      `an iteration over ${name}s returns each one that exists throughout exactly once`,
      async ({ store }) => {
        const stays = Array.from({ length: 50 }, (_, n) => `key ${String(n).padStart(3, '0')}`)
        const projectId = await seedKeys(store, rows, stays)
        const after = (key: string) => store.read((tx) => rows.after(tx, projectId, key, 7))
        const met = await walk(after, async (batch, countMet) => {
          // An iteration would never end if rows were always added ahead of it.
          if (countMet > 100) return
          await store.write(async (tx) => {
            const around = ['key', `${batch[0]}!`, `${batch.at(-1)}!`, `key 0${countMet}x`]
            for (const key of around) await rows.save(tx, rowWith(rows, projectId, key))
            await rows.delete(tx, projectId, `${batch[0]}!`)
          })
        })
        expect(met.filter((key) => stays.includes(key))).toEqual(stays)
        expect(new Set(met).size).toBe(met.length)
      },
    ),

    storeRule(
      `STORE-${first + 6}`,
      `\`after\` returns at most the requested number of ${name}s, and none past the end`,
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
      `STORE-${first + 8}`,
      `thousands of ${name}s can be found, paged and iterated over`,
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
  ]
}

/**
 * Returns the keys of an iteration in which each batch follows the last key of the previous one. Fails if a key
 * repeats.
 */
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
