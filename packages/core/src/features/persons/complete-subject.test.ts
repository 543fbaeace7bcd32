import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { ReadTransaction, Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { completeSubject } from './complete-subject.ts'
import { saveGroup } from './save-group.ts'
import { setPersonProperties } from './set-person-properties.ts'

type Switch = 'up' | 'read only' | 'down'

/** Returns a memory store that can be switched off, and that records which tables are read. */
function watchedStore() {
  const store = memoryStore()
  const asked: string[] = []
  let is: Switch = 'up'
  const refuse = () => Promise.reject(new StoreUnavailable('switched off'))
  const watched: Store = {
    ...store,
    read: (work) => {
      if (is === 'down') return refuse()
      asked.push('read')
      return store.read((tx) => work(watch(tx, asked)))
    },
    write: (work) => (is === 'up' ? store.write(work) : refuse()),
  }
  return { store: watched, asked, turn: (next: Switch) => (is = next) }
}

function watch(tx: ReadTransaction, asked: string[]): ReadTransaction {
  const persons = { ...tx.persons, find: (...of: [number, string]) => note('person', tx.persons.find(...of)) }
  const groups = {
    ...tx.groups,
    find: (...of: [number, number, string]) => note(`group ${of[1]}`, tx.groups.find(...of)),
  }
  const cohortMembers = {
    ...tx.cohortMembers,
    cohortsOf: (...of: [number, string, readonly number[]]) => note('members', tx.cohortMembers.cohortsOf(...of)),
  }
  const hashKeyOverrides = {
    ...tx.hashKeyOverrides,
    list: (...of: [number, string]) => note('overrides', tx.hashKeyOverrides.list(...of)),
  }
  function note<T>(what: string, answer: T): T {
    asked.push(what)
    return answer
  }
  return { ...tx, persons, groups, cohortMembers, hashKeyOverrides }
}

async function deckWithSwitch() {
  const { store, asked, turn } = watchedStore()
  const deck = await testDeck({ store, project: { groupTypes: ['organization', 'company'] }, checkIntervalMs: 1e9 })
  const { context, flags, project } = deck
  const newFlag = (key: string, properties: readonly PropertyFilter[], index: number | null = null, more = {}) =>
    flags.create({ key, filters: { groups: [{ properties, aggregation_group_type_index: index }] }, ...more })
  const complete = async (subject: Subject) => {
    const snapshot = await context.snapshots.get(project.id)
    if (!snapshot) throw new Error('the project is gone')
    asked.length = 0
    const completed = await completeSubject(context, snapshot, subject)
    return { completed, decide: (key: string) => snapshot.evaluation.evaluate(key, completed) }
  }
  return { ...deck, asked, turn, newFlag, complete }
}

/** Depends on the stored id of the person. */
const KEPT = { ensureExperienceContinuity: true, filters: { groups: [{ rollout_percentage: 50 }] } } as const
const PRO = { key: 'plan', type: 'person', value: 'pro' } as const
const seats = { key: 'seats', type: 'group', group_type_index: 1, operator: 'gt', value: '5' } as const

describe('what is stored about a subject', () => {
  it('PERSON-10 is laid under what the request says', async () => {
    const { context, newFlag, complete } = await deckWithSwitch()
    await newFlag('person', [PRO, { key: 'country', type: 'person', value: 'at' }])
    await newFlag('group', [seats], 1)
    await setPersonProperties(context, 'u', { properties: { plan: 'free', country: 'at' } })
    await saveGroup(context, { groupTypeIndex: 1, key: '7', properties: { seats: 10, plan: 'x' } })
    const { completed, decide } = await complete({
      distinctId: 'u',
      properties: { plan: 'pro' },
      groups: { company: 7 },
      groupProperties: { company: { plan: 'y' } },
    })
    expect(completed.properties).toEqual({ plan: 'pro', country: 'at' })
    expect(completed.groupProperties).toEqual({ company: { seats: 10, plan: 'y' } })
    expect([decide('person').enabled, decide('group').enabled]).toEqual([true, true])
  })

  it('PERSON-11 is in which static cohorts it is, nested ones too', async () => {
    const { context, newFlag, complete } = await deckWithSwitch()
    const { id } = await createCohort(context, { name: 'List', isStatic: true })
    const filters = { properties: { key: 'id', type: 'cohort', value: id } } as const
    const outer = await createCohort(context, { name: 'Outer', filters })
    await newFlag('f', [{ key: 'id', type: 'cohort', value: outer.id }])
    await addCohortMembers(context, id, ['u'])
    expect((await complete({ distinctId: 'u' })).decide('f').enabled).toBe(true)
    expect((await complete({ distinctId: 'v' })).decide('f')).toMatchObject({ enabled: false, failed: false })
  })

  it('PERSON-12 is by which id it is kept, the first one for good', async () => {
    const { newFlag, complete } = await deckWithSwitch()
    await newFlag('kept', [], null, KEPT)
    await newFlag('other', [])
    const of = async (subject: Subject) => (await complete(subject)).completed.hashKeyOverrides
    expect(await of({ distinctId: 'u' })).toEqual({})
    expect(await of({ distinctId: 'u', anonDistinctId: 'u' })).toEqual({})
    expect(await of({ distinctId: 'u', anonDistinctId: 'a\0' })).toEqual({})
    expect(await of({ distinctId: 'u', anonDistinctId: 'anon' })).toEqual({ kept: 'anon' })
    expect(await of({ distinctId: 'u', anonDistinctId: 'later' })).toEqual({ kept: 'anon' })
    expect(await of({ distinctId: 'u' })).toEqual({ kept: 'anon' })
  })

  it('PERSON-12 is one id, however many requests come at once', async () => {
    const { newFlag, complete } = await deckWithSwitch()
    await newFlag('kept', [], null, KEPT)
    const ids = Array.from({ length: 10 }, (_, index) => `anon-${index}`)
    const all = await Promise.all(ids.map((anonDistinctId) => complete({ distinctId: 'u', anonDistinctId })))
    expect(new Set(all.map(({ completed }) => completed.hashKeyOverrides?.kept)).size).toBe(1)
  })

  it('PERSON-17 is kept for 2,000 flags at most, and goes by the request for others', async () => {
    const { store, project, newFlag, complete } = await deckWithSwitch()
    const flagKeys = Array.from({ length: 1999 }, (_, index) => `gone-${index}`)
    const overrides = flagKeys.map((flagKey) => ({ flagKey, hashKey: 'anon' }))
    await store.write((tx) => tx.hashKeyOverrides.add(project.id, 'u', overrides))
    for (const key of ['a', 'b']) await newFlag(key, [], null, KEPT)
    const keptOn = async (anonDistinctId: string) => {
      const { hashKeyOverrides = {} } = (await complete({ distinctId: 'u', anonDistinctId })).completed
      return { a: hashKeyOverrides.a, b: hashKeyOverrides.b, count: Object.keys(hashKeyOverrides).length }
    }
    expect(await keptOn('first')).toEqual({ a: 'first', b: undefined, count: 2000 })
    expect(await keptOn('second')).toEqual({ a: 'first', b: undefined, count: 2000 })
  })

  it('PERSON-13 is not looked up when no flag that is on can ask for it', async () => {
    const { newFlag, complete, asked } = await deckWithSwitch()
    await newFlag('off', [PRO], null, { ...KEPT, active: false })
    await newFlag('whole', [], null, { ensureExperienceContinuity: true })
    await newFlag('ids', [{ key: 'distinct_id', type: 'person', value: 'u' }])
    await newFlag('keys', [{ key: '$group_key', type: 'group', group_type_index: 0, value: 'acme' }], 0)
    const subject = { distinctId: 'u', groups: { organization: 'acme' }, anonDistinctId: 'anon' }
    expect((await complete(subject)).completed).toBe(subject)
    expect(asked).toEqual([])
  })

  it('PERSON-13 is not looked up when the request says all that counts', async () => {
    const { newFlag, complete, asked } = await deckWithSwitch()
    await newFlag('person', [PRO])
    await newFlag('group', [seats], 1)
    await complete({ distinctId: 'u', properties: { plan: null }, groups: { organization: 'acme' } })
    expect(asked).toEqual([])
    await complete({ distinctId: 'u', groups: { company: 'acme' }, groupProperties: { company: { seats: 1 } } })
    expect(asked).toEqual(['read', 'person'])
  })

  it('PERSON-13 takes one read and a query each', async () => {
    const { context, newFlag, complete, asked } = await deckWithSwitch()
    const lists = [
      await createCohort(context, { name: 'A', isStatic: true }),
      await createCohort(context, { name: 'B', isStatic: true }),
    ]
    for (const { id } of lists) await newFlag(`list-${id}`, [{ key: 'id', type: 'cohort', value: id }])
    for (const key of ['a', 'b']) await newFlag(key, [PRO])
    for (const key of ['c', 'd']) await newFlag(key, [], null, KEPT)
    await newFlag('group', [seats], 1)
    await newFlag('organization', [{ ...seats, group_type_index: 0 }], 0)
    await complete({ distinctId: 'u', groups: { company: 'acme', organization: 'o' } })
    expect(asked.toSorted()).toEqual(['group 0', 'group 1', 'members', 'overrides', 'person', 'read'])
  })

  it('PERSON-14 fails the flags that ask for it while the store is down, and no others', async () => {
    const { context, newFlag, complete, turn } = await deckWithSwitch()
    const { id } = await createCohort(context, { name: 'List', isStatic: true })
    await newFlag('static', [{ key: 'id', type: 'cohort', value: id }])
    await newFlag('kept', [], null, KEPT)
    await newFlag('whole', [], null, { ensureExperienceContinuity: true })
    await newFlag('unsaid', [{ key: 'country', type: 'person', operator: 'is_not', value: 'at' }])
    await newFlag('said', [PRO])
    await newFlag('group', [{ ...seats, operator: 'is_not_set' }], 1)
    turn('down')
    const { decide } = await complete({ distinctId: 'u', properties: { plan: 'pro' }, groups: { company: 'acme' } })
    for (const key of ['static', 'kept', 'unsaid', 'group']) {
      expect(decide(key), key).toMatchObject({ enabled: false, failed: true, reason: { code: 'evaluation_failed' } })
    }
    for (const key of ['said', 'whole']) expect(decide(key), key).toMatchObject({ enabled: true, failed: false })
  })

  it('PERSON-14 fails only what would have to be written while the store can just be read', async () => {
    const { context, newFlag, complete, turn } = await deckWithSwitch()
    await setPersonProperties(context, 'u', { properties: { plan: 'pro' } })
    await newFlag('kept', [], null, KEPT)
    await newFlag('person', [PRO])
    await complete({ distinctId: 'u', anonDistinctId: 'anon' })
    await newFlag('new', [], null, KEPT)
    turn('read only')
    const { decide } = await complete({ distinctId: 'u', anonDistinctId: 'anon' })
    expect(decide('new')).toMatchObject({ enabled: false, failed: true })
    expect([decide('kept').failed, decide('person')]).toMatchObject([false, { enabled: true, failed: false }])
  })

  it('PERSON-15 is nothing for an id that nothing can be stored under', async () => {
    const { newFlag, complete, asked } = await deckWithSwitch()
    await newFlag('person', [PRO])
    await newFlag('group', [seats], 1)
    for (const id of ['', 'a\0b', '\uD800', 'x'.repeat(401)]) {
      await complete({ distinctId: id, groups: { company: id }, anonDistinctId: 'anon' })
      expect(asked).toEqual([])
    }
  })
})
