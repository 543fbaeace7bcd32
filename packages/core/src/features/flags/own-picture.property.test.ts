import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store } from '../../data/store.ts'
import { SerializationFailure, StoreUnavailable } from '../../data/store-errors.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { IdempotentRequest } from '../../runtime/idempotency/idempotent-request.ts'
import type { DefinitionsCache } from '../../runtime/snapshots/definitions-cache.ts'
import { encodeSnapshot } from '../../runtime/snapshots/kept-definitions.ts'
import { loadSnapshot, withOwnChange } from '../../runtime/snapshots/load-snapshot.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import { createFlag } from './create-flag.ts'

const KEYS = ['a', 'b', 'c', 'd'] as const

const anyFilters = fc.record({
  groups: fc.array(
    fc.record({
      properties: fc.constantFrom([], [{ key: 'plan', type: 'person', value: ['pro', 'max'], operator: 'exact' }]),
      rollout_percentage: fc.constantFrom(0, -0, 5, 33.3, 100, null, undefined),
      note: fc.constantFrom('for all\u0000', undefined, 'ÿ 🙂'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  payloads: fc.constantFrom({ true: '{"b":1,"a":-0}' }, undefined),
})

type RandomChange = Record<string, unknown> & { readonly of: string }

/** Generates a flag that is created, or changed if its key exists. */
const anyChange: fc.Arbitrary<RandomChange> = fc.record(
  {
    of: fc.constantFrom(...KEYS),
    key: fc.constantFrom(...KEYS),
    name: fc.string({ unit: 'grapheme', maxLength: 10 }),
    filters: anyFilters,
    active: fc.boolean(),
    deleted: fc.boolean(),
    has_encrypted_payloads: fc.boolean(),
  },
  { requiredKeys: ['of'] },
)

it('WRITE-7 has the picture that a load would give, made of what was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
      const trial = await testDeck()
      await trial.context.snapshots.get(trial.project.id)
      for (const change of changes) {
        await carryOut(trial, change)
        expect(await shown(held(trial))).toEqual(await shown(await loaded(trial)))
      }
    }),
    { numRuns: 60 },
  )
})

it('WRITE-7 asks the store for nothing that its own change has told, however many there are at once', async () => {
  const { flags, context, project } = await testDeck()
  await context.snapshots.get(project.id)
  const before = context.snapshots.status().loads.done
  const created = await Promise.all(KEYS.map((key) => flags.create({ key })))
  await Promise.all(created.map(({ id }) => flags.update(id, { active: false })))
  expect(context.snapshots.status().loads.done).toBe(before)
  expect(context.snapshots.peek(project.id)).toMatchObject({ version: project.version + 2 * KEYS.length })
})

it('WRITE-7 loads what it was not told, and what comes of another past', async () => {
  const trial = await testDeck()
  const { context, project, flags, store } = trial
  const first = await loaded(trial)
  await flags.create({ key: 'a' })
  const state = await store.read((tx) => tx.projects.findRaised(project.id))
  if (!state) throw new Error('the project is gone')
  const change = { state, flags: [] }
  expect(withOwnChange(first, change)).toMatchObject({ version: first.version + 1 })
  expect(withOwnChange(first, { ...change, state: { ...state, sinceTag: 'of another past' } })).toBeUndefined()
  expect(withOwnChange(first, { ...change, state: { ...state, sinceTag: null } })).toBeUndefined()
  expect(withOwnChange(held(trial), change)).toBeUndefined()
  await context.snapshots.get(project.id)
  // A change by another writer.
  await store.write((tx) => tx.projects.raiseVersion(project.id))
  const { done } = context.snapshots.status().loads
  await flags.create({ key: 'b' })
  expect(context.snapshots.status().loads.done).toBeGreaterThan(done)
  expect(await shown(held(trial))).toEqual(await shown(await loaded(trial)))
})

it('WRITE-7 keeps a picture with its own changes, although a load that saw fewer of them ends later', async () => {
  const memory = memoryStore()
  const [mayRead, hasRead, gate] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  let isSlow = false
  let hasBegun = false
  const store: Store = {
    ...memory,
    async read(work) {
      if (!isSlow) return memory.read(work)
      isSlow = false
      await mayRead?.promise
      const result = await memory.read(work)
      hasRead?.resolve()
      await gate?.promise
      return result
    },
    async write(work) {
      const result = await memory.write(work)
      if (hasBegun) mayRead?.resolve()
      if (hasBegun) await hasRead?.promise
      return result
    },
  }
  const { flags, context, project } = await testDeck({ store })
  const { id } = await flags.create({ key: 'a' })
  const told: number[] = []
  context.snapshots.subscribe(project.id, ({ version }) => told.push(version))
  const { version } = flags.snapshot()
  isSlow = true
  hasBegun = true
  const claimed = context.snapshots.catchUp(project.id, version + 2)
  await flags.update(id, { name: 'New' })
  await flags.update(id, { name: 'Newer' })
  gate?.resolve()
  expect(await claimed).toMatchObject({ version: version + 2 })
  expect(told).toEqual([version + 1, version + 2])
})

it('WRITE-7 takes no picture of an attempt that was lost, when somebody else kept the answer meanwhile', async () => {
  const memory = memoryStore()
  let between: (() => Promise<unknown>) | undefined
  const store: Store = {
    ...memory,
    async write(work, options) {
      const [comesBetween] = [between]
      between = undefined
      if (comesBetween) {
        const attempt = memory.write(async (tx) => {
          await work(tx)
          throw new SerializationFailure()
        })
        await expect(attempt).rejects.toThrow(SerializationFailure)
        await comesBetween()
      }
      return memory.write(work, options)
    },
  }
  const trial = await testDeck({ store })
  const { context, project } = trial
  await context.snapshots.get(project.id)
  const keyed = () => ({ ...context, idempotency: new IdempotentRequest(context, { key: 'k', fingerprint: 'f' }) })
  between = () => createFlag({ ...keyed(), snapshots: otherSnapshots() }, { key: 'a' })
  const { id } = await createFlag(keyed(), { key: 'a' })
  expect(held(trial).flag('a')).toMatchObject({ id })
  expect(await shown(held(trial))).toEqual(await shown(await loaded(trial)))
})

/** Returns the snapshots of another instance, which notifies no other instance. */
function otherSnapshots(): ProjectContext['snapshots'] {
  return { peek: () => undefined, announce: async () => undefined } as unknown as ProjectContext['snapshots']
}

it('WRITE-7 keeps a picture with its own changes, although a load fails and others have kept an older one', async () => {
  const memory = memoryStore()
  const gate = Promise.withResolvers<void>()
  let isAway = false
  const store: Store = {
    ...memory,
    async read(work) {
      if (!isAway) return memory.read(work)
      await gate.promise
      throw new StoreUnavailable('the cable is cut')
    },
  }
  let kept: Uint8Array | undefined
  const definitionsCache: DefinitionsCache = {
    find: async () => kept,
    findProjectId: async () => undefined,
    keep: async () => false,
    forget: async () => undefined,
  }
  const trial = await testDeck({ store, definitionsCache, onError: () => undefined })
  const { flags, context, project } = trial
  const { id } = await flags.create({ key: 'a' })
  await context.snapshots.get(project.id)
  isAway = true
  const claimed = context.snapshots.catchUp(project.id, 99)
  await flags.update(id, { name: 'New' })
  kept = await encodeSnapshot({ snapshot: held(trial), confirmedAtMs: 0 })
  await flags.update(id, { name: 'Newer' })
  const { version } = held(trial)
  gate.resolve()
  await claimed
  expect(held(trial)).toMatchObject({ version })
})

async function carryOut({ flags }: TestDeck, { of, ...change }: RandomChange): Promise<void> {
  const { items } = await flags.list({ key: of })
  const [flag] = items
  const attempt = flag ? flags.update(flag.id, change) : flags.create({ key: of, ...change })
  // A rejected change does not affect the snapshot.
  await attempt.catch(() => undefined)
}

function held({ context, project }: TestDeck): ProjectSnapshot {
  const snapshot = context.snapshots.peek(project.id)
  if (!snapshot) throw new Error('no picture is held')
  return snapshot
}

async function loaded({ store, clock, project }: TestDeck): Promise<ProjectSnapshot> {
  const found = await loadSnapshot({ store, clock }, project.id, undefined)
  if (!found) throw new Error('the project is gone')
  return found.snapshot
}

async function shown(snapshot: ProjectSnapshot) {
  const { project, tag, flags, revision } = snapshot
  return { project, tag, flags, revision, feed: new TextDecoder().decode(await snapshot.feed()) }
}
