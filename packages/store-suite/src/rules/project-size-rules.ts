import type { Store } from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { KEYED_ROWS, rowWith } from './keyed-rows.ts'
import { moment } from './moment.ts'
import { ODD_KEYS } from './odd-keys.ts'
import { type StoreRule, type StoreRuleGroup, storeRule } from './store-rule.ts'

const [FIRST, SECOND, THIRD] = [moment('2026-01-01'), moment('2026-01-02'), moment('2026-01-03')]

export const projectSizeRules: StoreRuleGroup = {
  title: 'sizes of projects',
  about:
    'Core adds the bytes that each write of persons and groups adds or removes, in the transaction of that write. Separately, it measures the rows in parts.',
  rules: [
    storeRule(
      'STORE-542',
      'concurrent additions to a size are all counted, and a size is never below zero',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const { find, add } = sizesOf(store, project.id)
        expect(await find()).toBeUndefined()
        await Promise.all(Array.from({ length: 20 }, (_, n) => add(n)))
        expect(await find()).toEqual({ projectId: project.id, bytes: 190, measuredAt: FIRST })
        await add(-90)
        expect((await find())?.bytes).toBe(100)
        await add(-101)
        expect((await find())?.bytes).toBe(0)
        await add(2 ** 40)
        expect((await find())?.bytes).toBe(2 ** 40)
      },
    ),

    storeRule('STORE-543', 'an addition that is rolled back is not counted', async ({ store }) => {
      const { project } = await seedTenant(store)
      const write = store.write(async (tx) => {
        await tx.projectSizes.add(project.id, 5, FIRST)
        expect((await tx.projectSizes.find(project.id))?.bytes).toBe(5)
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      expect(await sizesOf(store, project.id).find()).toBeUndefined()
      await store.write((tx) => tx.projectSizes.add(project.id, -5, FIRST))
      expect((await sizesOf(store, project.id).find())?.bytes).toBe(0)
    }),

    storeRule('STORE-544', 'if several writers claim a measurement concurrently, one gets it', async ({ store }) => {
      const { project } = await seedTenant(store)
      const claim = (previous: typeof FIRST | null, next: typeof FIRST) =>
        store.write((tx) => tx.projectSizes.claimMeasurement(project.id, previous, next))
      expect(await claim(FIRST, SECOND)).toBe(false)
      await sizesOf(store, project.id).add(7, FIRST)
      const claims = await Promise.all(Array.from({ length: 5 }, () => claim(FIRST, SECOND)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect(await claim(null, THIRD)).toBe(false)
      expect(await claim(FIRST, THIRD)).toBe(false)
      expect(await claim(SECOND, THIRD)).toBe(true)
      await sizesOf(store, project.id).add(1, FIRST)
      expect(await sizesOf(store, project.id).find()).toEqual({ projectId: project.id, bytes: 8, measuredAt: THIRD })
    }),

    storeRule('STORE-545', 'the largest projects are first', async ({ store }) => {
      const sizes: [number, number][] = []
      for (const bytes of [2 ** 50, 2 ** 51, 2 ** 50]) {
        const { project } = await seedTenant(store)
        await sizesOf(store, project.id).add(bytes)
        sizes.push([project.id, bytes])
      }
      const largest = await store.read((tx) => tx.projectSizes.largest(3))
      const [a, b, c] = sizes
      expect(largest.map(({ projectId, bytes }) => [projectId, bytes])).toEqual([b, a, c])
      expect(await store.read((tx) => tx.projectSizes.largest(1))).toHaveLength(1)
    }),

    measureRule('STORE-546', 'persons'),
    measureRule('STORE-547', 'groups'),
  ],
}

function measureRule(id: `STORE-${number}`, kind: keyof typeof KEYED_ROWS): StoreRule {
  const rows = KEYED_ROWS[kind]
  return storeRule(id, `${kind} are measured in parts, in UTF-8 bytes`, async ({ store }) => {
    const { project } = await seedTenant(store)
    const sister = await seedTenant(store)
    const properties = (key: string) => ({ text: `${key}ü\u{1f468}`, n: [1, null] })
    await store.write(async (tx) => {
      for (const key of ODD_KEYS) await rows.save(tx, rowWith(rows, project.id, key, { properties: properties(key) }))
      await rows.save(tx, rowWith(rows, sister.project.id, 'a'))
    })
    const measured = { rows: 0, bytes: 0 }
    for (let after: string | null = ''; after !== null; ) {
      const key: string = after
      const part = await store.read((tx) => rows.measureAfter(tx, project.id, key, 10))
      expect(part.rows).toBeLessThanOrEqual(10)
      measured.rows += part.rows
      measured.bytes += part.bytes
      after = part.lastKey
    }
    const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength
    const expected = ODD_KEYS.map((key) => bytesOf(key) + bytesOf(JSON.stringify(properties(key))))
    expect(measured).toEqual({ rows: ODD_KEYS.length, bytes: expected.reduce((sum, bytes) => sum + bytes, 0) })
    const none = await store.read((tx) => rows.measureAfter(tx, project.id, '\u{10ffff}', 10))
    expect(none).toEqual({ rows: 0, bytes: 0, lastKey: null })
  })
}

function sizesOf(store: Store, projectId: number) {
  return {
    find: () => store.read((tx) => tx.projectSizes.find(projectId)),
    add: (bytes: number, addedAt = FIRST) => store.write((tx) => tx.projectSizes.add(projectId, bytes, addedAt)),
  }
}
