import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Project } from '../../data/records/project.ts'
import type { Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import { watchedStore } from '../../testing/dashboards/watched-store.ts'
import { newGroupRow, newPersonRow } from '../../testing/row-builders.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { updateProject } from '../identity/update-project.ts'
import { removeGroupType } from '../persons/change-group-type.ts'
import { deletePerson } from '../persons/delete-person.ts'
import { addGroupType, listGroupTypes } from '../persons/group-types.ts'
import { deleteGroup, listGroups, retrieveGroup } from '../persons/groups.ts'
import { saveGroup } from '../persons/save-group.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
import { captureEvents } from './capture-events.ts'
import { eventMeaning } from './event-meaning.ts'
import { MAX_EVENT_PROPERTIES_BYTES } from './known-properties.ts'
import { MAX_BROUGHT_BYTES } from './storage-room.ts'

type Sent = readonly [name: string, distinctId: string, properties?: JsonObject]

async function deckThatCaptures(options: TestDeckOptions = {}) {
  const deck = await testDeck(options)
  const { context, project } = deck
  const calls: FlagCall[] = []
  const usage = { ...context.usage, record: (call: FlagCall) => calls.push(call) }
  const captureAsKnown = async (known: Project, ...events: Sent[]) => {
    const meanings = events.map(([name, distinctId, properties = {}]) => {
      const timing = { timestampMs: null, sentAtMs: null, offsetMs: null }
      return eventMeaning({ name, distinctId, uuid: null, timing, sdk: 'test', properties }, project.id, deck.clock())
    })
    return captureEvents({ ...context, usage }, known, meanings)
  }
  const capture = async (...events: Sent[]) => {
    const snapshot = await context.snapshots.get(project.id)
    return captureAsKnown(snapshot?.project ?? project, ...events)
  }
  const person = (distinctId: string) => context.store.read((tx) => tx.persons.find(project.id, distinctId))
  const properties = async (distinctId: string) => (await person(distinctId))?.properties
  const group = (key: string, index = 0) => context.store.read((tx) => tx.groups.find(project.id, index, key))
  return { ...deck, capture, captureAsKnown, calls, person, properties, group }
}

describe('persons', () => {
  it('CAPTURE-20 are told of by any event', async () => {
    const { capture, properties } = await deckThatCaptures()
    await capture(
      ['$identify', 'a', { $set: { plan: 'pro' }, $set_once: { first: 1 } }],
      ['bought', 'b', { $set: { plan: 'free' } }],
      ['$set', 'b', { $set_once: { plan: 'pro', first: 2 }, $unset: ['gone'] }],
      ['$pageview', 'c', { plan: 'pro' }],
    )
    expect(await properties('a')).toEqual({ plan: 'pro', first: 1 })
    expect(await properties('b')).toEqual({ plan: 'free', first: 2 })
    expect(await properties('c')).toBeUndefined()
  })

  it('CAPTURE-20 are made by $identify, and not by $unset', async () => {
    const { capture, properties } = await deckThatCaptures()
    await capture(['$identify', 'a'], ['left', 'b', { $unset: ['plan'] }], ['$identify', 'c', { $set: 5, $unset: 5 }])
    expect([await properties('a'), await properties('b'), await properties('c')]).toEqual([{}, undefined, {}])
    await capture(['$set', 'a', { $set: { x: 1, y: 2, z: 3 } }], ['left', 'a', { $unset: { x: true } }])
    await capture(['left', 'a', { $unset: ['y', 7] }])
    expect(await properties('a')).toEqual({ z: 3 })
  })

  it('CAPTURE-21 take events in their order, across transactions', async () => {
    const { capture, properties } = await deckThatCaptures()
    const events = Array.from({ length: 250 }, (_, n): Sent => ['$set', `u${n % 2}`, { $set: { n } }])
    await capture(...events)
    expect([await properties('u0'), await properties('u1')]).toEqual([{ n: 248 }, { n: 249 }])
  })

  it('CAPTURE-21 stay untouched by what changes nothing', async () => {
    const { capture, person, clock } = await deckThatCaptures()
    await capture(['$set', 'a', { $set: { plan: 'pro' } }])
    const before = await person('a')
    clock.advance(60_000)
    await capture(['$set', 'a', { $set: { plan: 'pro' }, $set_once: { plan: 'free' } }], ['$identify', 'a'])
    expect(await person('a')).toEqual(before)
    await capture(['$set', 'a', { $set: { plan: 'free' } }])
    expect((await person('a'))?.updatedAt).not.toBe(before?.updatedAt)
    expect((await person('a'))?.createdAt).toBe(before?.createdAt)
  })

  it('CAPTURE-22 take over what is known of the id that they had before', async () => {
    const { capture, properties, context, project } = await deckThatCaptures()
    const { store } = context
    await store.write((tx) => tx.hashKeyOverrides.add(project.id, 'anon', [{ flagKey: 'kept', hashKey: 'first' }]))
    await capture(
      ['$set', 'anon', { $set: { plan: 'pro', country: 'at' } }],
      ['$set', 'u', { $set: { plan: 'free' } }],
      ['$identify', 'u', { $anon_distinct_id: 'anon', $set: { country: 'de' } }],
    )
    expect(await properties('u')).toEqual({ plan: 'free', country: 'de' })
    expect(await properties('anon')).toEqual({ plan: 'pro', country: 'at' })
    const kept = (id: string) => store.read((tx) => tx.hashKeyOverrides.list(project.id, id))
    expect(await kept('u')).toEqual([{ flagKey: 'kept', hashKey: 'first' }])
    await store.write((tx) => tx.hashKeyOverrides.add(project.id, 'other', [{ flagKey: 'kept', hashKey: 'second' }]))
    await capture(['$create_alias', 'u', { alias: 'other' }], ['$merge_dangerously', 'v', { alias: 'anon' }])
    expect(await kept('u')).toEqual([{ flagKey: 'kept', hashKey: 'first' }])
    expect(await properties('v')).toEqual({ plan: 'pro', country: 'at' })
  })

  it.each([
    ['$create_alias', 'before', 'after'],
    ['$create_alias', 'after', 'before'],
    ['$merge_dangerously', 'before', 'after'],
    ['$merge_dangerously', 'after', 'before'],
  ])('CAPTURE-34 are known by both ids of %s from %s to %s', async (name, distinctId, alias) => {
    const { capture, properties, context, project } = await deckThatCaptures()
    const { store } = context
    await store.write((tx) => tx.hashKeyOverrides.add(project.id, 'before', [{ flagKey: 'kept', hashKey: 'first' }]))
    await capture(['$set', 'before', { $set: { plan: 'pro' } }], [name, distinctId, { alias }])
    expect([await properties('before'), await properties('after')]).toEqual([{ plan: 'pro' }, { plan: 'pro' }])
    const kept = await store.read((tx) => tx.hashKeyOverrides.list(project.id, 'after'))
    expect(kept).toEqual([{ flagKey: 'kept', hashKey: 'first' }])
  })

  it('CAPTURE-34 keep what each id says itself, and copy the rest both ways', async () => {
    const { capture, properties } = await deckThatCaptures()
    await capture(
      ['$set', 'a', { $set: { plan: 'pro', x: 1 } }],
      ['$set', 'b', { $set: { plan: 'free', y: 2 } }],
      ['$create_alias', 'a', { alias: 'b' }],
    )
    expect(await properties('a')).toEqual({ plan: 'pro', x: 1, y: 2 })
    expect(await properties('b')).toEqual({ plan: 'free', y: 2, x: 1 })
  })

  it('CAPTURE-34 are known by an anonymous id after $identify if it is stored, and only then', async () => {
    const { capture, properties } = await deckThatCaptures()
    await capture(
      ['$set', 'visitor', { $set: { from: 'ad' } }],
      ['$identify', 'u', { $anon_distinct_id: 'visitor', $set: { plan: 'pro' } }],
      ['$identify', 'u', { $anon_distinct_id: 'another-visit' }],
    )
    expect(await properties('visitor')).toEqual({ from: 'ad', plan: 'pro' })
    expect(await properties('another-visit')).toBeUndefined()
  })

  it('CAPTURE-33 are neither made nor changed by $groupidentify', async () => {
    const { capture, properties, group } = await deckThatCaptures({ project: { groupTypes: ['company'] } })
    const acme = { $group_type: 'company', $group_key: 'acme', $group_set: { plan: 'team' }, $set: { plan: 'team' } }
    await capture(['$groupidentify', '$company_acme', acme], ['$set', 'ada', { $set: { plan: 'pro' } }])
    await capture(['$groupidentify', 'ada', { ...acme, $set_once: { first: 1 } }])
    expect(await properties('$company_acme')).toBeUndefined()
    expect(await properties('ada')).toEqual({ plan: 'pro' })
    expect((await group('acme'))?.properties).toEqual({ plan: 'team' })
  })

  it('CAPTURE-22 take over nothing from ids that stand for nobody', async () => {
    const { capture, properties } = await deckThatCaptures()
    const nobodies = ['anonymous', 'NULL', ' undefined ', '0', '[object Object]']
    await capture(...nobodies.map((id): Sent => ['$set', id, { $set: { plan: 'pro' } }]))
    await capture(...nobodies.map((id): Sent => ['$identify', 'u', { $anon_distinct_id: id }]))
    await capture(['$identify', 'u', { $anon_distinct_id: 'u' }], ['$identify', 'u', { $anon_distinct_id: 'a\0' }])
    await capture(['$create_alias', 'v', { alias: 'unknown' }], ['bought', 'v', { alias: '0' }])
    expect([await properties('u'), await properties('v')]).toEqual([{}, undefined])
  })

  it('CAPTURE-24 stay unknown when the event says so', async () => {
    const { capture, properties, calls } = await deckThatCaptures({ project: { groupTypes: ['company'] } })
    const hidden = { $process_person_profile: false, $set: { plan: 'pro' } }
    await capture(['$identify', 'a', hidden], ['$feature_flag_called', 'a', { ...hidden, $feature_flag: 'f' }])
    expect(await properties('a')).toBeUndefined()
    expect(calls).toMatchObject([{ flagKey: 'f', distinctId: 'a' }])
  })

  it('CAPTURE-25 are kept although others of the batch cannot be', async () => {
    const { capture, properties } = await deckThatCaptures()
    const outcomes = await capture(
      ['$set', 'a', { $set: { plan: 'pro' } }],
      ['$set', 'x'.repeat(401), { $set: { plan: 'pro' } }],
      ['$set', 'a\0', { $set: { plan: 'pro' } }],
      ['$set', 'b', { $set: { plan: 'x'.repeat(600_000) } }],
      ['$feature_flag_called', '', { $feature_flag: 'f', $set: { plan: 'pro' } }],
      ['$set', 'b', { $set: { plan: 'free' } }],
    )
    expect(outcomes.map(({ result }) => result)).toEqual(['ok', 'drop', 'drop', 'drop', 'warning', 'ok'])
    expect([await properties('a'), await properties('b')]).toEqual([{ plan: 'pro' }, { plan: 'free' }])
  })

  it('CAPTURE-26 do not lose what others write at the same time', async () => {
    const { capture, properties, context } = await deckThatCaptures()
    const writes = Array.from({ length: 20 }, (_, n) => [
      capture(['$set', 'a', { $set: { [`event${n}`]: n } }], ['$set', 'b', { $set: { [`event${n}`]: n } }]),
      capture(['$set', 'b', { $set: { [`other${n}`]: n } }], ['$set', 'a', { $set: { [`other${n}`]: n } }]),
      setPersonProperties(context, 'a', { properties: { [`api${n}`]: n } }),
    ])
    await Promise.all(writes.flat())
    expect([
      Object.keys((await properties('a')) ?? {}).length,
      Object.keys((await properties('b')) ?? {}).length,
    ]).toEqual([60, 40])
  })

  it('CAPTURE-27 raise no version', async () => {
    const { capture, context, project } = await deckThatCaptures({ project: { groupTypes: ['company'] } })
    const version = async () => (await context.store.read((tx) => tx.projects.find(project.id)))?.version
    const before = await version()
    await capture(['$identify', 'a'], ['$groupidentify', 'a', { $group_type: 'company', $group_key: 'c' }])
    expect(await version()).toBe(before)
  })
})

describe('CAPTURE-28 a batch that names many in turn', () => {
  it.each<[string, (id: string, n: number) => Sent]>([
    ['persons', (id, n) => ['$set', id, { $set: { n } }]],
    ['groups', (id, n) => ['$groupidentify', 'ada', { $group_type: 'company', $group_key: id, $group_set: { n } }]],
  ])('reads and writes %s few times', async (table, eventOf) => {
    const calls: string[] = []
    const store = watchedStore(memoryStore(), (name, method) => calls.push(`${name}.${method}`))
    const { capture } = await deckThatCaptures({ store, project: { groupTypes: ['company'] } })
    const outcomes = await capture(...Array.from({ length: 1000 }, (_, n) => eventOf(`k${n % 20}`, n)))
    expect(new Set(outcomes.map(({ result }) => result))).toEqual(new Set(['ok']))
    const times = (method: string) => calls.filter((call) => call === `${table}.${method}`).length
    expect(times('lock')).toBeLessThanOrEqual(40)
    expect(times('save')).toBeLessThanOrEqual(40)
  })

  it('says of each event what became of it', async () => {
    const { capture, properties } = await deckThatCaptures()
    const outcomes = await capture(
      ...Array.from({ length: 300 }, (_, n): Sent => ['$set', n % 3 === 2 ? 'bad\0' : `k${n % 3}`, { $set: { n } }]),
    )
    expect(outcomes.map(({ result }) => result)).toEqual(
      Array.from({ length: 300 }, (_, n) => (n % 3 === 2 ? 'drop' : 'ok')),
    )
    expect([await properties('k0'), await properties('k1')]).toEqual([{ n: 297 }, { n: 298 }])
  })
})

describe('limits of stored bytes', () => {
  const MAX = MAX_EVENT_PROPERTIES_BYTES
  const sizeOf = async ({ store, project }: { store: Store; project: Project }) =>
    (await store.read((tx) => tx.projectSizes.find(project.id)))?.bytes ?? 0

  it('CAPTURE-25 let events give a person 64 KiB, and members 512 KiB', async () => {
    const { capture, properties, context } = await deckThatCaptures()
    const outcomes = await capture(['$set', 'a', { $set: { text: 'x'.repeat(MAX) } }])
    expect(outcomes).toEqual([{ result: 'drop', details: expect.stringMatching(/65536 bytes/) }])
    await setPersonProperties(context, 'a', { properties: { text: 'x'.repeat(MAX), plan: 'team' } })
    expect(await capture(['$set', 'a', { $set: { plan: 'free', fresh: 1 } }])).toMatchObject([{ result: 'warning' }])
    expect(await properties('a')).toEqual({ text: 'x'.repeat(MAX), plan: 'free' })
  })

  it('CAPTURE-22 copy no more from other ids than a request could send', async () => {
    const deck = await deckThatCaptures()
    await deck.capture(['$set', 'big', { $set: { text: 'x'.repeat(60_000) } }])
    await deck.capture(
      ...Array.from({ length: 400 }, (_, n): Sent => ['$identify', `u${n}`, { $anon_distinct_id: 'big' }]),
    )
    expect(await sizeOf(deck)).toBeLessThan(MAX_BROUGHT_BYTES + 400 * 300 + 70_000)
    const ids = Array.from({ length: 400 }, (_, n) => `u${n}`)
    const known = await Promise.all(ids.map(deck.properties))
    expect(known.filter((each) => each?.text !== undefined)).toHaveLength(Math.floor(MAX_BROUGHT_BYTES / 60_270))
    expect(known.every((each) => each !== undefined)).toBe(true)
    expect(deck.context.storedSizes.status().dropped.project).toBe(400 - Math.floor(MAX_BROUGHT_BYTES / 60_270))
  })

  it('PERSON-20 CAPTURE-29 hold for all persons and groups of a project, and refuse nothing', async () => {
    const limits = { maxProjectPersonsBytes: 100_000 }
    const deck = await deckThatCaptures({ limits, project: { groupTypes: ['company'] } })
    const { capture, properties, group, calls } = deck
    const set = (id: string): Sent => ['$set', id, { $set: { text: 'x'.repeat(1000) } }]
    const outcomes = await capture(...Array.from({ length: 200 }, (_, n) => set(`u${n}`)))
    expect(new Set(outcomes.map(({ result }) => result))).toEqual(new Set(['ok', 'drop']))
    expect(await sizeOf(deck)).toBeLessThanOrEqual(100_000)
    expect(await sizeOf(deck)).toBeGreaterThan(98_000)
    expect(await properties('u199')).toBeUndefined()
    const company = { $group_type: 'company', $group_key: 'acme', $group_set: { text: 'x'.repeat(2000) } }
    const called = { $feature_flag: 'f', $set: { text: 'x'.repeat(2000) } }
    expect(await capture(['$groupidentify', 'u0', company], ['$feature_flag_called', 'new', called])).toMatchObject([
      { result: 'drop' },
      { result: 'warning' },
    ])
    // The group itself was within the limit, its property was not.
    expect([(await group('acme'))?.properties, await properties('new'), calls.length]).toEqual([{}, undefined, 1])
    expect(deck.context.storedSizes.status()).toMatchObject({ limitBytes: 100_000, dropped: { person: 0 } })
    await capture(['left', 'u0', { $unset: ['text'] }], ['$set', 'u1', { $set: { text: 'y'.repeat(1000), more: 1 } }])
    expect([await properties('u0'), await properties('u1')]).toEqual([{}, { text: 'y'.repeat(1000), more: 1 }])
  })

  it('PERSON-21 refuse members what a full project has no room for, and count what they delete', async () => {
    const limits = { maxProjectPersonsBytes: 3000 }
    const deck = await deckThatCaptures({ limits, project: { groupTypes: ['company'] } })
    const { context } = deck
    const text = 'x'.repeat(1000)
    await setPersonProperties(context, 'a', { properties: { text } })
    await saveGroup(context, { groupTypeIndex: 0, key: 'acme', properties: { text } })
    await expect(setPersonProperties(context, 'b', { properties: { text } })).rejects.toMatchObject({
      violations: [{ code: 'invalid_input', detail: expect.stringContaining('FLAGDECK_MAX_PROJECT_PERSONS_BYTES') }],
    })
    expect(await deck.properties('b')).toBeUndefined()
    await deletePerson(context, 'a')
    await setPersonProperties(context, 'b', { properties: { text } })
    await deleteGroup(context, 0, 'acme')
    await saveGroup(context, { groupTypeIndex: 0, key: 'other' })
    await removeGroupType(context, 0)
    await deletePerson(context, 'b')
    expect(await sizeOf(deck)).toBe(0)
  })

  it('PERSON-23 measure the rows once a day, also what an older release wrote', async () => {
    const deck = await deckThatCaptures({ project: { groupTypes: ['company'] } })
    const { store, project, context, clock } = deck
    await deck.capture(['$set', 'a', { $set: { plan: 'pro' } }])
    const exact = await sizeOf(deck)
    await store.write(async (tx) => {
      for (let n = 0; n < 1200; n++) {
        await tx.persons.save(newPersonRow({ projectId: project.id, distinctId: `old${n}`, properties: {} }))
        await tx.groups.save(newGroupRow({ projectId: project.id, groupTypeIndex: 0, key: `old${n}`, properties: {} }))
      }
    })
    await deck.capture(['$set', 'a', { $set: { plan: 'pro' } }])
    await context.storedSizes.settled()
    expect(await sizeOf(deck)).toBe(exact)
    clock.advance(24 * 3_600_000)
    await deck.capture(['$set', 'a', { $set: { plan: 'pro' } }])
    await context.storedSizes.settled()
    const keys = Array.from({ length: 1200 }, (_, n) => `old${n}`.length + '{}'.length + 256)
    expect(await sizeOf(deck)).toBe(exact + 2 * keys.reduce((sum, each) => sum + each, 0))
  })
})

describe('groups', () => {
  const about = ($group_type: string, $group_key: string | number, $group_set: JsonObject = {}): Sent => [
    '$groupidentify',
    `$${$group_type}_${$group_key}`,
    { $group_type, $group_key, $group_set },
  ]

  it('CAPTURE-23 take what is said of them', async () => {
    const { capture, group } = await deckThatCaptures({ project: { groupTypes: ['organization', 'company'] } })
    await capture(about('company', 'acme', { seats: 1, plan: 'x' }), about('company', 'acme', { seats: 2 }))
    await capture(about('organization', 7), about('company', 'other', { seats: 3 }))
    expect((await group('acme', 1))?.properties).toEqual({ seats: 2, plan: 'x' })
    expect([(await group('7'))?.properties, (await group('other', 1))?.properties]).toEqual([{}, { seats: 3 }])
  })

  it('CAPTURE-23 GROUP-3 bring no types with them unless the project says so', async () => {
    const { capture, context, group } = await deckThatCaptures({ project: { groupTypes: ['a'] } })
    const outcomes = await capture(about('b', 'k'), about('a', 'k', { n: 1 }))
    expect(outcomes).toEqual([
      { result: 'drop', details: expect.stringMatching(/^This group type does not exist\. .*events_add_group_types/) },
      { result: 'ok' },
    ])
    expect((await listGroupTypes(context)).map(({ name }) => name)).toEqual(['a'])
    expect((await group('k'))?.properties).toEqual({ n: 1 })
    await updateProject(context, { eventsAddGroupTypes: true })
    expect(await capture(about('b', 'k'))).toEqual([{ result: 'ok' }])
    await updateProject(context, { eventsAddGroupTypes: false })
    expect(await capture(about('c', 'k'), about('b', 'k'))).toMatchObject([{ result: 'drop' }, { result: 'ok' }])
  })

  it('CAPTURE-23 GROUP-5 say nothing of a group whose type was just removed', async () => {
    const deck = await deckThatCaptures({ project: { groupTypes: ['a', 'b'] } })
    const { context, project } = deck
    // The project as another instance still has it.
    const capture = (...events: Sent[]) => deck.captureAsKnown(project, ...events)
    await removeGroupType(context, 1)
    await addGroupType(context, { name: 'c' })
    expect((await capture(about('b', 'k')))[0]?.result).toBe('drop')
    expect((await capture(about('a', 'k'), about('b', 'k'))).map(({ result }) => result)).toEqual(['ok', 'drop'])
    expect((await listGroups(context, 1, '', { limit: 1, offset: 0 })).count).toBe(0)
  })

  it('CAPTURE-23 bring their types with them while there is room', async () => {
    const { capture, context, group } = await deckThatCaptures({
      project: { groupTypes: ['a'], eventsAddGroupTypes: true },
    })
    const outcomes = await capture(...['b', ' c ', 'd', 'e', 'f', '', 'b'].map((type) => about(type, 'k', { type })))
    expect(outcomes.map(({ result }) => result)).toEqual(['ok', 'ok', 'ok', 'ok', 'drop', 'drop', 'ok'])
    expect((await listGroupTypes(context)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect((await group('k', 2))?.properties).toEqual({ type: ' c ' })
  })

  it('CAPTURE-23 bring all their types in one transaction, and none once there is no room', async () => {
    const writes: string[][] = []
    const store = memoryStore()
    const counted: Store = {
      ...store,
      write: (work, options) => {
        const calls: string[] = []
        writes.push(calls)
        return watchedStore(store, (table, method) => calls.push(`${table}.${method}`)).write(work, options)
      },
    }
    const { capture, context, bus } = await deckThatCaptures({
      store: counted,
      project: { groupTypes: ['a'], eventsAddGroupTypes: true },
    })
    const types = Array.from({ length: 250 }, (_, n) => `type-${n}`)
    const versions: number[] = []
    bus.subscribe(({ version }) => versions.push(version))
    writes.length = 0
    const first = await capture(...['', 'x'.repeat(201), ...types].map((type) => about(type, 'k')))
    expect(first.filter(({ result }) => result === 'ok')).toHaveLength(4)
    expect((await listGroupTypes(context)).map(({ name }) => name)).toEqual(['a', ...types.slice(0, 4)])
    expect(versions).toHaveLength(1)
    // One write for the types, and one for the groups.
    expect(writes).toHaveLength(2)
    writes.length = 0
    expect((await capture(...types.slice(4).map((type) => about(type, 'k')))).map(({ result }) => result)).toEqual(
      types.slice(4).map(() => 'drop'),
    )
    expect((await capture(about('', 'k')))[0]?.result).toBe('drop')
    expect(writes).toEqual([])
  })

  it('CAPTURE-23 add no type that has no name', async () => {
    const { capture, context, project } = await deckThatCaptures({
      project: { groupTypes: [], eventsAddGroupTypes: true },
    })
    const before = await context.store.read((tx) => tx.projects.find(project.id))
    expect((await capture(about(' ', 'k'), about('x'.repeat(201), 'k'))).map(({ result }) => result)).toEqual([
      'drop',
      'drop',
    ])
    expect(await context.store.read((tx) => tx.projects.find(project.id))).toEqual(before)
  })

  it('CAPTURE-23 add a type once, however many bring it at once', async () => {
    const { capture, context } = await deckThatCaptures({ project: { groupTypes: [], eventsAddGroupTypes: true } })
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, n) => capture(about('company', `c${n}`))))
    expect(outcomes.flat().every(({ result }) => result === 'ok')).toBe(true)
    expect(await listGroupTypes(context)).toEqual([{ name: 'company', index: 0 }])
    for (const n of [0, 9]) await retrieveGroup(context, 0, `c${n}`)
  })

  it('CAPTURE-25 are let go when they could not be kept', async () => {
    const { capture, group } = await deckThatCaptures({ project: { groupTypes: ['a'] } })
    const outcomes = await capture(
      about('a', 'x'.repeat(401)),
      about('a', 'ok', { big: 'x'.repeat(600_000) }),
      ['$groupidentify', 'u', { $group_type: 'a' }],
      ['$groupidentify', 'u', { $group_type: {}, $group_key: 'k' }],
      about('a', 'ok', { n: 1 }),
    )
    expect(outcomes.map(({ result }) => result)).toEqual(['drop', 'drop', 'ok', 'ok', 'ok'])
    expect((await group('ok'))?.properties).toEqual({ n: 1 })
  })
})

describe('calls of flags', () => {
  it('CAPTURE-10 are handed to the recorder, all of a large batch', async () => {
    const { capture, calls } = await deckThatCaptures()
    const events = Array.from(
      { length: 4001 },
      (_, n): Sent => ['$feature_flag_called', `u${n}`, { $feature_flag: 'f' }],
    )
    const outcomes = await capture(...events)
    expect(outcomes.every(({ result }) => result === 'ok')).toBe(true)
    expect([calls.length, calls.at(-1)?.distinctId]).toEqual([4001, 'u4000'])
  })

  it('CAPTURE-26 are not counted when what was said of persons could not be stored', async () => {
    const { capture, calls } = await deckThatCaptures({ store: storeThatFailsOnce(120) })
    const called: Sent = ['$feature_flag_called', 'u', { $feature_flag: 'f' }]
    const changes = Array.from({ length: 150 }, (_, n): Sent => ['$set', `u${n}`, { $set: { n } }])
    await expect(capture(called, ...changes)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(calls).toEqual([])
    await capture(called, ...changes)
    expect(calls).toHaveLength(1)
  })
})

/** Returns a memory store that fails when the n-th person is saved. */
function storeThatFailsOnce(n: number): Store {
  const store = memoryStore()
  let saved = 0
  return {
    ...store,
    write: (work) =>
      store.write((tx) => {
        const save: typeof tx.persons.save = async (person) => {
          if (++saved === n) throw new StoreUnavailable('switched off')
          await tx.persons.save(person)
        }
        return work({ ...tx, persons: { ...tx.persons, save } })
      }),
  }
}
