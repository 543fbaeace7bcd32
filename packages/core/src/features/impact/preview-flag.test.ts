import { describe, expect, it } from 'vitest'
import type { StoredUserSet } from '../../data/records/usage.ts'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { DAY_MS } from '../../foundation/time/durations.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { UserSet } from '../../runtime/usage/user-set.ts'
import { keepCalls, type TestCall, testCall } from '../../testing/insights/flag-call.ts'
import { insertFlag } from '../../testing/seed-tenant.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { flagIndex } from '../flags/flag-index.ts'
import { saveGroup } from '../persons/save-group.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
import { type FlagPreview, previewFlag } from './preview-flag.ts'

const PRO: PropertyFilter = { key: 'plan', type: 'person', value: 'pro' }
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const NOBODY = { groups: [{ rollout_percentage: 0 }] }
const looksAt = (id: number, value: string | boolean = true): PropertyFilter => ({
  key: String(id),
  type: 'flag',
  operator: 'flag_evaluates_to',
  value,
})

/** Returns a deck with six persons. The last two are on the plan `pro`. */
async function deckOfSix(options: TestDeckOptions = {}) {
  const deck = await testDeck({ project: { groupTypes: ['organization', 'company'] }, ...options })
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const id of ids) {
    await setPersonProperties(deck.context, id, { properties: { plan: id >= 'e' ? 'pro' : 'free' } })
  }
  return { ...deck, ids }
}

/** Returns the transitions as `from→to: ids`. */
function read({ transitions }: Pick<FlagPreview, 'transitions'>): Record<string, string> {
  return Object.fromEntries(transitions.map(({ from, to, sample }) => [`${from}→${to}`, sample.join('')]))
}

function asRefusal(error: unknown) {
  if (!(error instanceof DomainError)) throw error
  const { kind, code, attr, message, violations } = error
  return { kind, code, attr, message, violations }
}

describe('the preview of an edit', () => {
  it('IMPACT-11 counts which answer becomes which, the largest transition first', async () => {
    const { flags } = await deckOfSix()
    const { id } = await flags.create({ key: 'f', filters: NOBODY })
    expect(await flags.preview(id, { filters: { groups: [{ properties: [PRO] }] } })).toEqual({
      groupTypeIndex: null,
      total: 6,
      counted: true,
      complete: true,
      changed: 2,
      estimate: null,
      transitions: [
        { from: 'false', to: 'false', count: 4, sample: ['a', 'b', 'c', 'd'] },
        { from: 'false', to: 'true', count: 2, sample: ['e', 'f'] },
      ],
      dependants: [],
    })
  })

  it('IMPACT-11 tells variants apart', async () => {
    const { flags } = await deckOfSix()
    const variants = [
      { key: 'red', rollout_percentage: 100 },
      { key: 'blue', rollout_percentage: 0 },
    ]
    const { id } = await flags.create({ key: 'f', filters: EVERYBODY })
    const filters = {
      groups: [{ properties: [PRO], variant: 'blue' }, { rollout_percentage: 100 }],
      multivariate: { variants },
    }
    const preview = await flags.preview(id, { filters })
    expect(read(preview)).toEqual({ 'true→red': 'abcd', 'true→blue': 'ef' })
    expect(preview.changed).toBe(6)
  })

  it('IMPACT-33 counts what a stored flag evaluates to by a preview without changes', async () => {
    const { flags } = await deckOfSix()
    const { id } = await flags.create({
      key: 'f',
      active: false,
      filters: { groups: [{ properties: [PRO] }, { properties: [PRO], rollout_percentage: 50 }] },
    })
    const { version } = await flags.get(id)
    expect(read(await flags.preview(id, {}))).toEqual({ 'false→false': 'abcde' })
    expect(await flags.preview(id, { active: true })).toMatchObject({ total: 6, changed: 2 })
    expect((await flags.get(id)).version).toBe(version)
  })

  it('IMPACT-11 follows every field of a flag that decides', async () => {
    const { flags } = await deckOfSix()
    const { id } = await flags.create({ key: 'f', filters: { groups: [{ properties: [PRO] }] } })
    expect(read(await flags.preview(id, {}))).toEqual({ 'false→false': 'abcd', 'true→true': 'ef' })
    expect(read(await flags.preview(id, { active: false }))).toEqual({ 'false→false': 'abcd', 'true→false': 'ef' })
    expect(read(await flags.preview(id, { deleted: true }))).toEqual({ 'false→false': 'abcd', 'true→false': 'ef' })
    const device = { bucketingIdentifier: 'device_id', filters: { groups: [{ rollout_percentage: 99 }] } } as const
    expect((await flags.preview(id, device)).changed).toBe(2)
  })

  it('IMPACT-11 buckets by the key that the flag would have', async () => {
    const { flags, ids } = await deckOfSix()
    const half = { groups: [{ rollout_percentage: 50 }] }
    const { id } = await flags.create({ key: 'old', filters: half })
    const preview = await flags.preview(id, { key: 'new' })
    await flags.create({ key: 'new', filters: half })
    for (const { from, to, sample } of preview.transitions) {
      for (const distinctId of sample) {
        expect(String(flags.variant('old', { distinctId }))).toBe(from)
        expect(String(flags.variant('new', { distinctId }))).toBe(to)
      }
    }
    expect(preview.total).toBe(ids.length)
  })

  it('IMPACT-10 writes nothing', async () => {
    const { flags, store, project } = await deckOfSix()
    const before = await flags.create({ key: 'f', filters: NOBODY })
    const picture = () =>
      store.read(async (tx) => [
        await tx.projects.find(project.id),
        await tx.flags.find(project.id, before.id),
        await tx.flagDependencies.list(project.id),
        await tx.activity.list(project.id, { scope: 'FeatureFlag' }, { limit: 100, offset: 0 }),
      ])
    const stored = await picture()
    await flags.preview(before.id, { key: 'renamed', name: 'x', filters: EVERYBODY, tags: ['t'] })
    expect(await picture()).toEqual(stored)
    expect(flags.isEnabled('f', { distinctId: 'a' })).toBe(false)
    expect(flags.snapshot().keys).toEqual(['f'])
  })

  it('IMPACT-10 refuses what an update refuses, in the same words', async () => {
    const { flags } = await deckOfSix()
    const base = await flags.create({ key: 'base', filters: EVERYBODY })
    await flags.create({ key: 'top', filters: { groups: [{ properties: [looksAt(base.id)] }] } })
    const stale = { version: 0, originalFlag: { name: 'was' }, name: 'mine' }
    await flags.update(base.id, { name: 'theirs' })
    const variants = [{ key: 'a', rollout_percentage: 75 }]
    const edits = [
      { key: 'top' },
      { key: 'no spaces' },
      { filters: { multivariate: { variants } } },
      { filters: { groups: [{ properties: [looksAt(404)] }] } },
      { filters: { groups: [{ properties: [{ key: 'id', type: 'cohort', operator: 'in', value: 7 }] }] } },
      { filters: { payloads: { nobody: 1 } } },
      { active: false },
      { deleted: true },
      { hasEncryptedPayloads: true },
      stale,
    ] as const
    for (const edit of edits) {
      const refusal = await flags.update(base.id, edit).catch(asRefusal)
      expect(refusal).toMatchObject({ code: expect.any(String) })
      expect(await flags.preview(base.id, edit).catch(asRefusal)).toEqual(refusal)
    }
    await expect(flags.preview(404, {})).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('IMPACT-10 asks for no right to edit', async () => {
    const { flags, member, deck, project } = await deckOfSix({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await flags.create({ key: 'f', filters: NOBODY })
    const { flags: hers } = await deck.as(member).project(project.id)
    await expect(hers.update(id, { name: 'x' })).rejects.toMatchObject({ kind: 'permission_denied' })
    expect(await hers.preview(id, { filters: EVERYBODY })).toMatchObject({ changed: 6 })
  })
})

describe('the flags that look at an edited one', () => {
  it('IMPACT-12 are counted too, by key, over others that are on', async () => {
    const { flags } = await deckOfSix()
    const create = async (key: string, properties: readonly PropertyFilter[], active = true) =>
      (await flags.create({ key, active, filters: { groups: [{ properties }] } })).id
    const base = await create('base', [])
    const near = await create('near', [looksAt(base), PRO])
    const opposite = await create('opposite', [looksAt(base, false)])
    const far = await create('far', [looksAt(near)])
    const off = await create('off', [])
    await flags.update(off, { active: false, filters: { groups: [{ properties: [looksAt(base)] }] } })
    await create('unrelated', [PRO])
    const { dependants } = await flags.preview(base, { filters: NOBODY })
    expect(dependants.map(({ flagId, key, changed }) => [flagId, key, changed])).toEqual([
      [far, 'far', 2],
      [near, 'near', 2],
      [opposite, 'opposite', 6],
    ])
    expect(dependants.map(read)).toEqual([
      { 'false→false': 'abcd', 'true→false': 'ef' },
      { 'false→false': 'abcd', 'true→false': 'ef' },
      { 'false→true': 'abcde' },
    ])
  })

  it('IMPACT-12 ask for the variant they name', async () => {
    const { flags } = await deckOfSix()
    const variants = [
      { key: 'red', rollout_percentage: 100 },
      { key: 'blue', rollout_percentage: 0 },
    ]
    const { id } = await flags.create({ key: 'base', filters: { ...EVERYBODY, multivariate: { variants } } })
    await flags.create({ key: 'top', filters: { groups: [{ properties: [looksAt(id, 'blue')] }] } })
    const preview = await flags.preview(id, { filters: { groups: [{ properties: [PRO], variant: 'blue' }] } })
    expect(preview.dependants.map(read)).toEqual([{ 'false→false': 'abcd', 'false→true': 'ef' }])
  })

  it('IMPACT-12 count also when another process has just made them', async () => {
    const { flags, store, project } = await deckOfSix({ checkIntervalMs: 1e9 })
    const { id } = await flags.create({ key: 'base', filters: EVERYBODY })
    await store.write(async (tx) => {
      const projectVersion = await tx.projects.raiseVersion(project.id)
      const filters = { groups: [{ properties: [looksAt(id)] }] }
      await insertFlag(tx, { projectId: project.id, key: 'top', filters, projectVersion })
    })
    const { dependants } = await flags.preview(id, { filters: NOBODY })
    expect(dependants).toMatchObject([{ key: 'top', changed: 6 }])
  })

  it('IMPACT-12 are evaluated with all else that they look at', async () => {
    const { flags } = await deckOfSix()
    const base = await flags.create({ key: 'base', filters: NOBODY })
    const other = await flags.create({ key: 'other', filters: { groups: [{ properties: [PRO] }] } })
    const both = [looksAt(base.id), looksAt(other.id)]
    await flags.create({ key: 'top', filters: { groups: [{ properties: both }] } })
    const { dependants } = await flags.preview(base.id, { filters: EVERYBODY })
    expect(dependants.map(read)).toEqual([{ 'false→false': 'abcd', 'false→true': 'ef' }])
  })
})

describe('who is looked at', () => {
  it('IMPACT-13 are the groups of the type that the flag would be about', async () => {
    const { flags, context } = await deckOfSix()
    for (const [groupKey, seats] of [
      ['acme', 7],
      ['initech', 3],
    ] as const) {
      await saveGroup(context, { groupTypeIndex: 1, key: groupKey, properties: { seats } })
    }
    await saveGroup(context, { groupTypeIndex: 0, key: 'other', properties: { seats: 9 } })
    const seats = { key: 'seats', type: 'group', group_type_index: 1, operator: 'gt', value: '5' } as const
    const about = { groups: [{ properties: [seats], aggregation_group_type_index: 1 }] }
    const { id } = await flags.create({ key: 'f', filters: about })
    const preview = await flags.preview(id, {
      filters: { groups: [{ properties: [{ ...seats, operator: 'lt' }], aggregation_group_type_index: 1 }] },
    })
    expect(preview).toMatchObject({ groupTypeIndex: 1, total: 2, changed: 2 })
    expect(read(preview)).toEqual({ 'false→true': 'initech', 'true→false': 'acme' })
    const forPersons = { groups: [{ properties: [PRO], aggregation_group_type_index: null }] }
    expect(await flags.preview(id, { filters: forPersons })).toMatchObject({
      groupTypeIndex: null,
      total: 6,
      changed: 2,
    })
  })

  it('IMPACT-13 are nobody when the project has no such groups', async () => {
    const { flags } = await deckOfSix()
    const { id } = await flags.create({
      key: 'f',
      filters: { groups: [{ aggregation_group_type_index: 4 }] },
    })
    expect(await flags.preview(id, { active: false })).toMatchObject({ groupTypeIndex: 4, total: 0, transitions: [] })
  })

  it('IMPACT-14 are named only to callers who may read persons', async () => {
    const { flags, as, member } = await deckOfSix()
    const { id } = await flags.create({ key: 'f', filters: NOBODY })
    const preview = async (...scopes: ('feature_flag:read' | 'person:read' | 'group:read')[]) =>
      previewFlag(await as(member, { scopes }), id, { filters: EVERYBODY })
    expect(read(await preview('feature_flag:read', 'person:read'))).toEqual({ 'false→true': 'abcde' })
    expect(read(await preview('feature_flag:read', 'group:read'))).toEqual({})
    await expect(preview('person:read')).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('IMPACT-25 are told in tens to others, and small ones not at all', async () => {
    const { flags, context, as, member } = await deckOfSix()
    const base = await flags.create({ key: 'f', filters: NOBODY })
    const top = await flags.create({ key: 'top', filters: { groups: [{ properties: [looksAt(base.id)] }] } })
    for (let n = 0; n < 17; n++) await setPersonProperties(context, `x${n}`, { properties: { plan: 'free' } })
    const ctx = await as(member, { scopes: ['feature_flag:read'] })
    const told = async (properties: readonly PropertyFilter[]) =>
      previewFlag(ctx, base.id, { filters: { groups: [{ properties }] } })
    const transitions = [{ from: 'false', to: 'false', count: 20, sample: [] }]
    const unchanged = { changed: 0, transitions }
    expect(await told([PRO])).toEqual({
      groupTypeIndex: null,
      total: 20,
      counted: true,
      complete: true,
      estimate: null,
      ...unchanged,
      dependants: [{ flagId: top.id, key: 'top', ...unchanged }],
    })
    expect(await told([])).toMatchObject({ changed: 20, transitions: [{ from: 'false', to: 'true', count: 20 }] })
  })

  it('IMPACT-26 takes person:read when the edit names a person, and not when the flag does', async () => {
    const { flags, as, member } = await deckOfSix()
    const named = { groups: [{ properties: [{ key: 'distinct_id', type: 'person', value: 'a' } as const] }] }
    const { id } = await flags.create({ key: 'f', filters: named })
    const ctx = await as(member, { scopes: ['feature_flag:read'] })
    const message = "API key missing required scope 'person:read'"
    await expect(previewFlag(ctx, id, { filters: named })).rejects.toMatchObject({ message })
    await expect(previewFlag(ctx, id, { active: false })).resolves.toMatchObject({ changed: 0 })
  })

  it('IMPACT-15 get false from a flag that evaluation does not know', async () => {
    const { flags } = await deckOfSix({ encryptionKey: new Uint8Array(32).fill(7) })
    const sealed = { isRemoteConfiguration: true, hasEncryptedPayloads: true }
    const { id } = await flags.create({ key: 'f', filters: { ...EVERYBODY, payloads: { true: '1' } } })
    expect(read(await flags.preview(id, sealed))).toEqual({ 'true→false': 'abcde' })
    await flags.delete(id)
    expect(read(await flags.preview(id, { deleted: false }))).toEqual({ 'false→true': 'abcde' })
  })

  it('IMPACT-15 get false from a deleted flag that has the key of another', async () => {
    const { flags } = await deckOfSix()
    const { id } = await flags.create({ key: 'f', filters: EVERYBODY })
    await flags.create({ key: 'other', filters: EVERYBODY })
    expect(read(await flags.preview(id, { deleted: true, key: 'other' }))).toEqual({ 'true→false': 'abcde' })
  })

  it('IMPACT-16 are kept on the id from before signing in', async () => {
    const { flags, store, project, ids } = await deckOfSix()
    const half = { groups: [{ rollout_percentage: 50 }] }
    const { id } = await flags.create({ key: 'f', ensureExperienceContinuity: true, filters: half })
    const isIn = (distinctId: string) => flags.isEnabled('f', { distinctId })
    const keptOn = ids.find((distinctId) => isIn(distinctId)) ?? ''
    const out = ids.filter((distinctId) => !isIn(distinctId))
    expect([keptOn, out.length]).not.toContain('')
    await store.write(async (tx) => {
      for (const each of out) await tx.hashKeyOverrides.add(project.id, each, [{ flagKey: 'f', hashKey: keptOn }])
    })
    const preview = await flags.preview(id, { ensureExperienceContinuity: false })
    expect(read(preview)['true→false']).toBe(out.slice(0, 5).join(''))
  })

  it('IMPACT-16 are in their static cohorts, before and after', async () => {
    const { flags, context } = await deckOfSix()
    const [one, two] = [
      await createCohort(context, { name: 'One', isStatic: true }),
      await createCohort(context, { name: 'Two', isStatic: true }),
    ]
    await addCohortMembers(context, one.id, ['a', 'b'])
    await addCohortMembers(context, two.id, ['b', 'c', 'nobody'])
    const about = (value: number) => ({
      groups: [{ properties: [{ key: 'id', type: 'cohort', operator: 'in', value }] as const }],
    })
    const { id } = await flags.create({ key: 'f', filters: about(one.id) })
    expect(read(await flags.preview(id, { filters: about(two.id) }))).toEqual({
      'false→false': 'def',
      'true→false': 'a',
      'true→true': 'b',
      'false→true': 'c',
    })
  })

  it('IMPACT-15 break nothing with filters that are damaged', async () => {
    const { flags, store, project } = await deckOfSix()
    const { id } = await flags.create({ key: 'f', filters: EVERYBODY })
    await store.write(async (tx) => {
      const flag = await tx.flags.find(project.id, id)
      if (!flag) throw new Error('the flag is gone')
      const damaged = { ...flag, filters: 'damaged' as unknown as typeof flag.filters, version: 2 }
      const projectVersion = await tx.projects.raiseVersion(project.id)
      await tx.flags.update({ ...damaged, projectVersion }, flagIndex(damaged), 1)
    })
    expect(read(await flags.preview(id, { name: 'x' }))).toEqual({ 'false→false': 'abcde' })
    expect(read(await flags.preview(id, { filters: EVERYBODY }))).toEqual({ 'false→true': 'abcde' })
  })
})

describe('the preview of an edit where nobody is stored', () => {
  const partly = (rollout_percentage: number) => ({ groups: [{ rollout_percentage }] })

  async function usedDeck() {
    const deck = await testDeck({ project: { groupTypes: ['organization'] } })
    const { id } = await deck.flags.create({ key: 'f', filters: partly(60) })
    const users = (count: number, at: number, flagKey = 'f') =>
      Array.from({ length: count }, (_, index) => testCall(at, { user: `user-${index}`, flagKey }))
    const keep = (...calls: readonly TestCall[]) => deck.store.write((tx) => keepCalls(tx, deck.project, calls))
    return { ...deck, id, users, keep }
  }

  it('IMPACT-31 IMPACT-32 is not counted, and estimated from the users of seven days and the share that changes', async () => {
    const { flags, id, users, keep, clock } = await usedDeck()
    const evaluations = users(40, clock()).map((call) => ({ ...call, measure: 'evaluations' as const }))
    await keep(...users(600, clock() - 6 * DAY_MS), ...users(700, clock() - 7 * DAY_MS), ...evaluations)
    const { counted, total, changed, estimate } = await flags.preview(id, { filters: partly(20) })
    expect({ counted, total, changed }).toEqual({ counted: false, total: 0, changed: 0 })
    expect(estimate?.users).toBe(600)
    expect(Math.abs((estimate?.changed ?? 0) - 240)).toBeLessThan(600 * 0.04)
    expect((await flags.preview(id, { active: false })).estimate?.changed).toBeGreaterThan(330)
    expect((await flags.preview(id, { name: 'renamed' })).estimate).toMatchObject({ users: 600, changed: 0 })
  })

  it('IMPACT-34 estimates how many users get each result, now and after the edit', async () => {
    const { flags, id, users, keep, clock } = await usedDeck()
    await keep(...users(600, clock()))
    const splitOf = async (edit: Parameters<typeof flags.preview>[1]) => {
      const { estimate } = await flags.preview(id, edit)
      return new Map(estimate?.transitions.map(({ from, to, count }) => [`${from}→${to}`, count]))
    }
    const now = await splitOf({})
    expect([...now.keys()].toSorted()).toEqual(['false→false', 'true→true'])
    expect(Math.abs((now.get('true→true') ?? 0) - 360)).toBeLessThan(600 * 0.04)
    expect((now.get('true→true') ?? 0) + (now.get('false→false') ?? 0)).toBe(600)
    expect([...(await splitOf({ active: false })).keys()].toSorted()).toEqual(['false→false', 'true→false'])
  })

  it('IMPACT-32 has no estimate without users, or where properties decide before or after', async () => {
    const { flags, id, users, keep, clock } = await usedDeck()
    expect(await flags.preview(id, { filters: partly(20) })).toMatchObject({ counted: false, estimate: null })
    await keep(...users(20, clock()))
    const filters = { groups: [{ properties: [PRO] }] }
    expect(await flags.preview(id, { filters })).toMatchObject({ counted: false, estimate: null })
    expect(await flags.preview(id, { filters, active: false })).toMatchObject({ estimate: { users: 20 } })
    await flags.update(id, { filters })
    expect(await flags.preview(id, { filters: EVERYBODY })).toMatchObject({ counted: false, estimate: null })
  })

  it('IMPACT-32 estimates groups by the groups of the flag', async () => {
    const { flags, id, clock, project, store } = await usedDeck()
    const forGroups = { ...EVERYBODY, aggregation_group_type_index: 0 }
    await flags.update(id, { filters: forGroups })
    const day = timestampOf(clock()).slice(0, 10)
    const set = UserSet.empty()
    for (let low = 1; low <= 30; low++) set.add(1, low)
    const key = {
      projectId: project.id,
      flagKey: 'f',
      variant: 'true',
      measure: 'exposures/group_0',
      period: 'day',
      start: day,
    }
    await store.write((tx) => tx.userSets.save([{ ...key, users: set.toBytes() } as StoredUserSet]))
    expect(await flags.preview(id, { active: false })).toMatchObject({
      groupTypeIndex: 0,
      counted: false,
      estimate: { users: 30, changed: 30, transitions: [{ from: 'true', to: 'false', count: 30 }] },
    })
  })

  it('IMPACT-31 is not counted for callers who are told of fewer than ten as none', async () => {
    const { as, member, id, context } = await usedDeck()
    await setPersonProperties(context, 'a', { properties: {} })
    const ctx = await as(member, { scopes: ['feature_flag:read'] })
    expect(await previewFlag(ctx, id, { active: false })).toMatchObject({ total: 0, counted: false })
    expect(await previewFlag(context, id, { active: false })).toMatchObject({ total: 1, counted: true, estimate: null })
  })
})
