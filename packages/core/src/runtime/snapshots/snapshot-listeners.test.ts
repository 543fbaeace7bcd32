import { describe, expect, it } from 'vitest'
import { inProcessChangeBus } from '../../data/change-bus.ts'
import { testDeck } from '../../testing/test-deck.ts'

/** Returns a deck, and the versions that a listener of its project has received. */
async function listening(options: Parameters<typeof testDeck>[0] = {}) {
  const deck = await testDeck(options)
  const { snapshots } = deck.context
  const heard: number[] = []
  const end = snapshots.subscribe(deck.project.id, (snapshot) => heard.push(snapshot.version))
  return { ...deck, snapshots, heard, end }
}

describe('listeners', () => {
  it('SNAP-20 hear of every change once the instance answers with it', async () => {
    const { flags, heard, project, snapshots } = await listening()
    await flags.create({ key: 'a' })
    await flags.create({ key: 'b' })
    expect(heard).toEqual([project.version + 1, project.version + 2])
    expect(snapshots.peek(project.id)?.version).toBe(heard.at(-1))
  })

  it('SNAP-20 hear of changes that other instances made', async () => {
    const bus = inProcessChangeBus()
    const { store, project, heard } = await listening({ bus })
    const other = await testDeck({ store })
    const elsewhere = await other.deck.project(project.id)
    await elsewhere.flags.create({ key: 'a' })
    expect(heard).toEqual([])
    bus.publish({ projectId: project.id, version: project.version + 1 })
    await expect.poll(() => heard).toEqual([project.version + 1])
  })

  it('SNAP-20 hear nothing of other projects, and nothing after they have ended', async () => {
    const { deck, flags, heard, end, store } = await listening()
    const other = await testDeck({ store })
    const elsewhere = await deck.project(other.project.id)
    await elsewhere.flags.create({ key: 'a' })
    expect(heard).toEqual([])
    end()
    end()
    await flags.create({ key: 'b' })
    expect(heard).toEqual([])
  })

  it('SNAP-20 that fail harm neither the change nor each other', async () => {
    const errors: unknown[] = []
    const { flags, snapshots, project } = await listening({ onError: (error) => errors.push(error) })
    const heard: number[] = []
    snapshots.subscribe(project.id, () => {
      throw new Error('deaf')
    })
    snapshots.subscribe(project.id, ({ version }) => heard.push(version))
    await flags.create({ key: 'a' })
    expect(heard).toEqual([project.version + 1])
    expect(errors).toEqual([new Error('deaf')])
  })
})

describe('catching up with a claim', () => {
  it('SNAP-21 finds a version that there is', async () => {
    const { store, project, context } = await testDeck()
    const other = await testDeck({ store })
    await (await other.deck.project(project.id)).flags.create({ key: 'a' })
    const { snapshots } = context
    expect(snapshots.peek(project.id)?.version).toBe(project.version)
    expect((await snapshots.catchUp(project.id, project.version + 1))?.version).toBe(project.version + 1)
  })

  it('SNAP-21 answers the newest there is for a version that there is not', async () => {
    const { project, context } = await testDeck()
    expect((await context.snapshots.catchUp(project.id, 999_999))?.version).toBe(project.version)
    expect((await context.snapshots.catchUp(project.id, 0))?.version).toBe(project.version)
    expect(await context.snapshots.catchUp(999_999, 5)).toBeUndefined()
  })

  it('SNAP-21 answers what it has while the store is down', async () => {
    const errors: unknown[] = []
    const { store, project, context } = await testDeck({ onError: (error) => errors.push(error) })
    await store.close()
    expect((await context.snapshots.catchUp(project.id, project.version + 1))?.version).toBe(project.version)
    expect(errors).toHaveLength(1)
  })
})
