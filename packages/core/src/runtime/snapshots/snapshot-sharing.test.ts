import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ChangeBus, inProcessChangeBus } from '../../data/change-bus.ts'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { ReadTransaction, Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { createFlagdeck } from '../../deck/flagdeck.ts'
import { rotateApiToken } from '../../features/identity/update-project.ts'
import type { Clock } from '../../foundation/time/timestamp.ts'
import { memoryDefinitionsCache } from '../../testing/memory-definitions-cache.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { DefinitionsCache } from './definitions-cache.ts'
import { decodeSnapshot } from './kept-definitions.ts'

const ADA = { distinctId: 'ada' }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }

/** A store that records from which versions flags are loaded, and that can be down. */
function watchedStore(store: Store = memoryStore()) {
  const watched = {
    isDown: false,
    /** The version since which flags were requested, for each request. */
    since: [] as number[],
    store: {
      ...store,
      read: <T>(work: (tx: ReadTransaction) => Promise<T>) => {
        if (watched.isDown) return Promise.reject(new StoreUnavailable('the cable is cut'))
        return store.read((tx) => work(watching(tx)))
      },
    } satisfies Store,
  }
  const watching = (tx: ReadTransaction): ReadTransaction => ({
    ...tx,
    flags: {
      ...tx.flags,
      listLive: (projectId) => {
        watched.since.push(0)
        return tx.flags.listLive(projectId)
      },
      changedSince: (projectId, version) => {
        watched.since.push(version)
        return tx.flags.changedSince(projectId, version)
      },
    },
  })
  return watched
}

/** Starts another instance on a store, without any request yet. */
async function anotherInstance(
  store: Store,
  definitionsCache: DefinitionsCache,
  { bus = inProcessChangeBus(), clock = Date.now }: { readonly bus?: ChangeBus; readonly clock?: Clock } = {},
) {
  const errors: unknown[] = []
  const options = { bus, clock, definitionsCache, onError: (error: unknown) => errors.push(error) }
  const deck = await createFlagdeck({ ...options, store: { ...store, close: async () => undefined } })
  onTestFinished(() => deck.close())
  return { deck, snapshots: deck.context.snapshots, errors }
}

/** A project of two flags that one instance has stored for others. */
async function sharedProject() {
  const cache = memoryDefinitionsCache()
  const watched = watchedStore()
  // Its checks also fail while the store is down.
  const writer = await testDeck({ store: watched.store, onError: () => undefined })
  await writer.flags.create({ key: 'a', filters: EVERYBODY })
  const { projectVersion: version } = await writer.flags.create({ key: 'b', filters: EVERYBODY })
  const first = await anotherInstance(watched.store, cache)
  await first.snapshots.get(writer.project.id)
  await expect.poll(() => cache.keptVersions).toEqual([version])
  watched.since.length = 0
  return { ...writer, first, cache, watched, version }
}

describe('a new instance', () => {
  it('PROP-10 takes what another has kept, and asks the store only for what changed since', async () => {
    const { watched, cache, project, version, flags } = await sharedProject()
    const { snapshots } = await anotherInstance(watched.store, cache)
    const snapshot = await snapshots.get(project.id)
    expect(watched.since).toEqual([version])
    expect(snapshot?.evaluation.keys).toEqual(['a', 'b'])
    expect(snapshot?.evaluation.isEnabled('a', ADA)).toBe(flags.isEnabled('a', ADA))
    expect(snapshots.status().sharedDefinitions).toEqual({ hits: 1, misses: 0 })
  })

  it('PROP-10 has what was kept and what changed since, deletions too', async () => {
    const { watched, cache, project, flags, version } = await sharedProject()
    const old = cache.bytes.get(project.id) ?? new Uint8Array()
    await flags.delete((await flags.find('a'))?.id ?? 0)
    await flags.create({ key: 'c', filters: EVERYBODY })
    const behind = { ...cache, find: async () => old }
    const { snapshots } = await anotherInstance(watched.store, behind)
    expect((await snapshots.get(project.id))?.evaluation.keys).toEqual(['b', 'c'])
    expect(watched.since.at(-1)).toBe(version)
  })

  it('PROP-11 answers with the store away, by token too, and says how old that is', async () => {
    const { watched, cache, project, version } = await sharedProject()
    const anHourLater = { clock: () => Date.now() + 3_600_000 }
    const { snapshots, errors } = await anotherInstance(watched.store, cache, anHourLater)
    watched.isDown = true
    const snapshot = await snapshots.ofToken(project.apiToken)
    expect(snapshot?.version).toBe(version)
    expect(snapshot?.evaluation.isEnabled('a', ADA)).toBe(true)
    expect(Math.round((snapshots.status().ageMs ?? 0) / 60_000)).toBe(60)
    expect(errors).toEqual([expect.any(StoreUnavailable)])
  })

  it('PROP-11 answers with the store away from a newer version that another instance has kept', async () => {
    const { watched, cache, project, flags, version, first } = await sharedProject()
    const { snapshots } = await anotherInstance(watched.store, cache)
    await snapshots.get(project.id)
    const { projectVersion } = await flags.create({ key: 'c' })
    await first.snapshots.check()
    await expect.poll(() => cache.keptVersions.at(-1), { timeout: 3000 }).toBe(projectVersion)
    watched.isDown = true
    expect((await snapshots.get(project.id))?.version).toBe(version)
    expect((await snapshots.get(project.id, projectVersion))?.evaluation.keys).toEqual(['a', 'b', 'c'])
    await expect(snapshots.get(project.id, projectVersion + 1)).rejects.toBeInstanceOf(StoreUnavailable)
  })

  it('PROP-11 knows no token that a project no longer has', async () => {
    const { watched, cache, project, as, owner } = await sharedProject()
    await rotateApiToken(await as(owner))
    const { snapshots } = await anotherInstance(watched.store, cache)
    expect(await snapshots.ofToken(project.apiToken)).toBeUndefined()
  })

  it('PROP-12 believes the database when what was kept is newer, or of another', async () => {
    const { cache } = await sharedProject()
    const other = await testDeck({ project: { uuid: 'eeeeeeee-0000-4000-8000-000000000000' } })
    expect(other.project.id).toBe([...cache.bytes.keys()][0])
    const { snapshots } = await anotherInstance(other.store, cache)
    expect((await snapshots.get(other.project.id))?.evaluation.keys).toEqual([])
    await expect.poll(() => cache.keptVersions.at(-1), { timeout: 3000 }).toBe(other.project.version)
  })

  it('PROP-13 takes what is damaged for nothing, and replaces it', async () => {
    const { watched, cache, project, version } = await sharedProject()
    const sound = cache.bytes.get(project.id)
    cache.bytes.set(project.id, new TextEncoder().encode('flagdeck 1 …'))
    const { snapshots } = await anotherInstance(watched.store, cache)
    expect((await snapshots.get(project.id))?.evaluation.keys).toEqual(['a', 'b'])
    expect(watched.since).toEqual([0])
    expect(snapshots.status().sharedDefinitions).toEqual({ hits: 0, misses: 1 })
    await expect.poll(() => cache.bytes.get(project.id)?.length).toBe(sound?.length)
    expect(cache.keptVersions.filter((kept) => kept === version)).toHaveLength(2)
  })

  it('PROP-16 is not harmed by a cache that fails', async () => {
    const { store, project } = await testDeck()
    const fails = async () => {
      throw new Error('no cache')
    }
    const { snapshots, errors } = await anotherInstance(store, {
      find: fails,
      keep: fails,
      forget: fails,
      findProjectId: fails,
    })
    expect((await snapshots.ofToken(project.apiToken))?.version).toBe(project.version)
    expect(await snapshots.get(404)).toBeUndefined()
    expect(errors.length).toBeGreaterThan(0)
    expect(new Set(errors.map(String))).toEqual(new Set(['Error: no cache']))
  })
})

describe('what is kept', () => {
  it('PROP-15 is a version a second at most, and the last one in the end', async () => {
    const cache = memoryDefinitionsCache()
    const { flags } = await testDeck({ definitionsCache: cache })
    let last = 0
    for (let n = 0; n < 30; n++) last = (await flags.create({ key: `flag-${n}` })).projectVersion
    await expect.poll(() => cache.keptVersions.at(-1), { timeout: 5000 }).toBe(last)
    expect(cache.keptVersions.length).toBeLessThanOrEqual(4)
  })
})

describe('what is kept for long', () => {
  const HOUR_MS = 3_600_000

  function fakeTime(): void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  /** Returns the milliseconds since the store confirmed the stored definitions. */
  async function keptAge({ cache, project }: Awaited<ReturnType<typeof sharedProject>>): Promise<number | undefined> {
    const kept = await decodeSnapshot(cache.bytes.get(project.id) ?? new Uint8Array(), Date.now)
    return kept && Date.now() - kept.confirmedAtMs
  }

  it('PROP-15 is renewed every hour with the time at which the store confirmed it last', async () => {
    fakeTime()
    const shared = await sharedProject()
    await vi.advanceTimersByTimeAsync(HOUR_MS - 60_000)
    expect(await keptAge(shared)).toBeGreaterThanOrEqual(HOUR_MS - 60_000)
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    // An hour since the last renewal, and one check interval before that.
    expect(await keptAge(shared)).toBeLessThanOrEqual(HOUR_MS + 5000)
    shared.watched.isDown = true
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS)
    expect(await keptAge(shared)).toBeGreaterThanOrEqual(10 * HOUR_MS)
    expect(await keptAge(shared)).toBeLessThanOrEqual(10 * HOUR_MS + 5000)
  })

  it('PROP-15 is renewed by those too that took it while the store was away', { timeout: 30_000 }, async () => {
    fakeTime()
    const shared = await sharedProject()
    const { watched, cache, first, project } = shared
    await first.deck.close()
    // No instance runs during this time.
    vi.setSystemTime(Date.now() + 48 * HOUR_MS)
    const { snapshots } = await anotherInstance(watched.store, cache)
    watched.isDown = true
    await snapshots.get(project.id)
    expect(snapshots.ageMs(project.id)).toBeGreaterThanOrEqual(48 * HOUR_MS)
    watched.isDown = false
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect(await keptAge(shared)).toBeLessThanOrEqual(HOUR_MS + 5000)
  })
})

describe('an instance that hears many messages', () => {
  it('PROP-7 loads at once for the first, and twenty times a second at most for those that follow', async () => {
    const bus = inProcessChangeBus()
    const writer = await testDeck()
    const watched = watchedStore(writer.store)
    const { snapshots } = await anotherInstance(watched.store, memoryDefinitionsCache(), { bus })
    const projectId = writer.project.id
    await snapshots.get(projectId)
    watched.since.length = 0
    const startedAt = performance.now()
    let version = 0
    for (let n = 0; n < 60; n++) {
      version = (await writer.flags.create({ key: `flag-${n}` })).projectVersion
      bus.publish({ projectId, version })
    }
    await expect.poll(() => snapshots.peek(projectId)?.version).toBe(version)
    expect(watched.since.length).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 50)
  })

  it('PROP-4 looks for what it missed when the bus tells of a gap', async () => {
    const gaps = new Set<(() => void) | undefined>()
    const bus: ChangeBus = {
      publish: () => undefined,
      subscribe: (_, onGap) => {
        gaps.add(onGap)
        return () => gaps.delete(onGap)
      },
      close: async () => undefined,
    }
    const writer = await testDeck()
    const { snapshots } = await anotherInstance(writer.store, memoryDefinitionsCache(), { bus })
    await snapshots.get(writer.project.id)
    const { projectVersion } = await writer.flags.create({ key: 'a' })
    for (const onGap of gaps) onGap?.()
    await expect.poll(() => snapshots.peek(writer.project.id)?.version).toBe(projectVersion)
  })
})
