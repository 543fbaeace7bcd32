import { describe, expect, it } from 'vitest'
import type { NewFlag } from '../../data/records/flag.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { newCohortIndex, newFlagIndex, newFlagRow } from '../../testing/row-builders.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import type { UpdateFlagInput } from './flag-input.ts'

/** Returns a deck with a stored flag that no operation would write. */
async function deckWith(filters: JsonValue, fields: Partial<NewFlag> = {}, options: TestDeckOptions = {}) {
  const world = await testDeck(options)
  const row = newFlagRow({
    ...fields,
    projectId: world.project.id,
    key: 'old',
    filters: filters as unknown as FlagFilters,
  })
  const { id } = await world.store.write((tx) => tx.flags.insert(row, newFlagIndex(row)))
  return { ...world, id, change: (input: UpdateFlagInput) => world.flags.update(id, input) }
}

/** Returns a payload in the form in which it is stored when there is an encryption key. */
async function sealedPayload(): Promise<string> {
  const { flags, store, project } = await testDeck({ encryptionKey: new Uint8Array(32) })
  const encrypted = { isRemoteConfiguration: true, hasEncryptedPayloads: true }
  const { id } = await flags.create({ key: 'a', ...encrypted, filters: { payloads: { true: '1' } } })
  const stored = await store.read((tx) => tx.flags.find(project.id, id))
  return stored?.filters.payloads?.true ?? ''
}

const AB = {
  variants: [
    { key: 'a', rollout_percentage: 50 },
    { key: 'b', rollout_percentage: 50 },
  ],
}
const EVERYBODY = { groups: [{ rollout_percentage: 100 }] }
const X_IS_NO_VARIANT = {
  attr: 'filters',
  code: 'payload_key_not_a_variant',
  detail: "payloads.x: Payload key 'x' does not match any variant key.",
  path: 'payloads.x',
}
const NO_JSON = {
  attr: 'filters',
  code: 'invalid_payload_json',
  detail: "payloads: Payload for key 'a' is not valid JSON.",
  path: 'payloads',
  isStructural: true,
}
const OF_NO_VARIANT = { ...EVERYBODY, multivariate: AB, payloads: { a: '1', x: '2' } }

describe('a flag whose stored payloads are wrong', () => {
  it.each<[what: string, input: UpdateFlagInput]>([
    ['have its conditions mended', { filters: { groups: [{ rollout_percentage: 5 }] } }],
    ['be renamed', { key: 'new', name: 'New' }],
    ['be turned off', { active: false }],
    ['be deleted', { deleted: true }],
    ['be sent back whole', { filters: { groups: [{}], payloads: { a: '1', x: '2' } } }],
    [
      'have variants added',
      { filters: { multivariate: { variants: [...AB.variants, { key: 'c', rollout_percentage: 0 }] } } },
    ],
  ])('FLAG-29 can %s, and the answer says what is still wrong', async (_, input) => {
    const { change, flags, id } = await deckWith(OF_NO_VARIANT)
    const changed = await change(input)
    expect(changed.warnings).toEqual([X_IS_NO_VARIANT])
    expect(changed.filters.payloads).toEqual({ a: '1', x: '2' })
    expect(await flags.get(id)).not.toHaveProperty('warnings')
  })

  it.each<[payloads: JsonValue, code: string]>([
    ['blue', 'not_a_dict'],
    [['1'], 'not_a_dict'],
    [{ a: '{' }, 'invalid_payload_json'],
  ])('FLAG-29 keeps the payloads %j as they are stored', async (payloads, code) => {
    const { change } = await deckWith({ ...EVERYBODY, multivariate: AB, payloads })
    const changed = await change({ filters: { groups: [{ rollout_percentage: 5 }] } })
    expect(changed.filters).toMatchObject({ groups: [{ rollout_percentage: 5 }], payloads })
    expect(changed.warnings).toMatchObject([{ attr: 'filters', code }])
  })

  it('FLAG-29 has no warnings once they are mended', async () => {
    const { change } = await deckWith({ ...OF_NO_VARIANT, payloads: { a: '{', x: '2' } })
    expect((await change({ name: 'x' })).warnings).toEqual([NO_JSON, X_IS_NO_VARIANT])
    expect(await change({ filters: { payloads: { a: '1' } } })).not.toHaveProperty('warnings')
    expect(await change({ name: 'y' })).not.toHaveProperty('warnings')
  })

  it('FLAG-29 is refused payloads that are as wrong in another way', async () => {
    const { change } = await deckWith(OF_NO_VARIANT)
    await expect(change({ filters: { payloads: { x: '3' } } })).rejects.toMatchObject({ code: X_IS_NO_VARIANT.code })
  })
})

describe('FLAG-56 keys of filters that nothing looks at', () => {
  const MISTYPED = { groups: [{ rollout_percentage: 5, rollout: 25 }] } as unknown as FlagFilters
  const WARNING = { code: 'unread_key', attr: 'filters', detail: expect.stringContaining('"groups[0].rollout"') }

  it('are told to who creates the flag, and to who changes it, until they are mended', async () => {
    const { flags } = await testDeck()
    const { id, filters, warnings } = await flags.create({ key: 'a', filters: MISTYPED })
    expect(filters).toMatchObject(MISTYPED)
    expect(warnings).toEqual([WARNING])
    expect(await flags.get(id)).not.toHaveProperty('warnings')
    expect((await flags.update(id, { name: 'x' })).warnings).toEqual([WARNING])
    expect(await flags.update(id, { filters: EVERYBODY })).not.toHaveProperty('warnings')
  })

  it('are told beside what else is wrong with it', async () => {
    const { change } = await deckWith({ ...OF_NO_VARIANT, earlyExit: true })
    expect((await change({ name: 'x' })).warnings).toEqual([
      X_IS_NO_VARIANT,
      expect.objectContaining({ code: 'unread_key' }),
    ])
  })
})

describe('FLAG-57 whole numbers that are too large to be kept', () => {
  const WARNING = { code: 'inexact_number', attr: 'filters', detail: expect.stringContaining('properties[0].value') }

  it('are told to who creates, changes or restores the flag, until they are text', async () => {
    const { flags } = await testDeck()
    const filters = (value: JsonValue): FilterInput => ({
      groups: [{ properties: [{ key: 'account', type: 'person', operator: 'exact', value }] }],
    })
    const { id, version, warnings } = await flags.create({ key: 'a', filters: filters(2 ** 60) })
    expect(warnings).toEqual([WARNING])
    expect((await flags.update(id, { name: 'x' })).warnings).toEqual([WARNING])
    expect(await flags.update(id, { filters: filters(String(2 ** 60)) })).not.toHaveProperty('warnings')
    expect((await flags.restore(id, version ?? 0)).warnings).toEqual([WARNING])
  })
})

describe('what an update touches', () => {
  it('FLAG-29 is refused where it breaks what it did not send', async () => {
    const { change } = await deckWith({ ...EVERYBODY, multivariate: AB, payloads: { a: '1', b: '2' } })
    const multivariate = { variants: [{ key: 'a', rollout_percentage: 100 }] }
    await expect(change({ filters: { multivariate } })).rejects.toMatchObject({ code: X_IS_NO_VARIANT.code })
  })

  it('FLAG-29 may leave other parts damaged', async () => {
    const damaged = { ...EVERYBODY, multivariate: { variants: 7 }, holdout: 'x', early_exit: 1, groups: 5 }
    const { change } = await deckWith(damaged)
    const { warnings = [], filters } = await change({ filters: { payloads: {} } })
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ['not_a_list', 'groups'],
      ['not_a_list', 'multivariate.variants'],
      ['not_a_dict', 'holdout'],
      ['invalid_input', 'early_exit'],
    ])
    expect(filters).toMatchObject(damaged)
  })

  it('FLAG-29 may leave a condition on a cohort that is gone', async () => {
    const world = await testDeck()
    const rule = { properties: { key: 'plan', type: 'person', value: 'pro' } } as const
    const cohort = await createCohort(world.context, { name: 'Gone', filters: rule })
    const groups = [{ properties: [{ key: 'id', type: 'cohort', value: cohort.id } as const] }]
    const off = { key: 'a', filters: { groups }, active: false }
    const { id } = await world.flags.create(off)
    await world.store.write(async (tx) => {
      const stored = await tx.cohorts.find(world.project.id, cohort.id)
      if (stored) await tx.cohorts.update({ ...stored, deleted: true }, newCohortIndex(stored.name.toLowerCase()))
    })
    await expect(world.flags.update(id, { filters: { payloads: { true: '1' } } })).resolves.toMatchObject({ id })
    await expect(world.flags.update(id, { filters: { groups: [...groups, {}] } })).rejects.toMatchObject({
      code: 'cohort_does_not_exist',
    })
  })

  it('FLAG-29 may make filters smaller that are too large', async () => {
    const large = { ...EVERYBODY, own: 'x'.repeat(2000) }
    const { change } = await deckWith(large, {}, { limits: { maxFiltersBytes: 1000 } })
    const shorter = { own: 'x'.repeat(985) } as UpdateFlagInput['filters'] // a key of the client
    const smaller = await change({ filters: shorter })
    expect(smaller.warnings).toMatchObject([
      { detail: expect.stringContaining('exceed maximum size') },
      { code: 'unread_key' },
    ])
    const larger = change({ filters: { groups: [{ description: 'y'.repeat(500) }] } })
    await expect(larger).rejects.toMatchObject({ message: expect.stringContaining('exceed maximum size') })
    const mended = { own: null } as UpdateFlagInput['filters'] // a key of the client
    expect(await change({ filters: mended })).not.toHaveProperty('warnings')
  })
})

describe('a flag that is inconsistent as a whole', () => {
  const SEALED = { isRemoteConfiguration: true, hasEncryptedPayloads: true } as const

  it('FLAG-29 can be changed while nobody has the key of its payloads', async () => {
    const { change } = await deckWith({ ...EVERYBODY, payloads: { true: await sealedPayload() } }, SEALED)
    const { warnings, filters } = await change({ name: 'New', filters: { groups: [] } })
    expect(warnings).toMatchObject([
      { attr: 'hasEncryptedPayloads', code: 'invalid_input' },
      { code: 'reaches_nobody' },
    ])
    expect(filters.groups).toEqual([])
    await expect(change({ filters: { payloads: { true: '2' } } })).rejects.toMatchObject({
      attr: 'hasEncryptedPayloads',
    })
  })

  it('FLAG-29 can be changed without the payloads that it should have', async () => {
    const { change } = await deckWith(EVERYBODY, SEALED, { encryptionKey: new Uint8Array(32) })
    const { warnings } = await change({ name: 'New' })
    expect(warnings).toMatchObject([{ detail: expect.stringContaining('payload is required') }])
  })

  it('FLAG-29 can be changed while it is archived and on', async () => {
    const { change } = await deckWith(EVERYBODY, { active: true, archived: true })
    expect((await change({ name: 'New' })).warnings).toHaveLength(1)
    expect(await change({ active: false })).not.toHaveProperty('warnings')
    await expect(change({ active: true })).rejects.toMatchObject({ kind: 'validation' })
  })
})
