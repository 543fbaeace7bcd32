import { describe, expect, it, onTestFinished } from 'vitest'
import { TAGGED_VERSIONS, TAGS_GO_EVERY } from '../../data/records/project-version.ts'
import type { ReadTransaction, Store, Transaction } from '../../data/store.ts'
import { createFlagdeck } from '../../deck/flagdeck.ts'
import { memoryDefinitionsCache } from '../../testing/memory-definitions-cache.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { DefinitionsCache } from './definitions-cache.ts'
import type { ProjectSnapshot } from './project-snapshot.ts'

const ADA = { distinctId: 'ada' }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const NOBODY = { groups: [{ rollout_percentage: 0 }] }
const UUID = 'aaaaaaaa-0000-4000-8000-000000000000'

/** A database with one project, which has the flag `a` from version 2 on. */
async function database() {
  const { store, project, flags } = await testDeck({ project: { uuid: UUID } })
  const { id } = await flags.create({ key: 'a', filters: NOBODY })
  return { store, project, flags, flagId: id }
}

/**
 * Returns a database whose version 3 gives the flag to all users, and the same database after a restore of version 2.
 */
async function lostAndRestored() {
  const [lost, restored] = [await database(), await database()]
  expect(restored.project).toMatchObject({ id: lost.project.id, version: lost.project.version, uuid: UUID })
  await lost.flags.update(lost.flagId, { filters: EVERYBODY })
  return { lost, restored, projectId: lost.project.id }
}

/** Writes that do not affect the flag `a`. */
async function writeOthers({ flags }: Awaited<ReturnType<typeof database>>, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await flags.create({ key: `other-${n}` })
}

/** An instance whose database can be replaced by another, as a restore does. */
async function instanceOn(first: Store, definitionsCache?: DefinitionsCache) {
  let current = first
  const store: Store = {
    ...first,
    read: (work) => current.read(work),
    write: (work, options) => current.write(work, options),
    close: async () => undefined,
  }
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const deck = await createFlagdeck({ store, onError, ...(definitionsCache && { definitionsCache }) })
  onTestFinished(() => deck.close())
  const { snapshots } = deck.context
  return { snapshots, errors, restore: (other: Store) => (current = other) }
}

const isOn = (snapshot: ProjectSnapshot | undefined) => snapshot?.evaluation.isEnabled('a', ADA)

describe('a database that was set back', () => {
  it.for([0, 1, 2, 5])('SNAP-31 PROP-12 is what counts at the next check, with %i writes since', async (writes) => {
    const { lost, restored, projectId } = await lostAndRestored()
    const { snapshots, restore, errors } = await instanceOn(lost.store)
    const before = await snapshots.get(projectId)
    expect([isOn(before), before?.version]).toEqual([true, 3])
    const heard: boolean[] = []
    snapshots.subscribe(projectId, (snapshot) => heard.push(isOn(snapshot) ?? true))
    await writeOthers(restored, writes)
    restore(restored.store)
    await snapshots.check()
    const after = snapshots.peek(projectId)
    expect([isOn(after), after?.version]).toEqual([false, 2 + writes])
    expect(after?.evaluation.keys).toHaveLength(1 + writes)
    expect(after?.etag).not.toBe(before?.etag)
    expect([heard, errors]).toEqual([[false], []])
    await snapshots.check()
    expect(snapshots.peek(projectId)).toBe(after)
  })

  it('SNAP-31 is what counts when a newer version is asked for', async () => {
    const { lost, restored, projectId } = await lostAndRestored()
    const { snapshots, restore } = await instanceOn(lost.store)
    await snapshots.get(projectId)
    await writeOthers(restored, 2)
    restore(restored.store)
    expect(isOn(await snapshots.get(projectId, 4))).toBe(false)
  })

  it.for([0, 1, 2, 5])('SNAP-31 PROP-12 is what counts beside what was kept, with %i writes since', async (writes) => {
    const { lost, restored, projectId } = await lostAndRestored()
    const cache = memoryDefinitionsCache()
    const before = await instanceOn(lost.store, cache)
    await before.snapshots.get(projectId)
    await expect.poll(() => cache.keptVersions).toEqual([3])
    await writeOthers(restored, writes)
    const { snapshots } = await instanceOn(restored.store, cache)
    expect(isOn(await snapshots.get(projectId))).toBe(false)
    await expect.poll(() => cache.keptVersions).toEqual([3, 2 + writes])
    const offline = await instanceOn({ ...lost.store, read: () => Promise.reject(new Error('away')) }, cache)
    expect(isOn(await offline.snapshots.get(projectId))).toBe(false)
  })

  it('SNAP-31 is what counts when somebody has only set its number back, and left the tags', async () => {
    const { store, project } = await database()
    const since: number[] = []
    let isSetBack = false
    const setBack = reading(store, ({ projects }) => ({
      projects: {
        ...projects,
        findTagged: async (projectId, version) => {
          const found = await projects.findTagged(projectId, version)
          return isSetBack && found ? { ...found, project, tag: 'of-version-1' } : found
        },
      },
    }))
    const { snapshots } = await instanceOn(watching(setBack, { onLoad: (version) => since.push(version) }))
    await snapshots.get(project.id)
    isSetBack = true
    await snapshots.catchUp(project.id, 3)
    expect(snapshots.peek(project.id)?.version).toBe(1)
    expect(since.at(-1)).toBe(0)
  })

  it('SNAP-30 has the tags of the original as far as it goes', async () => {
    const { store, project, flags } = await database()
    const [one, other] = [await instanceOn(store), await instanceOn(store)]
    const tagsOf = async () => [
      (await one.snapshots.get(project.id))?.etag,
      (await other.snapshots.get(project.id))?.etag,
    ]
    const [first, same] = await tagsOf()
    expect(same).toBe(first)
    await flags.create({ key: 'b' })
    await one.snapshots.check()
    await other.snapshots.check()
    const [next, nextSame] = await tagsOf()
    expect([nextSame === next, next === first]).toEqual([true, false])
  })

  it('SNAP-33 is no other than one that went on for long', async () => {
    const { store, project } = await database()
    const since: number[] = []
    const watched = watching(store, { onLoad: (version) => since.push(version) })
    const { snapshots } = await instanceOn(watched)
    const held = await snapshots.get(project.id)
    await store.write(async (tx) => {
      for (let n = 0; n < TAGGED_VERSIONS + TAGS_GO_EVERY; n++) await tx.projects.raiseVersion(project.id)
    })
    await snapshots.check()
    expect(snapshots.peek(project.id)?.version).toBe((held?.version ?? 0) + TAGGED_VERSIONS + TAGS_GO_EVERY)
    expect(since).toEqual([0, held?.version, 0])
  })
})

describe('a version without a tag', () => {
  it('SNAP-32 is the same as none: it is loaded anew, and given a tag', async () => {
    const { store, project, flags } = await database()
    const since: number[] = []
    const old = olderRelease(store)
    const { snapshots, errors } = await instanceOn(watching(old.store, { onLoad: (version) => since.push(version) }))
    await snapshots.get(project.id)
    await flags.create({ key: 'b' })
    old.hide(project.version + 2)
    await snapshots.check()
    const untagged = snapshots.peek(project.id)
    expect(untagged?.evaluation.keys).toEqual(['a', 'b'])
    expect(since).toEqual([0, 2])
    await expect.poll(old.tagged).toEqual([project.version + 2])
    await snapshots.check()
    const tagged = snapshots.peek(project.id)
    expect(tagged?.etag).not.toBe(untagged?.etag)
    expect(since).toEqual([0, 2, 3, 0])
    await snapshots.check()
    expect(snapshots.peek(project.id)).toBe(tagged)
    expect([since, errors]).toEqual([[0, 2, 3, 0], []])
  })

  it('SNAP-32 is of no use to who follows', async () => {
    const { store, project, flags } = await database()
    const since: number[] = []
    const old = olderRelease(store)
    old.hide(2)
    const readOnly = { ...old.store, write: () => Promise.reject(new Error('this database is read-only')) }
    const { snapshots } = await instanceOn(watching(readOnly, { onLoad: (version) => since.push(version) }))
    await snapshots.get(project.id)
    await flags.create({ key: 'b' })
    expect((await snapshots.get(project.id, 3))?.evaluation.keys).toEqual(['a', 'b'])
    expect(since).toEqual([0, 2, 0])
  })

  it('SNAP-32 goes on being answered when nobody can give it a tag', async () => {
    const { store, project } = await database()
    const old = olderRelease(store)
    old.hide(2)
    const readOnly = new Error('this database is read-only')
    const { snapshots, errors } = await instanceOn({ ...old.store, write: () => Promise.reject(readOnly) })
    for (let n = 0; n < 3; n++) {
      expect((await snapshots.get(project.id))?.evaluation.keys).toEqual(['a'])
      await snapshots.check()
    }
    await expect.poll(() => new Set(errors)).toEqual(new Set([readOnly]))
  })
})

interface Watch {
  /** Receives the version that a load starts from; 0 when it loads everything. */
  readonly onLoad: (since: number) => void
}

function watching(store: Store, { onLoad }: Watch): Store {
  return reading(store, (tx) => ({
    flags: {
      ...tx.flags,
      listLive(projectId) {
        onLoad(0)
        return tx.flags.listLive(projectId)
      },
      changedSince(projectId, version) {
        onLoad(version)
        return tx.flags.changedSince(projectId, version)
      },
    },
  }))
}

/** A store in which an older release raised some versions. */
function olderRelease(store: Store) {
  const hidden = new Set<number>()
  const tagged: number[] = []
  const tagAt = (version: number, tag: string | null) => (hidden.has(version) ? null : tag)
  const old = reading(store, ({ projects }) => ({
    projects: {
      ...projects,
      async findTagged(projectId, since) {
        const found = await projects.findTagged(projectId, since)
        return (
          found && {
            ...found,
            tag: tagAt(found.project.version, found.tag),
            sinceTag: tagAt(since, found.sinceTag),
          }
        )
      },
      async versions(ids) {
        const found = await projects.versions(ids)
        return new Map([...found].map(([id, { version, tag }]) => [id, { version, tag: tagAt(version, tag) }]))
      },
    },
  }))
  const write: Store['write'] = (work, options) =>
    store.write((tx: Transaction) => {
      const projects: Transaction['projects'] = {
        ...tx.projects,
        async tagVersion(_projectId, version) {
          tagged.push(version)
          hidden.delete(version)
        },
      }
      return work({ ...tx, projects })
    }, options)
  return { store: { ...old, write }, hide: (version: number) => hidden.add(version), tagged: () => tagged }
}

function reading(store: Store, change: (tx: ReadTransaction) => Partial<ReadTransaction>): Store {
  return { ...store, read: (work) => store.read((tx) => work({ ...tx, ...change(tx) })) }
}
