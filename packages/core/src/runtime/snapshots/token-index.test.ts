import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { createFlagdeck } from '../../deck/flagdeck.ts'
import { createProject } from '../../features/identity/create-project.ts'
import { rotateApiToken } from '../../features/identity/update-project.ts'
import { countReads } from '../../testing/count-reads.ts'
import { memoryDefinitionsCache } from '../../testing/memory-definitions-cache.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'

const UNKNOWN = 'phc_unknown'

/** Returns an instance with a project, and a function that counts the reads of token lookups. */
async function countedDeck() {
  const reads = countReads()
  const shared = memoryDefinitionsCache()
  const asked: string[] = []
  const definitionsCache = {
    ...shared,
    findProjectId: async (token: string) => {
      asked.push(token)
      return shared.findProjectId(token)
    },
  }
  const deck = await testDeck({ store: reads.store, definitionsCache })
  const { snapshots } = deck.context
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = reads.count()
    await work()
    return reads.count() - before
  }
  return { ...deck, snapshots, readsOf, asked }
}

function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('a token that no project has', () => {
  it('SNAP-45 is looked for once for all who ask, and then not for a second', async () => {
    fakeTime()
    const { snapshots, readsOf, asked } = await countedDeck()
    const fifty = () => Promise.all(Array.from({ length: 50 }, () => snapshots.ofToken(UNKNOWN)))
    expect(await readsOf(fifty)).toBe(1)
    expect(await readsOf(fifty)).toBe(0)
    expect(await readsOf(() => snapshots.ofToken(`${UNKNOWN}-2`))).toBe(1)
    vi.advanceTimersByTime(999)
    expect(await readsOf(fifty)).toBe(0)
    vi.advanceTimersByTime(1)
    expect(await readsOf(fifty)).toBe(1)
    expect(asked).toEqual([UNKNOWN, `${UNKNOWN}-2`, UNKNOWN])
  })

  it('SNAP-45 is one that was replaced, however many pages still have it', async () => {
    const { snapshots, readsOf, project, as, owner } = await countedDeck()
    expect(await snapshots.ofToken(project.apiToken)).toBeDefined()
    const { apiToken } = await rotateApiToken(await as(owner))
    expect(await readsOf(() => snapshots.ofToken(project.apiToken))).toBe(1)
    for (let n = 0; n < 3; n++) {
      expect(await readsOf(async () => expect(await snapshots.ofToken(project.apiToken)).toBeUndefined())).toBe(0)
    }
    expect((await snapshots.ofToken(apiToken))?.project.id).toBe(project.id)
  })

  it('SNAP-45 is one of a project that there is no more', async () => {
    const { store, context, project } = await testDeck()
    let isThere = true
    const reads = countReads({
      ...store,
      read: (work) =>
        store.read((tx) => {
          const gone = { findTagged: async () => undefined, findByApiToken: async () => undefined }
          return work({
            ...tx,
            projects: { ...tx.projects, ...(isThere ? {} : gone), versions: async () => new Map() },
          })
        }),
    })
    const other = await createFlagdeck({ store: { ...reads.store, close: async () => undefined } })
    onTestFinished(() => other.close())
    const { snapshots } = other.context
    expect((await snapshots.ofToken(project.apiToken))?.version).toBe(
      (await context.snapshots.ofToken(project.apiToken))?.version,
    )
    isThere = false
    await snapshots.check()
    expect(await snapshots.ofToken(project.apiToken)).toBeUndefined()
    const before = reads.count()
    expect(await snapshots.ofToken(project.apiToken)).toBeUndefined()
    expect(reads.count()).toBe(before)
  })

  it('SNAP-45 is not remembered when it is too long for one', async () => {
    const { snapshots, readsOf } = await countedDeck()
    const long = 'x'.repeat(201)
    expect(await readsOf(() => Promise.all([snapshots.ofToken(long), snapshots.ofToken(long)]))).toBe(1)
    expect(await readsOf(() => snapshots.ofToken(long))).toBe(1)
    expect(await readsOf(() => snapshots.ofToken('x'.repeat(200)))).toBe(1)
    expect(await readsOf(() => snapshots.ofToken('x'.repeat(200)))).toBe(0)
  })

  it('SNAP-46 is not one whose look-up failed', async () => {
    const store = memoryStore()
    let isDown = true
    const fragile = {
      ...store,
      read: <T>(work: Parameters<typeof store.read<T>>[0]) =>
        isDown ? Promise.reject(new StoreUnavailable('the cable is cut')) : store.read(work),
    }
    isDown = false
    const { context, project } = await testDeck({ store: fragile })
    const other = await store.write((tx) =>
      tx.projects.insert(newProjectRow({ organizationId: project.organizationId })),
    )
    isDown = true
    const outcomes = await Promise.allSettled([1, 2].map(() => context.snapshots.ofToken(other.apiToken)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isDown = false
    expect((await context.snapshots.ofToken(other.apiToken))?.project.id).toBe(other.id)
  })
})

describe('a token that a project gets', () => {
  it('SNAP-46 counts at once on the instance that gave it, though it was asked for before', async () => {
    const { snapshots, as, owner, inOrganization, context } = await countedDeck()
    for (const make of [
      async () => rotateApiToken({ ...(await as(owner)), ids: { ...context.ids, secret: () => 'phc_rotated' } }),
      async () =>
        createProject(
          { ...(await inOrganization(owner)), ids: { ...context.ids, secret: (prefix) => `${prefix}created` } },
          { name: 'created' },
        ),
    ]) {
      for (const token of ['phc_rotated', 'phc_created']) await snapshots.ofToken(token)
      const { id, apiToken } = await make()
      expect((await snapshots.ofToken(apiToken))?.project.id).toBe(id)
    }
  })

  it('SNAP-46 counts at once on an instance that has given it and was not asked for the project', async () => {
    const { store, as, owner, project, context } = await countedDeck()
    const { snapshots } = (await testDeck({ store })).deck.context
    expect(await snapshots.ofToken('phc_rotated')).toBeUndefined()
    const ids = { ...context.ids, secret: () => 'phc_rotated' }
    await rotateApiToken({ ...(await as(owner)), snapshots, ids })
    expect((await snapshots.ofToken('phc_rotated'))?.project.id).toBe(project.id)
  })

  it('SNAP-46 counts at once though somebody is just looking for it', async () => {
    const store = memoryStore()
    const { promise: created, resolve } = Promise.withResolvers<void>()
    const slow = {
      ...store,
      read: <T>(work: Parameters<typeof store.read<T>>[0]) =>
        store.read((tx) =>
          work({
            ...tx,
            projects: {
              ...tx.projects,
              async findByApiToken(token) {
                const found = await tx.projects.findByApiToken(token)
                if (!found) await created
                return found
              },
            },
          }),
        ),
    }
    const { context, inOrganization, owner } = await testDeck({ store: slow })
    const { snapshots } = context
    const ids = { ...context.ids, secret: (prefix: string) => `${prefix}created` }
    const early = [snapshots.ofToken('phc_created'), snapshots.ofToken('phs_created')]
    const { id } = await createProject({ ...(await inOrganization(owner)), ids }, { name: 'created' })
    expect((await snapshots.ofToken('phc_created'))?.project.id).toBe(id)
    const later = await createProject(
      {
        ...(await inOrganization(owner)),
        ids: { ...ids, secret: (prefix) => (prefix === 'phc_' ? 'phs_created' : 'x') },
      },
      { name: 'later' },
    )
    resolve()
    expect(await Promise.all(early)).toEqual([undefined, undefined])
    expect((await snapshots.ofToken('phs_created'))?.project.id).toBe(later.id)
  })

  it('SNAP-46 counts within a second on another instance, and at once when that heard of it', async () => {
    fakeTime()
    const { store, bus, project, as, owner } = await testDeck()
    const other = await testDeck({ store, bus })
    const { snapshots } = other.deck.context
    const added = newProjectRow({ organizationId: project.organizationId })
    expect(await snapshots.ofToken(added.apiToken)).toBeUndefined()
    await store.write((tx) => tx.projects.insert(added))
    vi.advanceTimersByTime(1000)
    expect((await snapshots.ofToken(added.apiToken))?.project.uuid).toBe(added.uuid)

    await snapshots.get(project.id)
    const ctx = await as(owner)
    expect(await snapshots.ofToken('phc_rotated')).toBeUndefined()
    await rotateApiToken({ ...ctx, ids: { ...ctx.ids, secret: () => 'phc_rotated' } })
    await expect.poll(async () => (await snapshots.ofToken('phc_rotated'))?.project.id).toBe(project.id)
  })
})
