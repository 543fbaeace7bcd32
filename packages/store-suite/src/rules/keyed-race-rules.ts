import type { JsonObject, Store } from '@flagdeck/core'
import { expect } from 'vitest'
import { eventLoopTurn } from './event-loop-turn.ts'
import { type KeyedRows, keysOf, rowWith, seedKeys } from './keyed-rows.ts'
import { moment } from './moment.ts'
import { type StoreRule, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

/** Returns the rules for concurrent writes to one row of such a table. */
export function keyedRaceRules(rows: KeyedRows, first: number): StoreRule[] {
  const { name } = rows
  return [
    storeRule(
      `STORE-${first}`,
      `writers that merge the properties of one ${name} under its lock lose nothing`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, ['wanted'])
        await Promise.all(Array.from({ length: 10 }, (_, n) => merge(store, rows, projectId, n)))
        await expectMerged(store, rows, projectId)
      },
    ),

    storeRule(
      `STORE-${first + 1}`,
      `writers that merge the properties of a ${name} that does not exist yet lose nothing`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, [])
        await Promise.all(Array.from({ length: 10 }, (_, n) => merge(store, rows, projectId, n)))
        await expectMerged(store, rows, projectId)
      },
    ),

    storeRule(
      `STORE-${first + 2}`,
      `writers that merge the properties of a ${name} that is deleted and created again lose nothing`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, ['wanted'])
        const remake = () =>
          store.write(async (tx) => {
            const row = await rows.lock(tx, projectId, 'wanted')
            await rows.delete(tx, projectId, 'wanted')
            await eventLoopTurn()
            if (row) await rows.save(tx, row)
          })
        const merges = Array.from({ length: 10 }, (_, n) => merge(store, rows, projectId, n))
        await Promise.all([...merges, ...Array.from({ length: 5 }, remake)])
        await expectMerged(store, rows, projectId)
      },
    ),

    storeRule(
      `STORE-${first + 3}`,
      `writers in two stores that merge the properties of one ${name} lose nothing`,
      async (trial) => {
        const projectId = await seedKeys(trial.store, rows, [])
        const second = await trial.openSecond()
        const merges = Array.from({ length: 10 }, (_, n) => merge(n % 2 ? second : trial.store, rows, projectId, n))
        await Promise.all(merges)
        await expectMerged(trial.store, rows, projectId)
      },
    ),

    storeRule(
      `STORE-${first + 4}`,
      `if many writers save one ${name} concurrently, the row of one is stored completely`,
      async ({ store }) => {
        const projectId = await seedKeys(store, rows, [])
        const contenders = Array.from({ length: 10 }, (_, n) => {
          const properties = { a: n, b: n, c: Array.from({ length: 100 }, () => n) }
          return rowWith(rows, projectId, 'wanted', { properties, updatedAt: moment(`2026-01-0${1 + (n % 9)}`) })
        })
        await Promise.all(contenders.map((row) => store.write((tx) => rows.save(tx, row))))
        const { count, items } = await store.read((tx) => rows.list(tx, projectId, '', ALL))
        expect(count).toBe(1)
        expect(contenders).toContainEqual(items[0])
      },
    ),

    storeRule(`STORE-${first + 5}`, `a ${name} is unchanged after a write that is rolled back`, async ({ store }) => {
      const projectId = await seedKeys(store, rows, ['a', 'b'])
      const write = store.write(async (tx) => {
        await rows.save(tx, rowWith(rows, projectId, 'a', { properties: { taken: 'back' } }))
        await rows.save(tx, rowWith(rows, projectId, 'c'))
        await rows.delete(tx, projectId, 'b')
        expect(keysOf((await rows.list(tx, projectId, '', ALL)).items)).toEqual(['a', 'c'])
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      const { items } = await store.read((tx) => rows.list(tx, projectId, '', ALL))
      expect(items).toEqual(['a', 'b'].map((key) => rowWith(rows, projectId, key)))
    }),
  ]
}

/** Adds one property to the properties of the row `wanted`. */
function merge(store: Store, rows: KeyedRows, projectId: number, n: number): Promise<void> {
  return store.write(async (tx) => {
    const stored = await rows.lock(tx, projectId, 'wanted')
    await eventLoopTurn()
    const properties: JsonObject = { ...stored?.properties, [`from ${n}`]: n }
    await rows.save(tx, rowWith(rows, projectId, 'wanted', { properties }))
  })
}

async function expectMerged(store: Store, rows: KeyedRows, projectId: number): Promise<void> {
  const stored = await store.read((tx) => rows.find(tx, projectId, 'wanted'))
  const expected = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`from ${n}`, n]))
  expect(stored?.properties).toMatchObject(expected)
}
