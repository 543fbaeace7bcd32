import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ChangeBus, inProcessChangeBus } from '../../data/change-bus.ts'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import type { ProjectReader } from '../../data/tables/project-table.ts'
import { requireFlag } from '../../features/flags/retrieve-flag.ts'
import { saveFlag } from '../../features/flags/save-flag.ts'
import { countReads } from '../../testing/count-reads.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { changeProject } from '../change-project.ts'

const ADA = { distinctId: 'ada' }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const NOBODY = { groups: [{ rollout_percentage: 0 }] }

/** A bus that loses every message. */
const deafBus: ChangeBus = { publish: () => undefined, subscribe: () => () => undefined, close: async () => undefined }

/** A store whose reads fail while it is down. */
function fragileStore(): Store & { isDown: boolean } {
  const store = memoryStore()
  const fragile = {
    ...store,
    isDown: false,
    read: <T>(work: Parameters<typeof store.read<T>>[0]) =>
      fragile.isDown ? Promise.reject(new StoreUnavailable('the cable is cut')) : store.read(work),
  }
  return fragile
}

/** Returns a store with changed queries of projects. */
function readingProjects(store: Store, change: (projects: ProjectReader) => ProjectReader): Store {
  return { ...store, read: (work) => store.read((tx) => work({ ...tx, projects: change(tx.projects) })) }
}

/** Two instances on one database: each has to learn the writes of the other. */
async function twoInstances(buses: readonly [ChangeBus, ChangeBus]) {
  const [bus, otherBus] = buses
  const first = await testDeck({ bus })
  const second = await testDeck({ store: first.store, bus: otherBus })
  const elsewhere = await second.deck.project(first.project.id)
  return { first, snapshots: second.deck.context.snapshots, elsewhere, projectId: first.project.id }
}

describe('the instance that wrote', () => {
  it('SNAP-1 answers with the write as soon as it is acknowledged', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    expect(flags.isEnabled('a', ADA)).toBe(true)
    await flags.update(id, { filters: NOBODY })
    expect(flags.isEnabled('a', ADA)).toBe(false)
    await flags.update(id, { filters: EVERYBODY, key: 'b' })
    expect([flags.isEnabled('a', ADA), flags.isEnabled('b', ADA)]).toEqual([false, true])
    await flags.update(id, { active: false })
    expect(flags.evaluate('b', ADA)).toMatchObject({ enabled: false, reason: { code: 'flag_disabled' } })
    await flags.update(id, { active: true })
    await flags.delete(id)
    expect(flags.evaluate('b', ADA)).toMatchObject({ flagId: null, reason: { code: 'flag_not_found' } })
    await flags.restore(id)
    expect(flags.isEnabled('b', ADA)).toBe(true)
  })

  it('SNAP-1 answers with all of fifty writes at once', async () => {
    const { flags } = await testDeck()
    const keys = Array.from({ length: 50 }, (_, index) => `flag-${String(index).padStart(2, '0')}`)
    await Promise.all(
      keys.map(async (key) => {
        await flags.create({ key, filters: EVERYBODY })
        expect(flags.isEnabled(key, ADA)).toBe(true)
      }),
    )
    expect(flags.snapshot().keys).toEqual(keys)
  })

  it('SNAP-1 gives a key to the flag that has it now', async () => {
    const { flags } = await testDeck()
    const old = await flags.create({ key: 'a', filters: NOBODY })
    await flags.delete(old.id)
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    expect(flags.evaluate('a', ADA)).toMatchObject({ enabled: true, flagId: id })
    await flags.restore(old.id)
    expect([flags.isEnabled('a', ADA), flags.isEnabled('a-2', ADA)]).toEqual([true, false])
  })

  it('SNAP-2 leaves a snapshot that somebody holds as it is', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    const held = flags.snapshot()
    await flags.delete(id)
    expect([held.isEnabled('a', ADA), held.keys, held.version]).toEqual([true, ['a'], flags.snapshot().version - 1])
  })

  it('SNAP-3 does not fail a write over a snapshot that could not be renewed', async () => {
    const store = fragileStore()
    const errors: unknown[] = []
    const { flags, context } = await testDeck({ store, onError: (error) => errors.push(error) })
    const { id } = await flags.create({ key: 'a', filters: EVERYBODY })
    store.isDown = true
    // This change does not report what it has written, so the cache has to query the store.
    const update = changeProject(context, async (tx, projectVersion) => {
      const flag = await requireFlag(tx, context, id)
      return saveFlag(tx, context, flag, { ...flag, filters: NOBODY }, projectVersion)
    })
    await expect(update).resolves.toMatchObject({ version: 2 })
    // The write reports it, and a moment later the announcement does.
    await expect.poll(() => errors).toEqual([expect.any(StoreUnavailable), expect.any(StoreUnavailable)])
    expect(flags.isEnabled('a', ADA)).toBe(true)
    store.isDown = false
    await flags.update(id, { name: 'x' })
    expect(flags.isEnabled('a', ADA)).toBe(false)
  })

  it('SNAP-3 does not fail a write over a bus that is broken', async () => {
    const errors: unknown[] = []
    const broken = new Error('no bus')
    const bus: ChangeBus = {
      ...deafBus,
      publish: () => {
        throw broken
      },
    }
    const { flags } = await testDeck({ bus, onError: (error) => errors.push(error) })
    await expect(flags.create({ key: 'a' })).resolves.toMatchObject({ key: 'a' })
    expect(errors).toEqual([broken])
  })
})

describe('another instance', () => {
  it('SNAP-4 follows what the bus tells', async () => {
    const bus = inProcessChangeBus()
    const { first, elsewhere } = await twoInstances([bus, bus])
    await first.flags.create({ key: 'a', filters: EVERYBODY })
    await expect.poll(() => elsewhere.flags.isEnabled('a', ADA)).toBe(true)
  })

  it('SNAP-4 loads nothing for a project that nobody asked it about', async () => {
    const bus = inProcessChangeBus()
    const first = await testDeck({ bus })
    const reads = countReads(first.store)
    const second = await testDeck({ store: reads.store, bus })
    const before = reads.count()
    await first.flags.create({ key: 'a' })
    expect(reads.count()).toBe(before)
    expect(second.deck.context.snapshots.peek(first.project.id)).toBeUndefined()
  })

  it('SNAP-4 SNAP-1 hears of a change that comes while it loads a project for the first time', async () => {
    for (const isOwn of [false, true]) {
      const bus = inProcessChangeBus()
      const first = await testDeck({ bus })
      const projectId = first.project.id
      const { promise: written, resolve } = Promise.withResolvers<void>()
      const { promise: loading, resolve: isLoading } = Promise.withResolvers<void>()
      const slow = readingProjects(first.store, (projects) => ({
        ...projects,
        async findTagged(id, since) {
          const found = await projects.findTagged(id, since)
          if (id !== projectId) return found
          isLoading()
          await written
          return found
        },
      }))
      const { snapshots } = (await testDeck({ store: slow, bus: isOwn ? deafBus : bus })).deck.context
      const asked = snapshots.get(projectId)
      await loading
      const { projectVersion } = await first.flags.create({ key: 'a', filters: EVERYBODY })
      const told = isOwn ? snapshots.announce({ projectId, version: projectVersion }) : undefined
      resolve()
      await asked
      await told
      if (isOwn) expect(snapshots.peek(projectId)?.version).toBe(projectVersion)
      else await expect.poll(() => snapshots.peek(projectId)?.version).toBe(projectVersion)
    }
  })

  it('SNAP-5 repairs at its next check what no message told', async () => {
    const { first, elsewhere, snapshots } = await twoInstances([deafBus, deafBus])
    const { id } = await first.flags.create({ key: 'a', filters: EVERYBODY })
    expect(elsewhere.flags.isEnabled('a', ADA)).toBe(false)
    await snapshots.check()
    expect(elsewhere.flags.isEnabled('a', ADA)).toBe(true)
    await first.flags.delete(id)
    await snapshots.check()
    expect(elsewhere.flags.snapshot().keys).toEqual([])
    await first.flags.restore(id)
    await first.flags.update(id, { key: 'b' })
    await snapshots.check()
    expect(elsewhere.flags.snapshot().keys).toEqual(['b'])
    expect(elsewhere.flags.snapshot().version).toBe(first.flags.snapshot().version)
  })

  it('SNAP-5 loads nothing when it is not behind', async () => {
    const reads = countReads()
    const { context, flags } = await testDeck({ store: reads.store })
    await flags.create({ key: 'a' })
    const before = reads.count()
    await context.snapshots.check()
    expect(reads.count() - before).toBe(1)
  })

  it('SNAP-5 checks by itself, every so often', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const first = await testDeck({ bus: deafBus })
    const second = await testDeck({ store: first.store, bus: deafBus, checkIntervalMs: 7000 })
    const elsewhere = await second.deck.project(first.project.id)
    await first.flags.create({ key: 'a', filters: EVERYBODY })
    vi.advanceTimersByTime(6999)
    expect(elsewhere.flags.isEnabled('a', ADA)).toBe(false)
    vi.advanceTimersByTime(1)
    await expect.poll(() => elsewhere.flags.isEnabled('a', ADA)).toBe(true)
    await second.deck.close()
    expect(vi.getTimerCount()).toBe(1)
  })

  it('SNAP-6 answers from the version that is asked for, or a newer one', async () => {
    const { first, snapshots, projectId } = await twoInstances([deafBus, deafBus])
    const { projectVersion } = await first.flags.create({ key: 'a', filters: EVERYBODY })
    expect((await snapshots.get(projectId))?.version).toBe(projectVersion - 1)
    expect((await snapshots.get(projectId, projectVersion))?.version).toBe(projectVersion)
  })

  it('SNAP-6 says that it is unavailable when there is no such version, and asks the store a few times at most', async () => {
    const reads = countReads()
    const { context, project } = await testDeck({ store: reads.store })
    const before = reads.count()
    await expect(context.snapshots.get(project.id, 1e9)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(reads.count() - before).toBeLessThanOrEqual(3)
  })
})

describe('a check', () => {
  it('SNAP-40 lets go of a project that there is no more', async () => {
    const { store, project } = await testDeck()
    const sister = await store.write((tx) =>
      tx.projects.insert(newProjectRow({ organizationId: project.organizationId })),
    )
    let isThere = true
    const found = <T>(row: T) => (isThere ? row : undefined)
    const withoutSister = readingProjects(store, (projects) => ({
      ...projects,
      findTagged: async (id, since) => (id === sister.id && !isThere ? undefined : projects.findTagged(id, since)),
      findByApiToken: async (token) => found(await projects.findByApiToken(token)),
      versions: (ids) => projects.versions(ids.filter((id) => id !== sister.id || isThere)),
    }))
    const { snapshots } = (await testDeck({ store: withoutSister })).deck.context
    await snapshots.get(project.id)
    expect((await snapshots.ofToken(sister.apiToken))?.version).toBe(sister.version)
    isThere = false
    await snapshots.check()
    expect([snapshots.peek(sister.id), snapshots.ageMs(sister.id)]).toEqual([undefined, null])
    expect([...snapshots.status().versions.keys()]).not.toContain(sister.id)
    expect(await snapshots.ofToken(sister.apiToken)).toBeUndefined()
    expect(snapshots.peek(project.id)).toBeDefined()
  })
})

describe('a check of many projects', () => {
  it('SNAP-41 is not spoiled by one that cannot be loaded', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { store, project, flags } = await testDeck()
    const addProject = () =>
      store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: project.organizationId })))
    const [damaged, unchanged] = [await addProject(), await addProject()]
    const broken = new Error('its rows are damaged')
    let isBroken = false
    const fragile = readingProjects(store, (projects) => ({
      ...projects,
      findTagged: (id, since) =>
        isBroken && id === damaged.id ? Promise.reject(broken) : projects.findTagged(id, since),
    }))
    const errors: unknown[] = []
    const other = await testDeck({ store: fragile, bus: deafBus, onError: (error) => errors.push(error) })
    const { snapshots } = other.deck.context
    const ids = [damaged.id, project.id, unchanged.id]
    for (const id of ids) await snapshots.get(id)
    isBroken = true
    await store.write((tx) => tx.projects.raiseVersion(damaged.id))
    await flags.create({ key: 'a' })
    vi.advanceTimersByTime(7000)
    await snapshots.check()
    expect(ids.map((id) => snapshots.ageMs(id))).toEqual([7000, 0, 0])
    expect(snapshots.peek(project.id)?.evaluation.keys).toEqual(['a'])
    expect(snapshots.peek(damaged.id)?.version).toBe(damaged.version)
    expect([errors, snapshots.status().ageMs]).toEqual([[broken], 7000])
    isBroken = false
    await snapshots.check()
    expect(snapshots.status().ageMs).toBe(0)
  })
})

describe('loading', () => {
  it('SNAP-7 happens once for all who ask at the same time', async () => {
    const reads = countReads()
    const { deck, project } = await testDeck({ store: reads.store })
    const other = await testDeck({ store: reads.store })
    const { snapshots } = other.deck.context
    const before = reads.count()
    const found = await Promise.all(Array.from({ length: 50 }, () => snapshots.get(project.id)))
    expect(reads.count() - before).toBe(1)
    expect(new Set(found).size).toBe(1)
    expect(deck.context.snapshots).not.toBe(snapshots)
  })

  it('SNAP-7 happens again when it failed', async () => {
    const store = fragileStore()
    const { project } = await testDeck({ store })
    const { snapshots } = (await testDeck({ store })).deck.context
    store.isDown = true
    const refused = [snapshots.get(project.id), snapshots.get(project.id)]
    for (const outcome of await Promise.allSettled(refused)) expect(outcome.status).toBe('rejected')
    store.isDown = false
    await expect(snapshots.get(project.id)).resolves.toMatchObject({ version: project.version })
    // The first was the deck's own; concurrent requests share one load.
    expect(snapshots.status().loads, 'SNAP-25').toEqual({ done: 2, failed: 1 })
  })

  it('SNAP-7 brings what changed, not everything', async () => {
    const { flags, context, project } = await testDeck()
    await flags.create({ key: 'a', filters: EVERYBODY })
    const before = context.snapshots.peek(project.id)
    await flags.create({ key: 'b' })
    const after = context.snapshots.peek(project.id)
    expect(flags.snapshot().keys).toEqual(['a', 'b'])
    expect(context.snapshots.status()).toMatchObject({ flags: 2, versions: new Map([[project.id, after?.version]]) })
    expect(after).not.toBe(before)
  })

  it('SNAP-8 finds nothing for a project that there is not, and remembers that no longer than needed', async () => {
    const { context } = await testDeck()
    expect(await context.snapshots.get(404)).toBeUndefined()
    expect(context.snapshots.peek(404)).toBeUndefined()
  })
})

describe('a store that is down', () => {
  it('SNAP-9 leaves the last snapshot to answer, and the next check repairs it', async () => {
    const store = fragileStore()
    const first = await testDeck({ store, bus: deafBus, onError: () => undefined })
    const second = await testDeck({ store, bus: deafBus })
    const elsewhere = await second.deck.project(first.project.id)
    await first.flags.create({ key: 'a', filters: EVERYBODY })
    const { snapshots } = second.deck.context
    await snapshots.check()
    const { id } = await first.flags.create({ key: 'b', filters: EVERYBODY })
    store.isDown = true
    await expect(snapshots.check()).rejects.toBeInstanceOf(StoreUnavailable)
    expect(elsewhere.flags.isEnabled('a', ADA)).toBe(true)
    expect((await snapshots.get(first.project.id))?.version).toBe(elsewhere.flags.snapshot().version)
    store.isDown = false
    await snapshots.check()
    expect(elsewhere.flags.evaluate('b', ADA)).toMatchObject({ enabled: true, flagId: id })
  })

  it('SNAP-9 is reported by the check that runs by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const store = fragileStore()
    const errors: unknown[] = []
    await testDeck({ store, onError: (error) => errors.push(error), checkIntervalMs: 1000 })
    store.isDown = true
    vi.advanceTimersByTime(1000)
    await expect.poll(() => errors).toEqual([expect.any(StoreUnavailable)])
  })

  it('SNAP-9 leaves the last snapshot to answer after everything is closed', async () => {
    const { flags, deck } = await testDeck()
    await flags.create({ key: 'a', filters: EVERYBODY })
    await deck.close()
    expect(flags.isEnabled('a', ADA)).toBe(true)
  })

  it('SNAP-47 reports no work of its own that the end of the deck has cut off', async () => {
    const [errors, bus, inner] = [[] as unknown[], inProcessChangeBus(), memoryStore()]
    const gate = Promise.withResolvers<void>()
    let isHeld = false
    const held = async () => {
      if (isHeld) await gate.promise
      if (isHeld) throw new StoreUnavailable('The store was closed.')
    }
    const store: Store = { ...inner, read: (work) => held().then(() => inner.read(work)) }
    const { deck, project } = await testDeck({ store, bus, onError: (error) => errors.push(error) })
    isHeld = true
    bus.publish({ projectId: project.id, version: 99 })
    await deck.close()
    gate.resolve()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(errors).toEqual([])
  })
})
