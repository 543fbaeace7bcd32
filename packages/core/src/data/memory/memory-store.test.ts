import { describe, expect, it } from 'vitest'
import { newActivityRow } from '../../testing/row-builders.ts'
import { seedFlag, seedTenant } from '../../testing/seed-tenant.ts'
import type { ReadTransaction } from '../store.ts'
import { memoryStore } from './memory-store.ts'

const ALL = { limit: 100, offset: 0 }

describe('memoryStore', () => {
  it('lets readers of several ages look on at once, each at its own state', async () => {
    const store = memoryStore()
    const { project } = await seedTenant(store)
    const count = async (tx: ReadTransaction): Promise<readonly number[]> => [
      (await tx.projects.liveTotals(project.id)).flags,
      (await tx.activity.list(project.id, { scope: 'FeatureFlag' }, ALL)).count,
    ]
    const grow = async (): Promise<void> => {
      await seedFlag(store, { projectId: project.id })
      await store.write((tx) => tx.activity.append(newActivityRow({ projectId: project.id })))
    }
    const counts = await store.read(async (oldest) => {
      await grow()
      return store.read(async (older) => {
        await grow()
        return store.read(async (newest) => [await count(oldest), await count(older), await count(newest)])
      })
    })
    expect(counts).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
  })

  it('hands out rows that cannot be changed, to their last part', async () => {
    const store = memoryStore()
    const { project } = await seedTenant(store)
    const { id } = await seedFlag(store, { projectId: project.id, tags: ['a'] })
    const flag = await store.read((tx) => tx.flags.find(project.id, id))
    for (const part of [flag?.tags, flag?.filters, flag?.filters.groups, flag?.filters.groups[0]]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  it('lets a reader that began before it closed come to its end', async () => {
    const store = memoryStore()
    const { project } = await seedTenant(store)
    const seen = await store.read(async (tx) => {
      await store.close()
      return tx.projects.find(project.id)
    })
    expect(seen).toEqual(project)
  })

  it('keeps stores apart', async () => {
    const [one, two] = [memoryStore(), memoryStore()]
    await seedTenant(one)
    expect(await two.read((tx) => tx.organizations.any())).toBe(false)
  })
})
