import { describe, expect, it } from 'vitest'
import { BUILT_AT } from '../../../testing/row-builders.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { createCohort } from '../../cohorts/create-cohort.ts'
import { updateCohort } from '../../cohorts/update-cohort.ts'
import { compareFlagVersions, listFlagVersions, retrieveFlagVersion } from './read-flag-versions.ts'
import { restoreFlagVersion } from './restore-flag-version.ts'

const KEY = new Uint8Array(32).fill(7)

async function flagOfFourVersions() {
  const deck = await testDeck()
  const ctx = await deck.as(deck.member)
  const { id } = await deck.flags.create({ key: 'a', name: 'One' })
  deck.clock.advance(1000)
  const { update } = (await deck.deck.as(deck.member).project(deck.project.id)).flags
  await update(id, { name: 'Two', filters: { groups: [{ rollout_percentage: 5 }] } })
  await update(id, {})
  await deck.flags.update(id, { active: false })
  return { ...deck, ctx, id }
}

describe('the versions of a flag', () => {
  it('HIST-4 are listed with who made them, when, and what they changed, the newest first', async () => {
    const { flags, id, member } = await flagOfFourVersions()
    const { count, items } = await flags.versions(id)
    expect([count, items.map(({ version, verb, fields }) => [version, verb, ...fields])]).toEqual([
      4,
      [
        [4, 'updated', 'active'],
        [3, 'updated'],
        [2, 'updated', 'name', 'filters'],
        [1, 'created'],
      ],
    ])
    const by = { firstName: member.firstName, email: member.email }
    expect(items.map(({ user }) => user)).toEqual([null, by, by, null])
    expect(items.at(-1)?.createdAt).toBe(BUILT_AT)
    expect((await flags.versions(id, { limit: 1, offset: 2 })).items.map(({ version }) => version)).toEqual([2])
  })

  it('HIST-5 are shown as they were', async () => {
    const { flags, id, member } = await flagOfFourVersions()
    expect(await flags.version(id, 2)).toMatchObject({
      ...{ id, version: 2, key: 'a', name: 'Two', active: true, isHistorical: true },
      filters: { groups: [{ properties: [], rollout_percentage: 5 }] },
      madeBy: { firstName: member.firstName, email: member.email },
    })
    expect(await flags.version(id, 1)).toMatchObject({ name: 'One', filters: { groups: [] }, madeAt: BUILT_AT })
    expect(await flags.version(id, 4)).toMatchObject({ active: false, isHistorical: false, madeBy: null })
  })

  it.each([0, 5, -1, 1.5, Number.NaN])('HIST-5 are not found when they never were: %d', async (version) => {
    const { flags, id } = await flagOfFourVersions()
    const refused = { kind: 'not_found', message: 'Version not found.' }
    await expect(flags.version(id, version)).rejects.toMatchObject(refused)
    await expect(flags.difference(id, 1, version)).rejects.toMatchObject(refused)
    await expect(flags.restore(id, version)).rejects.toMatchObject(refused)
  })

  it('HIST-5 cannot be told from before the history was kept', async () => {
    const { flags, store, project } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    // The state that a release without history left.
    const flag = await store.read((tx) => tx.flags.find(project.id, id))
    if (!flag) throw new Error('it was just made')
    const index = {
      searchText: 'a',
      keyLower: 'a',
      ownerLower: '',
      isMultivariate: false,
      isFullyRolledOut: false,
      structureBytes: 0,
    }
    await store.write((tx) => tx.flags.replace({ ...flag, name: 'Untold', version: 7 }, index, 1))
    await flags.update(id, { name: 'Eight' })
    expect(await flags.version(id, 7)).toMatchObject({ name: 'Untold', madeAt: null })
    for (const version of [1, 6]) {
      await expect(flags.version(id, version)).rejects.toMatchObject({ code: 'history_incomplete' })
      await expect(flags.difference(id, 8, version)).rejects.toMatchObject({ code: 'history_incomplete' })
      await expect(flags.restore(id, version)).rejects.toMatchObject({ code: 'history_incomplete' })
    }
  })

  it('HIST-6 differ field by field, in the order in which changes are told', async () => {
    const { flags, id } = await flagOfFourVersions()
    expect(await flags.difference(id, 1, 4)).toMatchObject([
      { field: 'name', before: 'One', after: 'Two' },
      { field: 'filters', before: { groups: [] } },
      { field: 'active', before: true, after: false },
    ])
    expect(await flags.difference(id, 4, 1)).toMatchObject([{ field: 'name', before: 'Two' }, {}, {}])
    expect(await flags.difference(id, 2, 3)).toEqual([])
  })

  it('HIST-7 of a flag whose payloads are or were encrypted are neither shown nor restored', async () => {
    const { flags } = await testDeck({ encryptionKey: KEY })
    const payloads = (secret: string) => ({ filters: { groups: [{}], payloads: { true: `"${secret}"` } } })
    const { id } = await flags.create({ key: 'a', isRemoteConfiguration: true, ...payloads('clear') })
    await flags.update(id, { hasEncryptedPayloads: true, ...payloads('hunter2') })
    const refused = { code: 'invalid_input', message: expect.stringContaining('encrypted') }
    const all = (version: number) => [
      () => flags.version(id, version),
      () => flags.difference(id, version, 2),
      () => flags.restore(id, version),
    ]
    for (const each of [...all(1), ...all(2)]) await expect(each()).rejects.toMatchObject(refused)
    await flags.update(id, { hasEncryptedPayloads: false, ...payloads('clear again') })
    for (const each of all(2)) await expect(each()).rejects.toMatchObject(refused)
    expect(await flags.version(id, 1)).toMatchObject({ filters: { payloads: { true: '"clear"' } } })
    expect(JSON.stringify(await flags.difference(id, 1, 3))).not.toContain('hunter')
  })

  it('HIST-8 are restored as the next one, of which the activity says so', async () => {
    const { flags, id } = await flagOfFourVersions()
    const restored = await flags.restore(id, 1)
    expect(restored).toMatchObject({ version: 5, name: 'One', active: true, filters: { groups: [] } })
    expect(await flags.difference(id, 1, 5)).toEqual([])
    const [entry] = (await flags.activity(id)).items
    expect(entry?.detail).toMatchObject({ trigger: { job_type: 'restore', job_id: '1', payload: { version: 1 } } })
    expect((await flags.versions(id)).items[0]).toMatchObject({ version: 5, trigger: { job_id: '1' } })
  })

  it('HIST-8 that are what the flag is already are not written again', async () => {
    const { flags, id, context, store } = await flagOfFourVersions()
    const before = await store.read((tx) => tx.projects.versions([context.project.id]))
    expect(await flags.restore(id, 4)).toMatchObject({ version: 4 })
    expect((await flags.activity(id)).count).toBe(4)
    expect(await store.read((tx) => tx.projects.versions([context.project.id]))).toEqual(before)
  })

  it('HIST-8 are restored by the rules of every change', async () => {
    const { flags, id, as, member, deck, project } = await flagOfFourVersions()
    await expect(flags.restore(id, 1, { ifVersion: 3 })).rejects.toMatchObject({ code: 'precondition_failed' })
    await flags.update(id, { key: 'b' })
    const taker = await flags.create({ key: 'a' })
    await expect(flags.restore(id, 1)).rejects.toMatchObject({ code: 'unique', attr: 'key' })
    await flags.delete(taker.id)
    expect(await flags.restore(id, 1)).toMatchObject({ key: 'a', version: 6 })
    expect((await flags.get(taker.id)).key).toBe(`a:deleted:${taker.id}`)
    await flags.delete(id)
    expect(await (await deck.as(member).project(project.id)).flags.restore(id, 1)).toMatchObject({ deleted: false })
    const reader = await as(member, { scopes: ['feature_flag:read'] })
    await expect(restoreFlagVersion(reader, id, 1)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('HIST-8 are not restored when what they look at is gone, and nothing is written then', async () => {
    const { flags, context, store } = await testDeck()
    const cohort = await createCohort(context, { name: 'Beta', isStatic: true })
    const look = { key: 'id', type: 'cohort', operator: 'in', value: cohort.id } as const
    const { id } = await flags.create({ key: 'a', filters: { groups: [{ properties: [look] }] } })
    await flags.update(id, { filters: { groups: [{}] } })
    await updateCohort(context, cohort.id, { deleted: true })
    const versions = () => store.read((tx) => tx.projects.versions([context.project.id]))
    const before = await versions()
    await expect(flags.restore(id, 1)).rejects.toMatchObject({ code: 'cohort_does_not_exist' })
    expect([await versions(), (await flags.activity(id)).count]).toEqual([before, 2])
  })

  it('HIST-9 take the scope of reading flags', async () => {
    const { as, member, id } = await flagOfFourVersions()
    const reader = await as(member, { scopes: ['feature_flag:read'] })
    await expect(retrieveFlagVersion(reader, id, 1)).resolves.toMatchObject({ version: 1 })
    const other = await as(member, { scopes: ['dashboard:write'] })
    const page = { limit: 10, offset: 0 }
    for (const refused of [
      () => listFlagVersions(other, id, page),
      () => retrieveFlagVersion(other, id, 1),
      () => compareFlagVersions(other, id, 1, 2),
    ]) {
      await expect(refused()).rejects.toMatchObject({ kind: 'permission_denied' })
    }
  })
})
