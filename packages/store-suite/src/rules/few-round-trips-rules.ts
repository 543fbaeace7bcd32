import { newActivityRow, newFlagIndex, newFlagRow, seedFlag, seedTenant } from '@flagdeck/core/fixtures'
import { SerializationFailure, UniqueViolation } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const fewRoundTripsRules: StoreRuleGroup = {
  title: 'round trips',
  about:
    'A database may be remote. A store may send concurrent calls of a transaction together, and MUST execute them in the order of the calls. It may send statements whose results are not needed together with the commit. Only the time that this takes may differ.',
  rules: [
    storeRule(
      'STORE-35',
      'reads that are sent together with `raiseVersion` see the project as it remains until the commit',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const create = (n: number): Promise<readonly [number, number]> =>
          store.write(async (tx) => {
            const [version, { flags: count }, id] = await Promise.all([
              tx.projects.raiseVersion(project.id),
              tx.projects.liveTotals(project.id),
              tx.flags.reserveId(),
            ])
            const row = newFlagRow({ projectId: project.id, key: `flag-${n}`, projectVersion: version })
            await tx.flags.insert({ ...row, id }, newFlagIndex(row))
            return [version - project.version - 1, count]
          })
        const seen = await Promise.all(Array.from({ length: 20 }, (_, n) => create(n)))
        const inOrder = Array.from({ length: 20 }, (_, n) => [n, n])
        expect(seen.toSorted(([a], [b]) => a - b)).toEqual(inOrder)
      },
    ),

    storeRule(
      'STORE-36',
      'a write rejects with the error of a statement that was sent with its commit, and stores nothing',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const flag = await seedFlag(store, { projectId: project.id })
        const row = newFlagRow({ projectId: project.id, key: flag.key })
        const writes = [
          store.write(async (tx) => {
            await tx.projects.raiseVersion(project.id)
            await tx.activity.append(newActivityRow({ projectId: project.id + 1000 }))
          }),
          store.write(async (tx) => {
            await tx.projects.raiseVersion(project.id)
            await tx.flags.insert({ ...row, id: await tx.flags.reserveId() }, newFlagIndex(row))
          }),
        ]
        const [entry, second] = await Promise.allSettled(writes)
        expect(entry?.status).toBe('rejected')
        expect(second).toMatchObject({ reason: { name: 'UniqueViolation', constraint: 'flags_live_key' } })
        expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(project.version)
        expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 1 })
      },
    ),

    storeRule(
      'STORE-37',
      'a write rejects with the unique violation of a statement that was not awaited, even if `work` catches every error',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const flag = await seedFlag(store, { projectId: project.id })
        const row = newFlagRow({ projectId: project.id, key: flag.key })
        const write = store.write(async (tx) => {
          const id = await tx.flags.reserveId()
          await tx.flags.insert({ ...row, id }, newFlagIndex(row)).catch(() => undefined)
          await tx.activity.append(newActivityRow({ projectId: project.id })).catch(() => undefined)
          await tx.flags.find(project.id, id).catch(() => undefined)
        })
        await expect(write).rejects.toBeInstanceOf(UniqueViolation)
        expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 1 })
      },
    ),

    storeRule(
      'STORE-38',
      'a reserved id is the id of the flag that is inserted with it, and of no other flag',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const row = (key: string) => newFlagRow({ projectId: project.id, key })
        const [first, later, second] = await store.write(async (tx) => {
          const ids = await Promise.all([tx.flags.reserveId(), tx.flags.reserveId()])
          const later = await tx.flags.insert(row('later'), newFlagIndex(row('later')))
          const [first, second] = await Promise.all(
            ids.map((id) => tx.flags.insert({ ...row(`flag-${id}`), id }, newFlagIndex(row(`flag-${id}`)))),
          )
          expect([first?.id, second?.id]).toEqual(ids)
          return [first, later, second]
        })
        const next = await seedFlag(store, { projectId: project.id })
        expect(new Set([first?.id, second?.id, later?.id, next.id]).size).toBe(4)
        expect(next.id).toBeGreaterThan(later?.id ?? 0)
        for (const flag of [first, second, later]) {
          expect(await store.read((tx) => tx.flags.find(project.id, flag?.id ?? 0))).toEqual(flag)
        }
      },
    ),

    storeRule(
      'STORE-532',
      'ids that are reserved together are assigned to no other flag, in any transaction',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const reserve = (count: number) => store.write((tx) => tx.flags.reserveIds(count))
        const [first, none, second] = await Promise.all([reserve(50), reserve(0), reserve(50)])
        const seeded = await seedFlag(store, { projectId: project.id })
        const third = await reserve(1)
        expect(none).toEqual([])
        const ids = [...first, ...second, ...third, seeded.id]
        expect(new Set(ids).size).toBe(102)
        for (const some of [first, second]) expect(some).toEqual(some.toSorted((a, b) => a - b))
      },
    ),

    storeRule(
      'STORE-39',
      '`replace` updates a flag, or fails the write if the flag has another version',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const flag = await seedFlag(store, { projectId: project.id })
        const changed = { ...flag, name: 'changed', version: 2 }
        const replace = () =>
          store.write(async (tx) => {
            await tx.projects.raiseVersion(project.id)
            await tx.flags.replace(changed, newFlagIndex(changed), 1)
          })
        await replace()
        expect(await store.read((tx) => tx.flags.find(project.id, flag.id))).toEqual(changed)
        await expect(replace()).rejects.toBeInstanceOf(SerializationFailure)
        const { version } = (await store.read((tx) => tx.projects.find(project.id))) ?? {}
        expect(version).toBe(project.version + 1)
      },
    ),
  ],
}
