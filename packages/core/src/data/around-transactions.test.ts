import { expect, it } from 'vitest'
import { aroundTransactions } from './around-transactions.ts'
import { inProcessChangeBus } from './change-bus.ts'
import { memoryStore } from './memory/memory-store.ts'

it('runs around reads and writes, and hears how they end', async () => {
  const heard: string[] = []
  const store = aroundTransactions(memoryStore(), async (kind, run) => {
    heard.push(`${kind} begins`)
    try {
      return await run()
    } finally {
      heard.push(`${kind} ends`)
    }
  })
  expect(await store.read((tx) => tx.organizations.any())).toBe(false)
  const refused = new Error('no')
  await expect(store.write(() => Promise.reject(refused))).rejects.toBe(refused)
  expect(heard).toEqual(['read begins', 'read ends', 'write begins', 'write ends'])
})

it('keeps the bus and the pools of its store', () => {
  const bus = inProcessChangeBus()
  const pools = [{ name: 'main', size: 1, inUse: 0, idle: 0, waiting: 0 }]
  const store = { ...memoryStore(), changeBus: () => bus, pools: () => pools }
  const around = aroundTransactions(store, (_, run) => run())
  expect(around.changeBus?.({ onError: () => undefined })).toBe(bus)
  expect(around.pools?.()).toBe(pools)
  expect(aroundTransactions(memoryStore(), (_, run) => run())).not.toHaveProperty('changeBus')
})
