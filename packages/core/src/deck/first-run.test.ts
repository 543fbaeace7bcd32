import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../data/memory/memory-store.ts'
import { authenticateKey } from '../features/identity/authenticate.ts'
import { openProject } from '../features/identity/open-project.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { testDeck } from '../testing/test-deck.ts'
import { firstRun } from './first-run.ts'
import { createFlagdeck } from './flagdeck.ts'

/** Returns a deck on an empty database. */
async function emptyDeck() {
  const store = memoryStore()
  const deck = await createFlagdeck({ store, clock: fixedClock() })
  onTestFinished(() => deck.close())
  return { deck, context: deck.context, store }
}

describe('the first start', () => {
  it('BOOT-6 makes an organization, a project, an owner, and a key that may do everything', async () => {
    const { context } = await emptyDeck()
    const made = await firstRun(context)
    expect(made).toEqual({
      project: expect.objectContaining({ name: 'Default project', timezone: 'UTC', version: 1 }),
      personalApiKey: expect.stringMatching(/^phx_[0-9A-Za-z]{43}$/),
    })
    const actor = await authenticateKey(context, made?.personalApiKey ?? '')
    expect(actor).toMatchObject({ user: { firstName: 'Owner' }, key: { scopes: ['*'] } })
    await expect(openProject({ ...context, actor }, '@current')).resolves.toMatchObject({
      project: made?.project,
      access: { membership: { level: 15 }, organization: { name: 'My organization', defaultFlagAccessLevel: null } },
    })
  })

  it('BOOT-6 makes nothing where there is anything', async () => {
    const { context } = await emptyDeck()
    await firstRun(context)
    expect(await firstRun(context)).toBeUndefined()
    const { deck } = await testDeck()
    expect(await firstRun(deck.context)).toBeUndefined()
  })

  it('BOOT-6 is done by one of several instances', async () => {
    const { context, store } = await emptyDeck()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => firstRun(context)))
    expect(outcomes.filter((made) => made !== undefined)).toHaveLength(1)
    const project = await store.read((tx) => tx.projects.first())
    const all = await store.read((tx) => tx.projects.list([project?.organizationId ?? ''], { limit: 10, offset: 0 }))
    expect(all.count).toBe(1)
  })
})

describe('the first key of an application that serves the API', () => {
  it('BOOT-8 is made with its owner, and opens the project that is there or is made', async () => {
    for (const isThere of [true, false]) {
      const { deck, context } = await emptyDeck()
      const before = isThere ? (await deck.project()).project : undefined
      const made = await deck.createFirstKey()
      expect(made?.project).toEqual(before ?? expect.objectContaining({ name: 'Default project' }))
      const actor = await authenticateKey(context, made?.personalApiKey ?? '')
      await expect(openProject({ ...context, actor }, '@current')).resolves.toMatchObject({
        project: { id: made?.project.id },
        access: { membership: { level: 15 } },
      })
    }
  })

  it('BOOT-8 is made once, whoever asks at once or later, and not where anybody is', async () => {
    const { deck, context } = await emptyDeck()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => deck.createFirstKey()))
    expect(outcomes.filter((made) => made !== undefined)).toHaveLength(1)
    expect(await deck.createFirstKey()).toBeUndefined()
    expect(await firstRun(context)).toBeUndefined()
    const other = await testDeck()
    expect(await other.deck.createFirstKey()).toBeUndefined()
    const started = await emptyDeck()
    await firstRun(started.context)
    expect(await started.deck.createFirstKey()).toBeUndefined()
  })

  it('BOOT-8 is made by the system alone', async () => {
    const { deck, owner } = await testDeck()
    await expect(deck.as(owner).createFirstKey()).rejects.toMatchObject({ kind: 'permission_denied' })
  })
})

describe('the project that nobody names', () => {
  it('BOOT-7 is made on first use, once', async () => {
    const { deck } = await emptyDeck()
    const projects = await Promise.all(Array.from({ length: 10 }, () => deck.project()))
    expect(new Set(projects.map(({ project }) => project.id)).size).toBe(1)
    expect(projects[0]?.project).toMatchObject({ name: 'Default project' })
  })

  it('BOOT-7 is the first there is', async () => {
    const first = await testDeck()
    await testDeck({ store: first.store })
    expect((await first.deck.project()).project).toEqual(first.project)
  })

  it('BOOT-7 is not made in an organization that has none', async () => {
    const { deck, store } = await emptyDeck()
    await store.write((tx) =>
      tx.organizations.insert({
        id: 'o',
        name: 'Empty',
        slug: null,
        defaultFlagAccessLevel: null,
        createdAt: '' as never,
      }),
    )
    await expect(deck.project()).rejects.toMatchObject({
      kind: 'not_found',
      message: 'There is no project yet: start the server once, or apply a bootstrap document.',
    })
  })
})
